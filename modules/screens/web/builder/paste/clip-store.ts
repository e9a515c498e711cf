import { readText, writeText } from '#kit/web/storage.ts';

const KEY = 'data_ui_screen_clip';
/** The clipboard of the browser is closed to pages without https: the menu uses what was copied last in any tab. */
export const storeClip = (text: string): void => {
  if (text !== '') writeText(KEY, text);
};
export const storedClip = (): string | null => readText(KEY);
