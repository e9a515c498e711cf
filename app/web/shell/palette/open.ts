const watchers = new Set<() => void>();

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** how this keyboard calls the search */
export const SHORTCUT = isMac ? '⌘K' : 'Ctrl K';

/** Opens the command palette from anywhere. */
export const openPalette = (): void => {
  for (const watcher of watchers) watcher();
};
export const onOpenPalette = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
