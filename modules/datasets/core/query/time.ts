import type { Grain } from '../../contract/field.ts';
import type { RelativeDate } from '../../contract/query.ts';

/** A moment of the calendar, without zone: milliseconds as if it were UTC. */
export type Moment = number;
export interface TimeSpan {
  /** first moment */
  readonly from: Moment;
  /** first moment behind it */
  readonly to: Moment;
}
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

const two = (n: number): string => String(n).padStart(2, '0');
const parts = (at: Moment) => {
  const date = new Date(at);
  return { y: date.getUTCFullYear(), m: date.getUTCMonth(), d: date.getUTCDate(), h: date.getUTCHours(), i: date.getUTCMinutes() };
};
const at = (y: number, m: number, d = 1, h = 0, i = 0, s = 0): Moment => {
  const date = new Date(Date.UTC(2000, m, d, h, i, s));
  date.setUTCFullYear(y, m, d);
  return date.getTime();
};

/** `2026-03-01`, or `2026-03-01 08:30:00` when it is not midnight. */
export function momentText(moment: Moment): string {
  const date = new Date(moment);
  const day = `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  if (moment % DAY === 0) return day;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}
/** The day of a moment, `2026-03-01`. */
export const dayText = (moment: Moment): string => momentText(Math.floor(moment / DAY) * DAY);

const WRITTEN = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2})(?::(\d{2})(?::(\d{2})(?:\.\d+)?)?)?)?)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** The span that a written time stands for: `2026` is a year, `2026-03` a month, `2026-03-01` a day. Null when it is none. */
export function spanOf(text: string): TimeSpan | null {
  const found = WRITTEN.exec(text.trim());
  if (!found) return null;
  const [y, m, d, h, i, s] = found.slice(1).map((part) => (part === undefined ? null : Number(part))) as [number, ...(number | null)[]];
  if ((m ?? 1) < 1 || (m ?? 1) > 12 || (d ?? 1) < 1 || (d ?? 1) > 31 || (h ?? 0) > 23 || (i ?? 0) > 59 || (s ?? 0) > 59) return null;
  const from = at(y, (m ?? 1) - 1, d ?? 1, h ?? 0, i ?? 0, s ?? 0);
  if (parts(from).m !== (m ?? 1) - 1) return null;
  if (m === null || m === undefined) return { from, to: at(y + 1, 0) };
  if (d === null || d === undefined) return { from, to: at(y, m) };
  return { from, to: from + (h === null ? DAY : i === null ? HOUR : s === null ? MINUTE : 1000) };
}

type Unit = Grain;
/** The first moment of the bucket that a moment lies in; weeks begin on Monday. */
export function floor(moment: Moment, unit: Unit, fiscalMonth = 1): Moment {
  const { y, m, d, h, i } = parts(moment);
  switch (unit) {
    case 'year':
      return at(m + 1 < fiscalMonth ? y - 1 : y, fiscalMonth - 1);
    case 'quarter':
      return at(y, Math.floor(m / 3) * 3);
    case 'month':
      return at(y, m);
    case 'week': {
      const day = at(y, m, d);
      return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY;
    }
    case 'day':
      return at(y, m, d);
    case 'hour':
      return at(y, m, d, h);
    case 'minute':
      return at(y, m, d, h, i);
  }
}

/** A moment n units later; a day that the month does not have becomes its last one. */
export function shift(moment: Moment, unit: Unit, n: number): Moment {
  const months = unit === 'year' ? 12 * n : unit === 'quarter' ? 3 * n : unit === 'month' ? n : null;
  if (months === null) return moment + n * (unit === 'week' ? 7 * DAY : unit === 'day' ? DAY : unit === 'hour' ? HOUR : MINUTE);
  const { y, m, d } = parts(moment);
  const first = at(y, m + months);
  const { y: year, m: month } = parts(first);
  const last = parts(at(year, month + 1, 0)).d;
  return first + (Math.min(d, last) - 1) * DAY + (moment - at(y, m, d));
}

/** Year and number of the ISO week of a Monday. */
function isoWeek(monday: Moment): { year: number; week: number } {
  const year = parts(monday + 3 * DAY).y;
  return { year, week: Math.round((monday - firstMonday(year)) / (7 * DAY)) + 1 };
}
/** Monday of the first ISO week of a year: the week with 4 January. */
const firstMonday = (year: number): Moment => floor(at(year, 0, 4), 'week');

/**
 * The bucket a year before, null where there is none: 29 February, and the 53rd week of a year whose predecessor has 52. Weeks are
 * compared by their ISO number.
 */
export function yearBefore(bucket: Moment, grain: Unit): Moment | null {
  if (grain === 'week') {
    const { year, week } = isoWeek(bucket);
    const found = firstMonday(year - 1) + (week - 1) * 7 * DAY;
    return found < firstMonday(year) ? found : null;
  }
  const before = shift(bucket, 'year', -1);
  return parts(before).d === parts(bucket).d ? before : null;
}

/** The span of a relative date, from `now` (a moment of the calendar). It stays the same inside the unit (or the day, of `toDate`). */
export function relativeSpan({ span, unit, n }: RelativeDate, now: Moment, fiscalMonth = 1): TimeSpan {
  const start = floor(now, unit, fiscalMonth);
  switch (span) {
    case 'last':
      return { from: shift(start, unit, 1 - n), to: shift(start, unit, 1) };
    case 'this':
      return { from: start, to: shift(start, unit, 1) };
    case 'previous':
      return { from: shift(start, unit, -n), to: start };
    case 'next':
      return { from: shift(start, unit, 1), to: shift(start, unit, n + 1) };
    case 'toDate': {
      const step = unit === 'hour' ? 'hour' : 'day';
      return { from: start, to: shift(floor(now, step), step, 1) };
    }
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** What the clock and the calendar of a zone show at an instant (epoch ms). */
export function localMoment(instant: number, zone: string): Moment {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  const found = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  return at(found.get('year')!, found.get('month')! - 1, found.get('day')!, found.get('hour')!, found.get('minute')!, found.get('second')!);
}

/** All buckets from one to another, at most `most`. */
export function buckets(first: Moment, last: Moment, grain: Unit, most: number): Moment[] {
  const all: Moment[] = [];
  for (let one = first; one <= last && all.length < most; one = shift(one, grain, 1)) all.push(one);
  return all;
}
