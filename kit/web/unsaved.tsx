import { useCallback, useEffect, useId } from 'react';
import { useBlocker } from 'react-router';
import { confirmDialog } from './dialog.tsx';

const dirty = new Set<string>();

const warnBeforeUnload = (event: BeforeUnloadEvent) => {
  event.preventDefault();
};

/** True while any form holds unsaved changes. */
export const hasUnsaved = (): boolean => dirty.size > 0;

function forget(id: string): void {
  if (!dirty.delete(id)) return;
  if (dirty.size === 0) window.removeEventListener('beforeunload', warnBeforeUnload);
}

/**
 * Registers unsaved changes: closing the tab asks (`beforeunload`), and `hasUnsaved()` is true. The result releases it at once; call it
 * after saving, right before navigating.
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

/** Asks before unsaved changes are discarded; resolves true at once when there are none. */
export async function confirmLeave(isDirty = hasUnsaved()): Promise<boolean> {
  if (!isDirty) return true;
  const leave = await confirmDialog({ content: '有未保存的修改，离开后将丢失。', okText: '离开', danger: true });
  if (leave) {
    // the caller navigates in the same tick; later navigation asks again
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
/** Identity of a place: path and open form, so that the back button closing a form is guarded too. */
const placeOf = ({ pathname, search }: Place): string => `${pathname}?${new URLSearchParams(search).get('open') ?? ''}`;

/** Blocks in-app navigation away from unsaved changes; mounted once inside the router. */
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
