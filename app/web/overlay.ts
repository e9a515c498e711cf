import { useSyncExternalStore } from 'react';

/** Quick answers do not flash. */
const DELAY_MS = 300;

let open: { id: number; text: string }[] = [];
let last = 0;
const watchers = new Set<() => void>();
const change = (next: typeof open): void => {
  open = next;
  for (const watcher of watchers) watcher();
};

/** Shows the loading overlay until the result is called. */
export function showOverlay(text: string): () => void {
  const id = ++last;
  const timer = setTimeout(() => change([...open, { id, text }]), DELAY_MS);
  return () => {
    clearTimeout(timer);
    if (open.some((one) => one.id === id)) change(open.filter((one) => one.id !== id));
  };
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
/** The text of the overlay, null while there is none. */
export const useOverlay = (): string | null => useSyncExternalStore(subscribe, () => open.at(-1)?.text ?? null);
