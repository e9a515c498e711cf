import * as z from 'zod';

/** One piece of a field; weekdays count as Quartz counts them, 1 = Sunday … 7 = Saturday. */
export type Part =
  | { kind: 'value'; value: number }
  | { kind: 'range'; from: number; to: number }
  | { kind: 'step'; from: number; to: number; step: number }
  /** last day of the month */
  | { kind: 'last' }
  /** last working day of the month */
  | { kind: 'lastWorkday' }
  /** the working day nearest to a day of the month */
  | { kind: 'nearest'; day: number }
  /** the last Friday of the month */
  | { kind: 'lastOf'; weekday: number }
  /** the second Friday of the month */
  | { kind: 'nth'; weekday: number; nth: number };

/** Null means every value. */
export type Field = readonly Part[] | null;
export const FIELDS = ['second', 'minute', 'hour', 'day', 'month', 'weekday'] as const;
export type FieldName = (typeof FIELDS)[number];
export type Cron = Readonly<Record<FieldName, Field>>;

interface Rule {
  label: string;
  min: number;
  max: number;
  names?: readonly string[];
}
export const RULES: Readonly<Record<FieldName, Rule>> = {
  second: { label: '秒', min: 0, max: 59 },
  minute: { label: '分', min: 0, max: 59 },
  hour: { label: '时', min: 0, max: 23 },
  day: { label: '日', min: 1, max: 31 },
  month: { label: '月', min: 1, max: 12, names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] },
  weekday: { label: '星期', min: 1, max: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
};

/** Says in Chinese what is wrong with an expression. */
export class CronProblem extends Error {
  override readonly name = 'CronProblem';
}
const refuse = (text: string): never => {
  throw new CronProblem(text);
};

const MAX_CHARACTERS = 120;

/**
 * Reads a Quartz-like expression of six fields: second minute hour day month weekday. Accepted are `*`, `?` (day and weekday), lists,
 * ranges, steps, names, `L`, `LW`, `15W` in the day and `6L`, `6#2` in the weekday. Of day and weekday at most one may narrow, as in
 * Quartz. Throws CronProblem with a Chinese sentence.
 */
export function parseCron(text: string): Cron {
  const trimmed = text.trim();
  if (trimmed === '') refuse('cron 表达式不能为空');
  if (trimmed.length > MAX_CHARACTERS) refuse(`cron 表达式不能超过 ${MAX_CHARACTERS} 个字符`);
  const words = trimmed.toUpperCase().split(/\s+/);
  if (words.length !== FIELDS.length) refuse(`cron 表达式应为 6 段（秒 分 时 日 月 星期），现在是 ${words.length} 段`);
  const cron = Object.fromEntries(FIELDS.map((name, index) => [name, readField(name, words[index] ?? '')])) as Record<FieldName, Field>;
  if (cron.day !== null && cron.weekday !== null) refuse('日和星期不能同时指定，请将其中一个填为 ?');
  return cron;
}

/** What is wrong with an expression, null when nothing is. */
export function cronProblem(text: string): string | null {
  try {
    parseCron(text);
    return null;
  } catch (error) {
    if (error instanceof CronProblem) return error.message;
    throw error;
  }
}

/** The text of an expression as calls take it. */
export const CronText = z.string({ error: 'cron 表达式不能为空' }).check((context) => {
  const problem = cronProblem(context.value);
  if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: context.value });
});

function readField(name: FieldName, text: string): Field {
  if (text === '*') return null;
  if (text === '?') return name === 'day' || name === 'weekday' ? null : refuse(`“${RULES[name].label}”不能填 ?，? 只用于日和星期`);
  const parts = text.split(',').map((part) => readPart(name, part));
  return parts.some((part) => part === null) ? null : (parts as Part[]);
}

function readPart(name: FieldName, text: string): Part | null {
  const special = name === 'day' ? readDay(text) : name === 'weekday' ? readWeekday(text) : null;
  if (special) return special;
  const { label, min, max } = RULES[name];
  const [base = '', step, ...rest] = text.split('/');
  if (rest.length > 0) refuse(`“${label}”写法不正确：${text}`);
  const range = readRange(name, base, step !== undefined);
  if (step === undefined)
    return base === '*' ? null : range.from === range.to ? { kind: 'value', value: range.from } : { kind: 'range', ...range };
  const by = /^\d{1,3}$/.test(step) ? Number(step) : Number.NaN;
  if (!(by >= 1 && by <= max - min + 1)) refuse(`“${label}”的间隔应为 1 到 ${max - min + 1}`);
  return by === 1 && range.from === min && range.to === max ? null : { kind: 'step', ...range, step: by };
}

function readRange(name: FieldName, text: string, hasStep: boolean): { from: number; to: number } {
  const { label, min, max } = RULES[name];
  if (text === '*') return { from: min, to: max };
  const [first = '', second, ...rest] = text.split('-');
  if (rest.length > 0) refuse(`“${label}”写法不正确：${text}`);
  const from = readNumber(name, first);
  if (second === undefined) return { from, to: hasStep ? max : from };
  const to = readNumber(name, second);
  if (to < from) refuse(`“${label}”的范围应从小到大：${text}`);
  return { from, to };
}

function readNumber(name: FieldName, text: string): number {
  const { label, min, max, names } = RULES[name];
  const named = names?.indexOf(text) ?? -1;
  if (named >= 0) return named + min;
  if (!/^\d{1,3}$/.test(text)) refuse(text === '' ? `“${label}”有空缺` : `“${label}”不支持的写法：${text}`);
  const value = Number(text);
  const hint = name === 'weekday' ? '（1 为周日，7 为周六）' : '';
  if (value < min || value > max) refuse(`“${label}”应在 ${min} 到 ${max} 之间${hint}：${text}`);
  return value;
}

function readDay(text: string): Part | null {
  if (text === 'L') return { kind: 'last' };
  if (text === 'LW') return { kind: 'lastWorkday' };
  const near = /^(.+)W$/.exec(text)?.[1];
  return near === undefined ? null : { kind: 'nearest', day: readNumber('day', near) };
}

function readWeekday(text: string): Part | null {
  const last = /^(.+)L$/.exec(text)?.[1];
  if (last !== undefined) return { kind: 'lastOf', weekday: readNumber('weekday', last) };
  const [weekday, nth, ...rest] = text.split('#');
  if (nth === undefined || rest.length > 0) return null;
  if (!/^[1-5]$/.test(nth)) refuse('“星期”# 后应为 1 到 5，表示当月第几个');
  return { kind: 'nth', weekday: readNumber('weekday', weekday ?? ''), nth: Number(nth) };
}

/** The expression as croner reads it: numbers only, steps with both ends. */
export function patternOf(cron: Cron): string {
  return FIELDS.map((name) => cron[name]?.map(partText).join(',') ?? '*').join(' ');
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'value':
      return String(part.value);
    case 'range':
      return `${part.from}-${part.to}`;
    case 'step':
      return `${part.from}-${part.to}/${part.step}`;
    case 'last':
      return 'L';
    case 'lastWorkday':
      return 'LW';
    case 'nearest':
      return `${part.day}W`;
    case 'lastOf':
      return `${part.weekday}#L`;
    case 'nth':
      return `${part.weekday}#${part.nth}`;
  }
}
