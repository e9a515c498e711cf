import { calendarText, calendarTime, dateOnly, withTime, type CalendarTime } from '#kit/core/expr/calendar.ts';
import type { FieldOf } from '../contract/field.ts';
import type { Read, ReadFacts } from './read-value.ts';

const good = (value: Read['value']): Read => ({ value, problem: null });
const bad = (problem: string): Read => ({ value: null, problem });
type Format = NonNullable<FieldOf<'date'>['format']>;

const FORMS: Readonly<Record<Format, { form: RegExp; shown: string }>> = {
  date: { form: /^\d{4}-\d{2}-\d{2}$/, shown: 'YYYY-MM-DD' },
  datetime: { form: /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/, shown: 'YYYY-MM-DD HH:mm:ss' },
  month: { form: /^\d{4}-(0[1-9]|1[0-2])$/, shown: 'YYYY-MM' },
  year: { form: /^\d{4}$/, shown: 'YYYY' },
};
const whole = (format: Format, text: string): string => (format === 'month' ? `${text}-01` : format === 'year' ? `${text}-01-01` : text);

/** A day or moment of the calendar; null when the text is none. */
function timeOf(format: Format, text: string): CalendarTime | null {
  if (!FORMS[format].form.test(text)) return null;
  const found = calendarTime(whole(format, text));
  if (!found || text.startsWith('0000')) return null;
  return format === 'datetime' ? withTime(found) : dateOnly(found);
}
/** As it is kept: `2026-03`, `2026-03-01`, `2026-03-01 08:30:00`. */
const written = (format: Format, time: CalendarTime): string =>
  calendarText(time).slice(0, format === 'year' ? 4 : format === 'month' ? 7 : undefined);

interface Bounds {
  readonly label: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}
function boundProblem({ label, min, max }: Bounds, day: string, { today }: ReadFacts): string | null {
  const at = (bound: string): string => (bound === 'today' ? today : bound).slice(0, day.length);
  const said = (bound: string): string => (bound === 'today' ? '今天' : bound.slice(0, day.length));
  if (min !== undefined && day < at(min)) return `“${label}”不能早于${said(min)}`;
  if (max !== undefined && day > at(max)) return `“${label}”不能晚于${said(max)}`;
  return null;
}

/** Reads a day, moment, month or year. */
export function readDate(field: FieldOf<'date'>, raw: unknown, facts: ReadFacts): Read {
  if (raw === '') return good(null);
  const format = field.format ?? 'date';
  const time = typeof raw === 'string' ? timeOf(format, raw.trim()) : null;
  if (!time) return bad(`“${field.label}”应为日期，格式为 ${FORMS[format].shown}`);
  const text = written(format, time);
  const problem = boundProblem(field, text.slice(0, 10), facts);
  return problem === null ? good(text) : bad(problem);
}

/** Reads a pair of days or moments. */
export function readDateRange(field: FieldOf<'dateRange'>, raw: unknown, facts: ReadFacts): Read {
  const { label } = field;
  const format = field.format ?? 'date';
  if (!Array.isArray(raw) || (raw.length !== 2 && raw.length !== 0)) return bad(`“${label}”应有开始和结束日期`);
  const given: readonly unknown[] = raw;
  if (given.every((one) => one === null || one === '' || one === undefined)) return good(null);
  const times = given.map((one) => (typeof one === 'string' ? timeOf(format, one.trim()) : null));
  const [from, to] = times;
  if (!from || !to) return bad(`“${label}”应有开始和结束日期，格式为 ${FORMS[format].shown}`);
  if (from.micros > to.micros) return bad(`“${label}”的结束不能早于开始`);
  const DAY = 86_400_000_000n;
  if (field.maxDays !== undefined && (to.micros - from.micros) / DAY + 1n > BigInt(field.maxDays))
    return bad(`“${label}”最长${field.maxDays}天`);
  const texts = [written(format, from), written(format, to)];
  const problem = texts.map((text) => boundProblem(field, text.slice(0, 10), facts)).find((one) => one !== null);
  return problem === undefined ? good(texts) : bad(problem);
}

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
/** Reads a time of the day. */
export function readTime(field: FieldOf<'time'>, raw: unknown): Read {
  if (raw === '') return good(null);
  const found = typeof raw === 'string' ? CLOCK.exec(raw.trim()) : null;
  if (!found) return bad(`“${field.label}”应为时间，格式为 ${field.hasSeconds ? 'HH:mm:ss' : 'HH:mm'}`);
  return good(field.hasSeconds ? `${found[1]}:${found[2]}:${found[3] ?? '00'}` : `${found[1]}:${found[2]}`);
}
