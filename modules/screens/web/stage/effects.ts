import { useSyncExternalStore } from 'react';
import { prefersReducedMotion, watchReducedMotion } from '#kit/web/reduced-motion.ts';
import { readText, writeText } from '#kit/web/storage.ts';

export type Effects = '60' | '30' | 'off';
const KEY = 'data_ui_screen_saver';
const watchers = new Set<() => void>();

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
  const unwatch = watchReducedMotion(watcher);
  return () => {
    watchers.delete(watcher);
    unwatch();
  };
}
const isCalm = (): boolean => saver.get() || prefersReducedMotion();

/** Whether this browser saves power (省电): screens without effects. */
export const useSaver = (): boolean => useSyncExternalStore(subscribe, saver.get);
/** Frames per second of the effects: what the document says, none in 省电 or when the computer asks for less motion. */
export const useEffects = (wanted: Effects): Effects => (useSyncExternalStore(subscribe, isCalm) ? 'off' : wanted);
