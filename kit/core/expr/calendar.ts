import { OutOfRange } from './decimal.ts';

/** A day, or a moment of the calendar without a zone, in microseconds from 1970-01-01. */
export interface CalendarTime {
  readonly micros: bigint;
  readonly hasTime: boolean;
}
const SECOND = 1_000_000n;
const HOUR = 3600n * SECOND;
const DAY = 24n * HOUR;
const WRITTEN = /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|(\d{2})(\d{2}))(?:[T ](.+))?$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6})\d*)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** Days from 1970-01-01; null for a day that the calendar does not have. */
function dayNumber(year: number, month: number, day: number): bigint | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? BigInt(date.getTime() / 86_400_000) : null;
}

/** Reads `2026-03-01`, with a time behind it or not; null for what is no such text. A zone behind the time is left out. */
export function calendarTime(text: string): CalendarTime | null {
  const found = WRITTEN.exec(text.trim());
  if (!found) return null;
  const [, year, m1, d1, m2, d2, m3, d3, clock] = found;
  const day = dayNumber(Number(year), Number(m1 ?? m2 ?? m3), Number(d1 ?? d2 ?? d3));
  if (day === null) return null;
  if (clock === undefined) return { micros: day * DAY, hasTime: false };
  const time = CLOCK.exec(clock);
  if (!time) return null;
  const [hour, minute, second] = [Number(time[1]), Number(time[2]), Number(time[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const inDay = BigInt(hour * 3600 + minute * 60 + second) * SECOND + BigInt((time[4] ?? '').padEnd(6, '0'));
  return { micros: day * DAY + inDay, hasTime: true };
}

/** Days from 1970-01-01, the part of the day left out. */
const dayOf = ({ micros }: CalendarTime): bigint => (micros - (((micros % DAY) + DAY) % DAY)) / DAY;
const dateOf = (time: CalendarTime): Date => new Date(Number(dayOf(time)) * 86_400_000);
const two = (n: number | bigint): string => String(n).padStart(2, '0');

/** `2026-03-01`, or `2026-03-01 08:30:00.5`, as PostgreSQL writes it. */
export function calendarText(time: CalendarTime): string {
  const date = dateOf(time);
  const day = `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  if (!time.hasTime) return day;
  const inDay = time.micros - dayOf(time) * DAY;
  const fraction = String(inDay % SECOND)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const clock = `${two(inDay / HOUR)}:${two((inDay / (60n * SECOND)) % 60n)}:${two((inDay / SECOND) % 60n)}`;
  return `${day} ${clock}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The day of a moment, at midnight and without a time. */
export const dateOnly = (time: CalendarTime): CalendarTime => ({ micros: dayOf(time) * DAY, hasTime: false });
/** A day as the moment of its midnight; a moment as it is. */
export const withTime = (time: CalendarTime): CalendarTime => ({ micros: time.micros, hasTime: true });
/** Whole days from the day of `from` to that of `to`; negative when `to` is earlier. */
export const daysBetween = (from: CalendarTime, to: CalendarTime): bigint => dayOf(to) - dayOf(from);

/** Throws OutOfRange for a day outside the years 1 to 9999. */
export function addDays(time: CalendarTime, days: number): CalendarTime {
  const moved = { micros: (dayOf(time) + BigInt(days)) * DAY, hasTime: false };
  const year = dateOf(moved).getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw new OutOfRange('日期超出范围');
  return moved;
}

export type CalendarPart = 'YEAR' | 'QUARTER' | 'MONTH' | 'DAY' | 'WEEKDAY' | 'HOUR';
export const CALENDAR_PARTS: readonly CalendarPart[] = ['YEAR', 'QUARTER', 'MONTH', 'DAY', 'WEEKDAY', 'HOUR'];
/** One part of a time; weeks begin on Monday, which is 1. */
export function calendarPart(part: CalendarPart, time: CalendarTime): number {
  const date = dateOf(time);
  switch (part) {
    case 'YEAR':
      return date.getUTCFullYear();
    case 'QUARTER':
      return Math.floor(date.getUTCMonth() / 3) + 1;
    case 'MONTH':
      return date.getUTCMonth() + 1;
    case 'DAY':
      return date.getUTCDate();
    case 'WEEKDAY':
      return ((date.getUTCDay() + 6) % 7) + 1;
    case 'HOUR':
      return Number((time.micros - dayOf(time) * DAY) / HOUR);
  }
}
