import type { Grain } from '#modules/datasets/contract/field.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/;
const two = (n: number): string => String(n).padStart(2, '0');
const dayText = (time: Date): string => `${time.getUTCFullYear()}-${two(time.getUTCMonth() + 1)}-${two(time.getUTCDate())}`;

/**
 * The last moment of a bucket of time that begins with `start` (`2026-03-01`, month → `2026-03-31`); hours and minutes end in their last
 * second. Null when the text is no time: the value is then compared as it is.
 */
export function bucketEnd(start: string, grain: Grain): string | null {
  const found = DAY.exec(start);
  if (!found) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const last = (y: number, m: number, d: number): string => dayText(new Date(Date.UTC(y, m, d)));
  switch (grain) {
    case 'year':
      // a fiscal year begins with another month
      return last(year + 1, month - 1, 0);
    case 'quarter':
      return last(year, month + 2, 0);
    case 'month':
      return last(year, month, 0);
    case 'week':
      return last(year, month - 1, day + 6);
    case 'day':
      return dayText(new Date(Date.UTC(year, month - 1, day)));
    case 'hour':
      return `${start.slice(0, 10)} ${found[4] ?? '00'}:59:59`;
    case 'minute':
      return `${start.slice(0, 10)} ${found[4] ?? '00'}:${found[5] ?? '00'}:59`;
  }
}
