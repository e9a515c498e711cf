import { useCallback, useEffect, useId } from 'react';
import { useBlocker } from 'react-router';
import { confirmDialog } from './dialog.tsx';

const dirty = new Set<string>();

const warnBeforeUnload = (event: BeforeUnloadEvent) => {
  event.preventDefault();
};

/** True while some form of the program holds changes that were not saved. */
export const hasUnsaved = (): boolean => dirty.size > 0;

function forget(id: string): void {
  if (!dirty.delete(id)) return;
  if (dirty.size === 0) window.removeEventListener('beforeunload', warnBeforeUnload);
}

/**
 * Registers unsaved work of a form or designer: closing the browser tab then asks, and `hasUnsaved()` says so.
 * The answer lets go of it at once: call it after saving, right before leaving.
 */
export function useUnsaved(isDirty: boolean): () => void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    dirty.add(id);
    if (dirty.size === 1) window.addEventListener('beforeunload', warnBeforeUnload);
    return () => forget(id);
  }, [isDirty, id]);
  return useCallback(() => forget(id), [id]);
}

let hasAgreed = false;

/** Asks before unsaved work is thrown away; true at once when there is none. After a yes the way out is free. */
export async function confirmLeave(isDirty = hasUnsaved()): Promise<boolean> {
  if (!isDirty) return true;
  const leave = await confirmDialog({ content: '有未保存的修改，离开后将丢失。确定离开吗？', isSafer: true });
  if (leave) {
    // the caller leaves in the same turn; later changes of page ask again
    hasAgreed = true;
    setTimeout(() => {
      hasAgreed = false;
    });
  }
  return leave;
}

interface Place {
  pathname: string;
  search: string;
}
/** The page, and what it has open beside its list: the back key closes a form as much as it changes the page. */
const placeOf = ({ pathname, search }: Place): string => `${pathname}?${new URLSearchParams(search).get('open') ?? ''}`;

/** Guards every way out of unsaved work inside the program; stands once inside the router. */
export function UnsavedBlocker() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && !hasAgreed && placeOf(currentLocation) !== placeOf(nextLocation),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirmLeave(true).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  return null;
}
