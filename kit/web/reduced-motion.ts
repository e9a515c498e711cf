import { useSyncExternalStore } from 'react';

const query = (): MediaQueryList | null => (typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null);

/** Whether the computer asks for less motion (`prefers-reduced-motion`), as remote desktops and many offices set it. */
export const prefersReducedMotion = (): boolean => query()?.matches ?? false;

/** Calls `changed` whenever that setting changes, until the returned function is called. */
export function watchReducedMotion(changed: () => void): () => void {
  const watched = query();
  watched?.addEventListener('change', changed);
  return () => watched?.removeEventListener('change', changed);
}

/** {@link prefersReducedMotion} in a component. */
export const useReducedMotion = (): boolean => useSyncExternalStore(watchReducedMotion, prefersReducedMotion);
