import { useSyncExternalStore } from 'react';
import { readText, writeText } from '#kit/web/storage.ts';

export type Effects = '60' | '30' | 'off';
const KEY = 'data_ui_screen_saver';
const watchers = new Set<() => void>();
const calm = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;

/** 省电: this computer shows screens without ambient effects. */
export const saver = {
  get: (): boolean => readText(KEY) === '1',
  set(isOn: boolean): void {
    writeText(KEY, isOn ? '1' : null);
    for (const watcher of watchers) watcher();
  },
};
function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  calm?.addEventListener('change', watcher);
  return () => {
    watchers.delete(watcher);
    calm?.removeEventListener('change', watcher);
  };
}
const isCalm = (): boolean => saver.get() || (calm?.matches ?? false);

/** Whether this browser saves power (省电): screens without effects. */
export const useSaver = (): boolean => useSyncExternalStore(subscribe, saver.get);
/** Frames per second of the effects: what the document says, none in 省电 or when the computer asks for less motion. */
export const useEffects = (wanted: Effects): Effects => (useSyncExternalStore(subscribe, isCalm) ? 'off' : wanted);
