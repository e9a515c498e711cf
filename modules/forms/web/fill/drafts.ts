import { useEffect, useEffectEvent, useState } from 'react';
import { readJson, writeJson, writeText } from '#kit/web/storage.ts';
import type { FillCalls } from './calls.ts';
import { plainValues, type FillStore, type FillValues } from './store.ts';

/** What of a filling is kept until it is submitted. */
export interface Draft {
  readonly values: FillValues;
  readonly versionNo: number;
  /** ISO time */
  readonly time: string;
  /** names this filling towards the server: however often it is sent, it is one record */
  readonly once: string;
}
const keyOf = (userId: string, formId: string): string => `form-draft:${userId}:${formId}`;

/** A name that nothing else has; also where the browser gives no `randomUUID`. */
export const newOnce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The draft that this browser keeps; null when there is none that can be read. */
export function localDraft(userId: string, formId: string): Draft | null {
  const kept = readJson(keyOf(userId, formId));
  if (typeof kept !== 'object' || kept === null) return null;
  const { values, versionNo, time, once } = kept as Partial<Draft>;
  return typeof values === 'object' &&
    values !== null &&
    typeof versionNo === 'number' &&
    typeof time === 'string' &&
    typeof once === 'string'
    ? { values, versionNo, time, once }
    : null;
}
export const dropLocalDraft = (userId: string, formId: string): void => writeText(keyOf(userId, formId), null);

const LOCAL_MS = 800;
const SERVER_MS = 5000;
/** Where the last change is kept: here, on the server too, or nowhere yet. */
export type Kept = { readonly at: string; readonly where: 'local' | 'server' } | null;

interface Keeping {
  store: FillStore;
  userId: string;
  formId: string;
  versionNo: number;
  once: string;
  now: () => string;
  /** keeps it on the server too and answers when; null: it stays in this browser */
  keep: FillCalls['keepDraft'];
  /** false once it was submitted */
  isOn: () => boolean;
}
/** Keeps a draft here soon after each change and on the server a little later; without a network what is here stays. */
export function useDraft({ store, userId, formId, versionNo, once, now, keep: keepThere, isOn }: Keeping): {
  kept: Kept;
  save: () => Promise<boolean>;
} {
  const [kept, setKept] = useState<Kept>(null);
  const keep = () => {
    if (!isOn()) return;
    const time = now();
    writeJson(keyOf(userId, formId), { values: plainValues(store.getState().values), versionNo, time, once } satisfies Draft);
    setKept({ at: time, where: 'local' });
  };
  const here = useEffectEvent(keep);
  const send = async (): Promise<boolean> => {
    if (!isOn() || !keepThere) return true;
    try {
      const values = plainValues(store.getState().values) as Record<string, unknown>;
      setKept({ at: await keepThere(formId, { values, versionNo }), where: 'server' });
      return true;
    } catch {
      // it stays in this browser and is sent with the next change
      return false;
    }
  };
  const there = useEffectEvent(() => void send());
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = [];
    const stop = () => timers.forEach(clearTimeout);
    let edits = store.getState().edits;
    const end = store.subscribe((state) => {
      if (state.edits === edits) return;
      edits = state.edits;
      stop();
      timers = [setTimeout(() => here(), LOCAL_MS), setTimeout(() => there(), SERVER_MS)];
    });
    // what was typed in the last moment before the page goes
    const leave = () => edits > 0 && here();
    window.addEventListener('pagehide', leave);
    return () => {
      end();
      stop();
      window.removeEventListener('pagehide', leave);
    };
  }, [store]);
  const save = async () => {
    keep();
    return send();
  };
  return { kept, save };
}
