import { useEffect, useEffectEvent } from 'react';
import type { StoreApi } from 'zustand';
import type { Design } from './store.ts';

interface Ways {
  readonly undo: { readonly run: () => void };
  readonly redo: { readonly run: () => void };
}

/**
 * Keyboard shortcuts: Ctrl+S saves, Ctrl+Z / Ctrl+Shift+Z (or Ctrl+Y) undo and redo; text inputs keep their native undo. `ways`: where a view keeps steps of its own; what it has handled
 * itself is left alone. Without a store the keys belong to an editor that lies over this one.
 */
export function useDesignKeys<C>(store: StoreApi<Design<C>> | null, save: () => void, ways?: Ways): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (store === null || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 's') {
      event.preventDefault();
      save();
      return;
    }
    if (event.defaultPrevented) return;
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')) return;
    if (key === 'z' || key === 'y') {
      event.preventDefault();
      const { undo, redo } = store.getState();
      if (key === 'y' || event.shiftKey) (ways?.redo.run ?? redo)();
      else (ways?.undo.run ?? undo)();
    }
  });
  useEffect(() => {
    const receive = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', receive);
    return () => window.removeEventListener('keydown', receive);
  }, []);
}
