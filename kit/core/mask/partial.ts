import type { MaskParams } from './algorithms.ts';
import { charsOf, HIDDEN, sliceOf, stars, starsFor } from './parts.ts';

/*
 * Masks that know nothing of what the value is.
 */

/** Keeps both ends. Where that would keep all, it keeps nothing; where it would hide less than a third, it keeps less. */
export function keep(text: string, { head = 0, tail = 0 }: MaskParams): string {
  const chars = charsOf(text);
  if (head + tail >= chars.length) return stars(chars.length);
  const most = Math.floor((chars.length * 2) / 3);
  const first = head + tail <= most ? head : Math.min(head, Math.floor(most / 2));
  const last = Math.min(tail, most - first);
  return sliceOf(chars, 0, first) + stars(chars.length - first - last) + (last > 0 ? sliceOf(chars, chars.length - last) : '');
}

/** Hides the places from one to another. Where none of them exists, it hides all. */
function range(text: string, { from = 1, to = from }: MaskParams): string {
  const chars = charsOf(text);
  const last = Math.min(to, chars.length);
  if (from > last) return stars(chars.length);
  return sliceOf(chars, 0, from - 1) + starsFor(last - from + 1) + sliceOf(chars, last);
}

/** Hides what stands before a character, the first of its kind. Without it, or with nothing before it, all is hidden. */
function before(text: string, { char = '' }: MaskParams): string {
  const at = char === '' ? -1 : text.indexOf(char);
  return at < 1 ? stars(charsOf(text).length) : stars(charsOf(text.slice(0, at)).length) + text.slice(at);
}

/** Hides what stands after a character, the first of its kind. */
function after(text: string, { char = '' }: MaskParams): string {
  const at = char === '' ? -1 : text.indexOf(char);
  const rest = at + char.length;
  return at < 0 || rest >= text.length ? stars(charsOf(text).length) : text.slice(0, rest) + stars(charsOf(text.slice(rest)).length);
}

/** Place by place as a pattern says; what is longer than the pattern is hidden, and all where the pattern would hide nothing. */
function pattern(text: string, { pattern: shape = '' }: MaskParams): string {
  const chars = [...text];
  const marks = [...shape];
  if (chars.length <= marks.length && !marks.slice(0, chars.length).includes('*')) return stars(chars.length);
  const shown = chars.slice(0, marks.length).map((char, i) => (marks[i] === '#' ? char : '*'));
  return shown.join('') + (chars.length > marks.length ? stars(chars.length - marks.length) : '');
}

/** A date down to its year or month; one that is not longer than that is hidden. */
function date(text: string, { unit = 'year' }: MaskParams): string {
  const found = /^(\d{4})\D?(\d{1,2})(\D?\d)?/.exec(text);
  if (!found) return HIDDEN;
  if (unit === 'year') return found[1]!;
  return found[3] === undefined ? HIDDEN : `${found[1]}-${found[2]!.padStart(2, '0')}`;
}

const numberOf = (text: string): number | null => {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
};

/** The nearest multiple. A number that is one already is hidden. */
function round(text: string, { step = 1000 }: MaskParams): string {
  const number = numberOf(text);
  if (number === null || step <= 0) return HIDDEN;
  const nearest = Math.round(number / step) * step;
  return nearest === number ? HIDDEN : plain(nearest);
}

/** Both ends of the step that a number lies in: 10000~20000. */
function amount(text: string, { step = 10_000 }: MaskParams): string {
  const number = numberOf(text);
  if (number === null || step <= 0) return HIDDEN;
  const lower = Math.floor(number / step) * step;
  return `${plain(lower)}~${plain(lower + step)}`;
}

/** Every number of a position with fewer decimals, cut and not rounded; one that has no more is hidden. */
function geo(text: string, { decimals = 2 }: MaskParams): string {
  if (!/^[-+]?\d{1,3}(?:\.\d+)?(?:\s*[,，; ]\s*[-+]?\d{1,3}(?:\.\d+)?)?$/.test(text.trim())) return HIDDEN;
  let isFiner = false;
  const shown = text.trim().replace(/\.(\d+)/g, (_, fraction: string) => {
    if (/[1-9]/.test(fraction.slice(decimals))) isFiner = true;
    return decimals === 0 ? '' : `.${fraction.slice(0, decimals)}`;
  });
  return isFiner ? shown : HIDDEN;
}

/** Without an exponent and without the noise of binary fractions. */
const plain = (number: number): string => String(Number(number.toPrecision(15)));

/** Masks with parameters, by the name of their algorithm. */
export const PARTIAL = { keep, range, before, after, pattern, date, round, amount, geo };
