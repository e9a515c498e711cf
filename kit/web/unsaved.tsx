import { useEffect, useId, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { confirmDialog } from './dialog.tsx';

const dirty = new Set<string>();
const watchers = new Set<() => void>();
const tell = () => {
  for (const watcher of watchers) watcher();
};

const warnBeforeUnload = (event: BeforeUnloadEvent) => {
  event.preventDefault();
};

/** True while some form of the program holds changes that were not saved. */
export const hasUnsaved = (): boolean => dirty.size > 0;

export const useHasUnsaved = (): boolean =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, hasUnsaved);

/** Registers unsaved work of a form or designer: closing the browser tab then asks, and `hasUnsaved()` says so. */
export function useUnsaved(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    dirty.add(id);
    if (dirty.size === 1) window.addEventListener('beforeunload', warnBeforeUnload);
    tell();
    return () => {
      dirty.delete(id);
      if (dirty.size === 0) window.removeEventListener('beforeunload', warnBeforeUnload);
      tell();
    };
  }, [isDirty, id]);
}

/** Asks before unsaved work is thrown away; true at once when there is none. */
export const confirmLeave = async (isDirty = hasUnsaved()): Promise<boolean> =>
  !isDirty || confirmDialog({ content: '有未保存的修改，离开后将丢失。确定离开吗？' });

/** Guards every change of page; stands once inside the router. */
export function UnsavedBlocker() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirmLeave(true).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  return null;
}
