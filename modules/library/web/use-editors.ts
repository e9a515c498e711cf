import { useEffect, useRef, useState } from 'react';
import { onPush } from '#kit/web/push.ts';
import { CallError } from '#kit/web/send.ts';
import type { ReplyOf } from '#kit/web/client.ts';
import { EDITOR_BEAT_MS, type OtherEditor } from '../contract/editor.ts';
import type { DocKind } from '../contract/item.ts';
import { api } from './api.ts';

const QUIET = { quiet: true, overlay: false } as const;
/** A glance at another tab is nothing to tell, and a page that is closed is hidden for a moment first. */
const GLANCE_MS = 1_500;
const FAILURES_FORGIVEN = 2;

/** What the server has, newer than what is worked on here. */
export type NewerVersion = NonNullable<ReplyOf<typeof api.editor.here>['newer']>;

export interface EditorsInput {
  readonly kind: DocKind;
  readonly id: string;
  /** version of the server that is worked on */
  readonly version: () => number;
  readonly onNewer: (newer: NewerVersion) => void;
}

const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36)).join('');
const isRefused = (error: unknown): boolean => error instanceof CallError && (error.status === 403 || error.status === 404);

/**
 * Who else has a document open for editing. Says to the server that this window has it open, for as long as it does; others hear at once
 * when it comes and goes, and after some seconds when it is cut off. What others stored meanwhile is handed to `onNewer`.
 */
export function useEditors({ kind, id, version, onNewer }: EditorsInput): readonly OtherEditor[] {
  const [editors, setEditors] = useState<readonly OtherEditor[]>([]);
  const latest = useRef({ version, onNewer });
  useEffect(() => {
    latest.current = { version, onNewer };
  });
  useEffect(() => {
    const windowKey = newKey();
    const args = { params: { kind, id } };
    let call: AbortController | null = null;
    let isAskedAgain = false;
    let isGone = false;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const later = (ms: number) => {
      clearTimeout(timer);
      if (!isGone) timer = setTimeout(() => void beat(), ms);
    };
    const beat = async (): Promise<void> => {
      if (isGone) return;
      isAskedAgain = call !== null;
      if (call) return;
      clearTimeout(timer);
      const own = new AbortController();
      call = own;
      const isHidden = document.visibilityState === 'hidden';
      try {
        const told = await api.editor.here(
          { ...args, body: { windowKey, isHidden, version: latest.current.version() } },
          { ...QUIET, signal: own.signal },
        );
        if (own.signal.aborted) return;
        failures = 0;
        setEditors(told.editors);
        if (told.newer) latest.current.onNewer(told.newer);
      } catch (error) {
        if (own.signal.aborted) return;
        failures += 1;
        // cut off: who is there is not known any more
        if (failures >= FAILURES_FORGIVEN || isRefused(error)) setEditors([]);
        if (isRefused(error)) isGone = true;
      } finally {
        call = null;
      }
      if (isAskedAgain) return beat();
      later(isHidden ? EDITOR_BEAT_MS.hidden : EDITOR_BEAT_MS.seen);
    };
    const leave = () => {
      if (isGone) return;
      isGone = true;
      clearTimeout(timer);
      call?.abort();
      api.editor.leave({ ...args, body: { windowKey } }, { ...QUIET, keepalive: true }).catch(() => undefined); // it is missed soon
    };
    // a page that comes back out of the memory of the browser
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isGone = false;
      void beat();
    };
    const look = () => later(document.visibilityState === 'hidden' ? GLANCE_MS : 0);
    const ends = [
      onPush('editors', (told) => void (told.entity === kind && told.id === id && beat())),
      onPush('missed', () => void beat()),
    ];
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    void beat();
    return () => {
      for (const end of ends) end();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      leave();
      setEditors([]);
    };
  }, [kind, id]);
  return editors;
}
