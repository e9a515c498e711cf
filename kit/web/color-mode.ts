import { useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from './storage.ts';
import { applyMode, type Mode } from './palette.ts';

// A cookie, because signing out clears local storage and nobody wants a flash of white at the next sign-in.
const COOKIE = 'data_ui_theme';
const watchers = new Set<() => void>();

const initial = (): Mode => {
  const kept = readCookie(COOKIE);
  if (kept === 'light' || kept === 'dark') return kept;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};
let mode: Mode | undefined;
/** what a page that has a ground of its own imposes while it is open */
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
  /** Shows everything in a mode, whatever the person has chosen, until the result is called: for a page with a ground of its own. */
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

/** light or dark, in a component */
export const useColorMode = (): Mode => useSyncExternalStore(colorMode.subscribe, colorMode.get);
