import { useSyncExternalStore } from 'react';

/** The object that a page over the whole window shows; such pages have no tab that could carry its name. */
interface WindowTitle {
  readonly path: string;
  readonly name: string | null;
}
let current: WindowTitle = { path: '', name: null };
const watchers = new Set<() => void>();

export const setWindowTitle = (path: string, name: string | null): void => {
  current = { path, name };
  for (const watcher of watchers) watcher();
};
const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Name of the object that the page of this path shows; null while it has said none. */
export const useWindowTitle = (path: string): string | null =>
  useSyncExternalStore(subscribe, () => (current.path === path ? current.name : null));
