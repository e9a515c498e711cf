import { dayAfter, dayKind, NO_OWN_DAYS, weekdayOf, type OwnDays } from '#kit/core/cn/days-off.ts';
import { expectedRange, leastDays, mean, seasonalRange, shownNumber, type Range } from './anomaly-range.ts';
import type { HistoryCheck } from './catalogue/measure.ts';
import { failed, outcome, skipped, type Expected, type Outcome } from './compile/outcome.ts';

/*
 * Judgements on the history of a number. Days are compared with days of their kind, so that a holiday is no anomaly after working days. A rule
 * without enough history has no result and costs no points.
 */

/** A figure of an earlier run. */
export interface Point {
  /** day of the run, `2026-03-01`; the newest of a day counts */
  readonly day: string;
  readonly value: number;
}
export interface History {
  /** in the order of the runs */
  readonly points: readonly Point[];
  /** the day that is judged */
  readonly day: string;
  /** days off and worked days beside those of the public calendar */
  readonly ownDays?: OwnDays;
}

/** Fewest days whose mean stands for a week, a month. */
const LEAST_MEAN = 3;

/** The last figure of each day before a day. */
const newest = (points: readonly Point[], before: string): Map<string, number> =>
  new Map(points.filter(({ day }) => day < before).map(({ day, value }) => [day, value]));
const valuesFrom = (found: ReadonlyMap<string, number>, from: string): number[] =>
  [...found].filter(([day]) => day >= from).map(([, value]) => value);

/** The same day of the month before; its last day where it is shorter. */
function monthBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1, 0));
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}

/** What a number is compared with; null = the history does not reach. */
function baseOf(compare: string, { points, day }: History): number | null {
  const found = newest(points, day);
  const meanFrom = (from: string, least: number) => {
    const values = valuesFrom(found, from);
    return values.length < least ? null : mean(values);
  };
  switch (compare) {
    case 'previous':
      return points.at(-1)?.value ?? null;
    case 'day':
      return found.get(dayAfter(day, -1)) ?? null;
    case 'weekday':
      return found.get(dayAfter(day, -7)) ?? null;
    case 'week':
      return meanFrom(dayAfter(day, -((weekdayOf(day) + 6) % 7)), 1);
    case 'month':
      return found.get(monthBefore(day)) ?? null;
    case 'average7':
      return meanFrom(dayAfter(day, -7), LEAST_MEAN);
    case 'average30':
      return meanFrom(dayAfter(day, -30), LEAST_MEAN);
    default:
      return meanFrom(`${day.slice(0, 8)}01`, LEAST_MEAN);
  }
}

export const COMPARES = {
  previous: '上一次',
  day: '前一天',
  weekday: '上周同一天',
  average7: '近7天平均',
  average30: '近30天平均',
  averageMonth: '本月平均',
  week: '本周平均',
  month: '上月同日',
} as const;

/** Result of a number held against one of its past. */
function changed(found: Outcome, value: number, ask: Extract<HistoryCheck, { check: 'change' }>, history: History): Outcome {
  const base = baseOf(ask.compare, history);
  const name = COMPARES[ask.compare as keyof typeof COMPARES];
  if (base === null)
    return {
      ...found,
      ...skipped(found.ruleId, `没有${name}的历史，本次跳过`),
      value: found.value,
    };
  if (base === 0 && value !== 0) return { ...found, ...skipped(found.ruleId, `${name}为0，变化率无法计算，本次跳过`), value: found.value };
  const change = base === 0 ? 0 : ((value - base) / Math.abs(base)) * 100;
  const [min, max] = [ask.bounds.min, ask.bounds.max].map((end) => (end === null ? null : Number(end))) as [number | null, number | null];
  const at = (percent: number | null) => (percent === null ? null : base + (Math.abs(base) * percent) / 100);
  const expected: Expected = {
    low: at(min),
    high: at(max),
    says: `与${name}的${shownNumber(base)}${found.unit ?? ''}相比变化${change > 0 ? '+' : ''}${shownNumber(change)}%`,
  };
  const slack = 1e-9;
  const isGood = (min === null || change >= min - slack) && (max === null || change <= max + slack);
  return { ...found, isGood, expected };
}

interface Alike {
  readonly values: ReadonlyMap<string, number>;
  /** `工作日`, `休息日`, or nothing where days are not told apart */
  readonly name: string;
}
/** The past of days that are comparable with the judged one. By seasons the week is part of the model. */
function alikeDays(ask: Extract<HistoryCheck, { check: 'anomaly' }>, history: History): Alike {
  const found = newest(history.points, history.day);
  if (ask.strategy === 'holtWinters' || ask.isEveryDay) return { values: found, name: '' };
  const { isOff } = dayKind(history.day, history.ownDays ?? NO_OWN_DAYS);
  const values = new Map([...found].filter(([day]) => dayKind(day, history.ownDays ?? NO_OWN_DAYS).isOff === isOff));
  return { values, name: isOff ? '休息日' : '工作日' };
}

function rangeOf(ask: Extract<HistoryCheck, { check: 'anomaly' }>, { values }: Alike, history: History): Range | null {
  const width = { times: ask.sensitivity, least: ask.least };
  return ask.strategy === 'holtWinters'
    ? seasonalRange(values, history.day, { kindOf: (day) => dayKind(day, history.ownDays ?? NO_OWN_DAYS), width })
    : expectedRange(ask.strategy, [...values.values()], width);
}

/** Result of a number held against what its past expects. */
function judged(found: Outcome, value: number, ask: Extract<HistoryCheck, { check: 'anomaly' }>, history: History): Outcome {
  const alike = alikeDays(ask, history);
  const range = rangeOf(ask, alike, history);
  if (!range) {
    const least = leastDays(ask.strategy);
    const message = `${alike.name}历史有${alike.values.size}天，不足${least}天，本次跳过（测得${found.value}${found.unit ?? ''}）`;
    return { ...found, ...skipped(found.ruleId, message), value: found.value };
  }
  const slack = 1e-9 * Math.max(1, Math.abs(range.middle));
  // a number of rows is never below nothing
  const low = ask.isCount ? Math.max(0, range.low) : range.low;
  const isGood = value >= low - slack && value <= range.high + slack;
  const says = `预期${shownNumber(low)}${found.unit ?? ''}至${shownNumber(range.high)}${found.unit ?? ''}（按${alike.values.size}天${alike.name}历史）`;
  return { ...found, isGood, expected: { low, high: range.high, says } };
}

/** Result of a rule about the history of a number. `value` is the one of this run. Too little history is skipped, never failed. */
export function historyOutcome(found: Outcome, ask: HistoryCheck, history: History): Outcome {
  if (found.problem || found.value === null) return found;
  const value = Number(found.value);
  if (!Number.isFinite(value)) return failed(found.ruleId, `测得的“${found.value.slice(0, 40)}”不是数值`);
  const result = ask.check === 'change' ? changed(found, value, ask, history) : judged(found, value, ask, history);
  const { rows } = found;
  return outcome(found.ruleId, { ...result, rows, kept: { value, detail: null } });
}
