/*
 * What stands in masks. All of it counts code points: half a character is none.
 */

export const HIDDEN = '***';
/** What stands for a value that could not be masked, or that its mask would have left as it is. */
export const FAILED = '******';
const MAX_STARS = 8;
const SURROGATE = /[\ud800-\udfff]/;

/** Stars that tell the length of what is short and hide the length of what is long. */
export const stars = (count: number): string => '*'.repeat(Math.max(1, Math.min(MAX_STARS, count)));
/** As many stars as characters, for forms whose length is known anyway. */
export const starsFor = (count: number): string => '*'.repeat(Math.max(1, count));

/** The characters of a text. The text itself where every one of them is one unit, which is much faster. */
export const charsOf = (text: string): string | string[] => (SURROGATE.test(text) ? [...text] : text);
export const sliceOf = (chars: string | string[], from: number, to?: number): string =>
  typeof chars === 'string' ? chars.slice(from, to) : chars.slice(from, to).join('');

/** Full-width digits, letters and signs as the ordinary ones. */
export const folded = (text: string): string =>
  /[\uff01-\uff5e]/.test(text) ? text.replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)) : text;

/** The first characters and the last ones, stars between; what would keep all of a value is all stars. */
export function ends(text: string, head: number, tail: number): string {
  const chars = charsOf(text);
  const hidden = chars.length - head - tail;
  if (hidden <= 0) return starsFor(chars.length);
  return sliceOf(chars, 0, head) + '*'.repeat(hidden) + (tail > 0 ? sliceOf(chars, chars.length - tail) : '');
}

/** The text of a value as masks see it. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
