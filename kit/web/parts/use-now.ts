import { useSyncExternalStore } from 'react';
import { serverNow } from '../server-clock.ts';

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

function listen(notify: () => void): () => void {
  listeners.add(notify);
  timer ??= setInterval(() => {
    now = serverNow();
    for (const one of listeners) one();
  }, TICK_MS);
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Returns the same value between two ticks, so that all relative times of a page change together; re-reads the clock when nobody was
 * subscribed.
 */
function read(): number {
  if (timer === undefined && Math.abs(serverNow() - now) > 1_000) now = serverNow();
  return now;
}

/** Server time, updated twice a minute by one shared timer. */
export const useNow = (): number => useSyncExternalStore(listen, read, read);
