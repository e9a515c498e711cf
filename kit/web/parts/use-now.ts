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

/** Stays the same between two ticks, so that all texts of a page change together; a clock that nobody watched is read again. */
function read(): number {
  if (timer === undefined && Math.abs(serverNow() - now) > 1_000) now = serverNow();
  return now;
}

/** The server's time, renewed twice a minute by one timer for the whole page. */
export const useNow = (): number => useSyncExternalStore(listen, read, read);
