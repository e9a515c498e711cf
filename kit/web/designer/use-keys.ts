import { useEffect, useEffectEvent } from 'react';
import type { StoreApi } from 'zustand';
import type { Design } from './store.ts';

/** Keyboard shortcuts: Ctrl+S saves, Ctrl+Z / Ctrl+Shift+Z (or Ctrl+Y) undo and redo; text inputs keep their native undo. */
export function useDesignKeys<C>(store: StoreApi<Design<C>>, save: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 's') {
      event.preventDefault();
      save();
      return;
    }
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')) return;
    if (key === 'z' || key === 'y') {
      event.preventDefault();
      if (key === 'y' || event.shiftKey) store.getState().redo();
      else store.getState().undo();
    }
  });
  useEffect(() => {
    const receive = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', receive);
    return () => window.removeEventListener('keydown', receive);
  }, []);
}
