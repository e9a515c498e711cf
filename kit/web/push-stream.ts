import type { PushKind } from './push.ts';
import { BASE } from './send.ts';

/** Without any byte for this long, not even a heartbeat (every 15 s), the connection is dead. */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** One server-sent event; `open` starts every connection. */
export interface StreamMessage {
  kind: PushKind | 'open';
  data: unknown;
  id: string | null;
}

/** Incremental parser of server-sent events; feed it text as it arrives. */
export function eventParser(emit: (message: StreamMessage) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1).trimStart()]));
      const [event, data] = [fields.get('event'), fields.get('data')];
      if (event === undefined || data === undefined) continue;
      emit({ kind: event as StreamMessage['kind'], data: JSON.parse(data) as unknown, id: fields.get('id') ?? null });
    }
  };
}

interface StreamOptions {
  token: string;
  /** last event id of an earlier connection, null when there was none */
  from: string | null;
  onMessage(message: StreamMessage): void;
  /** the session has ended */
  ended(): void;
}

/**
 * Keeps one connection to the push stream until the result is called. The token travels in a header (never in the URL); reconnects resume
 * from the last event, with exponential backoff and jitter.
 */
export function openStream({ token, from, onMessage: emit, ended }: StreamOptions): () => void {
  const stop = new AbortController();
  let lastId = from;
  let failures = 0;
  let wake: () => void = () => {};

  const connect = async (): Promise<'lost' | 'ended' | 'refused'> => {
    const connection = new AbortController();
    const signal = AbortSignal.any([stop.signal, connection.signal]);
    let silence = setTimeout(() => connection.abort(), SILENCE_MS);
    try {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        ...(lastId !== null && { 'last-event-id': lastId }),
      };
      const { status, body } = await fetch(`${BASE}/system/push/stream`, { headers, signal, cache: 'no-store' });
      if (status === 401) return 'ended';
      if (status === 428) return 'refused'; // a password change is due; the caller restarts the stream afterwards
      if (status !== 200 || !body) return 'lost';
      const parse = eventParser((message) => {
        if (message.id !== null) lastId = message.id;
        failures = 0;
        emit(message);
      });
      const reader = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return 'lost';
        clearTimeout(silence);
        silence = setTimeout(() => connection.abort(), SILENCE_MS);
        parse(value);
      }
    } catch {
      return 'lost';
    } finally {
      clearTimeout(silence);
      connection.abort();
    }
  };

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++);
      const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const hurry = (): void => {
    if (document.visibilityState === 'visible') wake();
  };
  window.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const how = await connect();
      if (stop.signal.aborted || how === 'refused') return;
      if (how === 'ended') return ended();
      await pause();
    }
  };
  void run(); // run() handles every error itself
  return () => {
    stop.abort();
    wake();
    window.removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', hurry);
  };
}
