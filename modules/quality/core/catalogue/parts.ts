import * as z from 'zod';
import { isDated } from '../measure/judge.ts';
import { all, column, not, present, type Condition, type Value } from '../measure/tree.ts';
import { compareDecimals } from '../compile/decimals.ts';
import { columnLabel, ConfigProblem, type ConfigField, type RuleColumn } from './declaration.ts';
import type { Bounds } from './measure.ts';

/** Parameters of a rule type that has none. */
export const NONE = z.object({});
/** Columns as people read them, one behind another. */
export const labels = (columns: readonly RuleColumn[]): string => columns.map((one) => `“${columnLabel(one)}”`).join('、');
/** A value that is there and, where it is a text, has more than blanks. */
export const filled = (one: RuleColumn): Condition =>
  one.kind === 'text' ? all(present(column(one.name)), not({ is: 'blank', value: column(one.name) })) : present(column(one.name));

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;
const NUMBER = /^[+-]?\d{1,60}(\.\d{1,60})?$/;
/** A range that holds nothing: numbers, or days and moments, the wrong way round. */
function isReversed(min: string, max: string): boolean {
  if (NUMBER.test(min) && NUMBER.test(max)) return compareDecimals(min, max) > 0;
  // a day as the end of a range is the whole of it
  return MOMENT.test(min) && MOMENT.test(max) && min.replace('T', ' ') > (DAY.test(max) ? `${max} 24` : max.replace('T', ' '));
}
const End = z.string().nullish();
/** Both ends of a range; one may be missing. */
export const RANGE = z.object({ min: End, max: End }).superRefine((one, ctx) => {
  if (!one.min && !one.max) ctx.addIssue({ code: 'custom', message: '请填写最小值或最大值', path: ['min'] });
  if (one.min && one.max && isReversed(one.min, one.max)) ctx.addIssue({ code: 'custom', message: '最大值不能小于最小值', path: ['max'] });
});
export const boundsOf = ({ min, max }: { min?: string | null | undefined; max?: string | null | undefined }): Bounds => ({
  min: min || null,
  max: max || null,
});
/** A range as people read it: `在 1 至 9 之间（含）`. */
export const boundsText = ({ min, max }: Bounds, unit = ''): string =>
  min !== null && max !== null
    ? min === max
      ? `等于${min}${unit}`
      : `在${min}${unit}至${max}${unit}之间（含两端）`
    : min !== null
      ? `不小于${min}${unit}`
      : `不大于${max}${unit}`;

const two = (n: number): string => String(n).padStart(2, '0');

/** An end of a range as a value of the kind of the column. Throws ConfigProblem for one that is none. */
export function endOf(one: RuleColumn, end: string, path: string): Value {
  if (one.kind === 'number') {
    if (!NUMBER.test(end)) throw new ConfigProblem(`字段“${one.name}”是数值，“${end}”不是数值`, path);
    return { is: 'number', digits: end };
  }
  if (one.kind === 'time') {
    const moment = end.replace('T', ' ').padEnd(19, ':00');
    if (MOMENT.test(end) && !(DAY.test(end) ? isDated(end, 'yyyy-MM-dd') : isDated(moment, 'yyyy-MM-dd HH:mm:ss')))
      throw new ConfigProblem(`没有“${end}”这个时间，请检查月、日和时刻`, path);
    if (DAY.test(end)) return { is: 'day', day: end };
    if (!MOMENT.test(end)) throw new ConfigProblem(`字段“${one.name}”是日期时间，“${end}”应写成 2026-03-01 或 2026-03-01 08:30:00`, path);
    return { is: 'moment', moment };
  }
  return { is: 'text', text: end };
}

/** A moment so many minutes earlier, in the calendar of its zone. Throws ConfigProblem for a text that is no moment. */
export function minutesBefore(moment: string, minutes: number): string {
  const found = MOMENT.exec(moment);
  if (!found) throw new ConfigProblem(`时间“${moment}”不能识别`, 'now');
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second) - Math.round(minutes * 60_000));
  const date = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  return `${date} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}

/** Fields of a range of numbers. */
export const RANGE_FIELDS: readonly ConfigField[] = [
  { key: 'min', label: '最小值', control: 'text', help: '含该值，可不填' },
  { key: 'max', label: '最大值', control: 'text', help: '含该值，可不填' },
];
export const PERCENT_FIELDS: readonly ConfigField[] = RANGE_FIELDS.map((field) => ({ ...field, unit: '%' }));
