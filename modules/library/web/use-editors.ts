import { useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { onPush } from '#kit/web/push.ts';
import { CallError } from '#kit/web/send.ts';
import { EDITOR_BEAT_MS, type OtherEditor } from '../contract/editor.ts';
import type { DocKind } from '../contract/item.ts';
import { api } from './api.ts';

const QUIET = { quiet: true, overlay: false } as const;
/** A glance at another tab is nothing to tell, and a page that is closed is hidden for a moment first. */
const GLANCE_MS = 1_500;
const FAILURES_FORGIVEN = 2;

type Told = ReplyOf<typeof api.editor.here>;
/** What the server has, newer than what is worked on here. */
export type NewerVersion = NonNullable<Told['newer']>;

export interface EditorsInput {
  readonly kind: DocKind;
  readonly id: string;
  /** version of the server that is worked on */
  readonly version: () => number;
  readonly onNewer: (newer: NewerVersion) => void;
}

interface Listener {
  version: () => number;
  /** null: who is there is not known any more */
  onTold: (told: Told | null) => void;
}

const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36)).join('');
const isHidden = (): boolean => document.visibilityState === 'hidden';

/** A window that has a document open for editing, as the server hears of it. */
class EditingWindow {
  readonly #args: { params: { kind: DocKind; id: string } };
  readonly #listener: Listener;
  readonly #key = newKey();
  #call: AbortController | null = null;
  #isAskedAgain = false;
  #isGone = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(params: { kind: DocKind; id: string }, listener: Listener) {
    this.#args = { params };
    this.#listener = listener;
  }

  /** Says that the window is there, now or after the call that is under way, and again after a while. */
  async beat(): Promise<void> {
    if (this.#isGone) return;
    this.#isAskedAgain = this.#call !== null;
    if (this.#call) return;
    clearTimeout(this.#timer);
    const call = new AbortController();
    this.#call = call;
    const said = { windowKey: this.#key, isHidden: isHidden(), version: this.#listener.version() };
    try {
      const told = await api.editor.here({ ...this.#args, body: said }, { ...QUIET, signal: call.signal });
      if (call.signal.aborted) return;
      this.#failures = 0;
      this.#listener.onTold(told);
    } catch (error) {
      if (call.signal.aborted) return;
      // whoever may not change the document any more hears no more of it
      this.#isGone = error instanceof CallError && (error.status === 403 || error.status === 404);
      if (this.#isGone || ++this.#failures >= FAILURES_FORGIVEN) this.#listener.onTold(null);
    } finally {
      this.#call = null;
    }
    if (this.#isAskedAgain) return this.beat();
    this.#later(said.isHidden ? EDITOR_BEAT_MS.hidden : EDITOR_BEAT_MS.seen);
  }

  /** Whether the window is looked at has changed. */
  look(): void {
    this.#later(isHidden() ? GLANCE_MS : 0);
  }

  /** Says goodbye, also while the page goes. */
  leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    clearTimeout(this.#timer);
    this.#call?.abort();
    api.editor.leave({ ...this.#args, body: { windowKey: this.#key } }, { ...QUIET, keepalive: true }).catch(() => undefined); // it is missed soon
  }

  /** The page comes back out of the memory of the browser. */
  comeBack(): void {
    this.#isGone = false;
    void this.beat();
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isGone) this.#timer = setTimeout(() => void this.beat(), ms);
  }
}

/** Keeps the server hearing of a window while it is open; the result ends that. */
function keepTelling(params: { kind: DocKind; id: string }, listener: Listener): () => void {
  const own = new EditingWindow(params, listener);
  const stop = new AbortController();
  const { signal } = stop;
  const ends = [
    onPush('editors', (told) => void (told.entity === params.kind && told.id === params.id && own.beat())),
    onPush('missed', () => void own.beat()),
  ];
  document.addEventListener('visibilitychange', () => own.look(), { signal });
  window.addEventListener('online', () => own.look(), { signal });
  window.addEventListener('pagehide', () => own.leave(), { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && own.comeBack(), { signal });
  void own.beat();
  return () => {
    stop.abort();
    for (const end of ends) end();
    own.leave();
  };
}

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
    const end = keepTelling(
      { kind, id },
      {
        version: () => latest.current.version(),
        onTold(told) {
          setEditors(told?.editors ?? []);
          if (told?.newer) latest.current.onNewer(told.newer);
        },
      },
    );
    return () => {
      end();
      setEditors([]);
    };
  }, [kind, id]);
  return editors;
}
