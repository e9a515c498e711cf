import { useSyncExternalStore } from 'react';
import { KEYS, readText, writeText } from '#kit/web/storage.ts';
import { measures } from '#kit/web/theme.ts';

export interface SidebarState {
  opened: boolean;
  withoutAnimation: boolean;
  hide: boolean;
}
interface ShellState {
  sidebar: SidebarState;
  device: 'desktop' | 'mobile';
}

export const settings = { showSettings: true, fixedHeader: false, sidebarLogo: false } as const;

const isNarrow = (): boolean => window.innerWidth < measures.mobileBelow;

let state: ShellState = {
  sidebar: { opened: !isNarrow() && readText(KEYS.sidebar) !== '0', withoutAnimation: false, hide: false },
  device: isNarrow() ? 'mobile' : 'desktop',
};
const watchers = new Set<() => void>();
const change = (next: ShellState): void => {
  state = next;
  for (const watcher of watchers) watcher();
};

export const shell = {
  get: (): ShellState => state,
  setOpened(opened: boolean, withoutAnimation = false): void {
    writeText(KEYS.sidebar, opened ? '1' : '0');
    change({ ...state, sidebar: { ...state.sidebar, opened, withoutAnimation } });
  },
  setHide(hide: boolean): void {
    if (hide !== state.sidebar.hide) change({ ...state, sidebar: { ...state.sidebar, hide } });
  },
  /** Below 992 px the sidebar closes on its own; wide again, it is as the person left it. */
  measure(this: void): void {
    const device = isNarrow() ? 'mobile' : 'desktop';
    if (device === state.device) return;
    const opened = device === 'desktop' && readText(KEYS.sidebar) !== '0';
    change({ device, sidebar: { ...state.sidebar, opened, withoutAnimation: true } });
  },
  subscribe(this: void, watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};
export const useShell = (): ShellState => useSyncExternalStore(shell.subscribe, shell.get);
