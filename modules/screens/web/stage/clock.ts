import { useEffect, useRef, useSyncExternalStore } from 'react';
import { serverNow } from '#kit/web/server-clock.ts';

const watchers = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  now = Math.floor(serverNow() / 1000) * 1000;
  for (const watcher of watchers) watcher();
  timer = setTimeout(tick, 1000 - (serverNow() % 1000) + 5);
}
function wake(): void {
  clearTimeout(timer);
  if (watchers.size > 0 && !document.hidden) tick();
}
function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  if (watchers.size === 1) {
    document.addEventListener('visibilitychange', wake);
    wake();
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wake);
  };
}
const read = (): number => now || (now = Math.floor(serverNow() / 1000) * 1000);

/** The server's time in whole seconds, one timer for all clocks of the page; rests in hidden tabs. */
export const useNow = (): number => useSyncExternalStore(subscribe, read);

/** The time in whole minutes: for what need not be drawn each second. */
export const useMinute = (): number => useSyncExternalStore(subscribe, () => Math.floor(read() / 60_000) * 60_000);

/** Does something every so many seconds, not in hidden tabs and not while `rests`; 0 = never. */
export function useEvery(seconds: number, rests: boolean, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  }, [run]);
  useEffect(() => {
    if (seconds <= 0 || rests) return;
    const each = setInterval(() => {
      if (!document.hidden) latest.current();
    }, seconds * 1000);
    return () => clearInterval(each);
  }, [seconds, rests]);
}
