import { useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from './storage.ts';
import { applyMode, type Mode } from './palette.ts';

// a cookie, because sign-out clears local storage and the next sign-in page should not flash in the other mode
const COOKIE = 'data_ui_theme';
const watchers = new Set<() => void>();

const initial = (): Mode => {
  const kept = readCookie(COOKIE);
  if (kept === 'light' || kept === 'dark') return kept;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};
let mode: Mode | undefined;
/** colour mode forced by the open page, or null */
let lent: Mode | null = null;

function show(): void {
  applyMode(colorMode.get());
  for (const watcher of watchers) watcher();
}

export const colorMode = {
  get(this: void): Mode {
    mode ??= initial();
    return lent ?? mode;
  },
  set(next: Mode): void {
    mode = next;
    writeCookie(COOKIE, next);
    show();
  },
  /** Forces a colour mode, regardless of the user's choice, until the returned function is called; for pages with a fixed background. */
  lend(next: Mode): () => void {
    lent = next;
    show();
    return () => {
      lent = null;
      show();
    };
  },
  toggle(): void {
    colorMode.set(colorMode.get() === 'dark' ? 'light' : 'dark');
  },
  subscribe(this: void, watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

/** The current colour mode, in a component. */
export const useColorMode = (): Mode => useSyncExternalStore(colorMode.subscribe, colorMode.get);
