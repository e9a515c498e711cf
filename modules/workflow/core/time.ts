/** ISO 8601 durations, dates and repetitions of BPMN timers. Calendar units and dates without a zone are those of China (UTC+8, no summer time). */
import { nextTime } from '#kit/core/cron/times.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 8 * HOUR;
/** A timer further away is a mistake. */
const MAX_YEARS = 100;
/** The last moment that a date can hold. */
const MAX_DATE = 8.64e15;

export class TimeError extends Error {}

const PART = String.raw`\d+(?:[.,]\d+)?`;
const DURATION = new RegExp(
  `^([-+])?P(?:(\\d+)Y)?(?:(\\d+)M)?(?:(${PART})W)?(?:(${PART})D)?(?:T(?:(${PART})H)?(?:(${PART})M)?(?:(${PART})S)?)?$`,
);

/**
 * The moment (ms since 1970) a duration such as `P1M2DT3H` or `-PT5M` after `from`; a month ends on its last day when the day is missing.
 * Throws TimeError.
 */
export function addDuration(from: number, text: string): number {
  const match = DURATION.exec(text.trim());
  if (!match || /^[-+]?P(?:.*T)?$/.test(text.trim())) throw new TimeError(`“${text}”不是 ISO 8601 时长，例如 PT30M、P2D`);
  const sign = match[1] === '-' ? -1 : 1;
  const parts = match.slice(2).map((part) => sign * Number((part ?? '0').replace(',', '.')));
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  if (Math.abs(years + months / 12 + (weeks * 7 + days) / 365) > MAX_YEARS) throw new TimeError(`时长“${text}”超过 ${MAX_YEARS} 年`);
  const time = (weeks * 7 + days) * DAY + hours * HOUR + minutes * 60_000 + seconds * 1000;
  const due = addMonths(from, years * 12 + months) + Math.round(time);
  if (!Number.isSafeInteger(due) || Math.abs(due) > MAX_DATE) throw new TimeError(`时长“${text}”过长`);
  return due;
}

function addMonths(from: number, months: number): number {
  if (months === 0) return from;
  const local = new Date(from + ZONE);
  const first = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months + 1, 0)).getUTCDate();
  const timeOfDay = (from + ZONE) % DAY;
  return first + (Math.min(local.getUTCDate(), lastDay) - 1) * DAY + timeOfDay - ZONE;
}

/** A date of ISO 8601 in ms since 1970. Throws TimeError. */
export function moment(text: string): number {
  const trimmed = text.trim();
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(trimmed);
  const value = match ? Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}${zoneOf(match[3])}`) : Number.NaN;
  // 30 February would be read as 2 March
  const day = Date.parse(`${match?.[1] ?? ''}T00:00:00Z`);
  if (Number.isNaN(value) || new Date(day).toISOString().slice(0, 10) !== match?.[1])
    throw new TimeError(`“${text}”不是日期，例如 2026-01-31T18:00:00`);
  return value;
}

/** `+08`, `+0800` and no zone as dates of JavaScript write them. */
function zoneOf(zone = '+08:00'): string {
  if (zone === 'Z' || zone.includes(':')) return zone;
  return `${zone.slice(0, 3)}:${zone.slice(3) || '00'}`;
}

/** When a repeated timer is next due, and how often it is after that: -1 without end. */
export interface Repetition {
  readonly due: number;
  readonly left: number;
}

/** The first due moment of `R3/PT1H`, `R/2026-01-01T00:00:00/P1D`, `R5/PT1H/2026-02-01T00:00:00` or a cron line. Throws TimeError. */
export function firstOf(cycle: string, now: number): Repetition {
  const { every, times, begin } = cycleOf(cycle);
  if (every === null) return { due: cronAfter(cycle, now), left: -1 };
  const due = begin === null ? addDuration(now, every) : stepsBeyond(begin, every, now);
  return { due, left: times === null ? -1 : times - 1 };
}

/** The moment after `due` that is still to come at `now`: what was missed meanwhile is not made up for. Null when the cycle ends before it. */
export function nextOf(cycle: string, due: number, now: number): number | null {
  const { every, end } = cycleOf(cycle);
  const next = every === null ? cronAfter(cycle, Math.max(due, now)) : stepsBeyond(addDuration(due, every), every, now);
  return end !== null && next > end ? null : next;
}

/** `from`, or the first moment whole steps of `every` after it that is later than `now`. */
function stepsBeyond(from: number, every: string, now: number): number {
  if (from > now) return from;
  const step = addDuration(from, every) - from;
  // steps of months differ in length: there are few of them in 100 years
  if (/^P[^T]*[YM]/.test(every)) {
    let due = from;
    while (due <= now) due = addDuration(due, every);
    return due;
  }
  return from + (Math.floor((now - from) / step) + 1) * step;
}

interface Cycle {
  readonly every: string | null;
  readonly times: number | null;
  readonly begin: number | null;
  readonly end: number | null;
}

function cycleOf(text: string): Cycle {
  const parts = text.trim().split('/');
  const repeat = /^R(\d*)$/.exec(parts[0] ?? '');
  if (!repeat) {
    if (parts.length === 1 && DURATION.test(parts[0] ?? '')) return { every: parts[0] ?? '', times: 1, begin: null, end: null };
    return { every: null, times: null, begin: null, end: null };
  }
  const times = repeat[1] === '' ? null : Number(repeat[1]);
  const every = parts.find((part) => /^[-+]?P/.test(part));
  if (every === undefined || times === 0) throw new TimeError(`“${text}”不是 ISO 8601 重复间隔，例如 R3/PT1H`);
  if (addDuration(0, every) <= 0) throw new TimeError(`重复间隔“${text}”的长度不大于零`);
  const at = parts.indexOf(every);
  return {
    every,
    times,
    begin: at === 2 ? moment(parts[1] ?? '') : null,
    end: parts[at + 1] === undefined ? null : moment(parts[at + 1] ?? ''),
  };
}

function cronAfter(line: string, after: number): number {
  try {
    return nextTime(line, 'Asia/Shanghai', new Date(after)).getTime();
  } catch {
    throw new TimeError(`“${line}”不是重复间隔（例如 R3/PT1H）或 cron 表达式`);
  }
}
