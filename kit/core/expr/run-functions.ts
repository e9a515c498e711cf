import { ExprProblem, type Span } from './ast.ts';
import { addDays, CALENDAR_PARTS, calendarPart, dateOnly, daysBetween, type CalendarTime } from './calendar.ts';
import { abs, ceilOf, countOf, floorOf, round, whole, type Decimal } from './decimal.ts';
import { boundedText, isDecimal, isTimeValue, numberFrom, textOf, timeFrom, type Value } from './value.ts';

type Known = Exclude<Value, null>;
/** A function of values of which none is null: SQL answers null as soon as one is. */
type Strict = (args: readonly Known[], at: Span) => Value;

const text = (args: readonly Known[], i: number): string => textOf(args[i]!);
function number(args: readonly Known[], i: number, at: Span): Decimal {
  const value = args[i]!;
  return isDecimal(value) ? value : numberFrom(textOf(value), at);
}
function time(args: readonly Known[], i: number, at: Span): CalendarTime {
  const value = args[i]!;
  return isTimeValue(value) ? value : timeFrom(textOf(value), at);
}
function count(args: readonly Known[], i: number, at: Span): number {
  const found = countOf(number(args, i, at));
  if (found === null) throw new ExprProblem(`第${i + 1}个参数须是整数`, at);
  return found;
}

/** Upper or lower case character by character: one never becomes two. */
const cased = (from: string, to: (char: string) => string): string =>
  Array.from(from, (char) => {
    const other = to(char);
    return [...other].length === 1 ? other : char;
  }).join('');
const lower = (from: string): string => cased(from, (char) => char.toLowerCase());

function substring(args: readonly Known[], at: Span): string {
  const start = count(args, 1, at);
  const length = args.length > 2 ? count(args, 2, at) : Infinity;
  if (length < 0) throw new ExprProblem('函数 SUBSTR 的第3个参数须是不小于0的整数', at);
  return [...text(args, 0)].slice(Math.max(start - 1, 0), Math.max(start - 1 + length, 0)).join('');
}

function replaced(args: readonly Known[], at: Span): string {
  const [whole, from, to] = [text(args, 0), text(args, 1), text(args, 2)];
  if (from === '') return whole;
  const pieces = whole.split(from);
  boundedText(whole.length + (pieces.length - 1) * (to.length - from.length), at);
  return pieces.join(to);
}

/** The functions that look at values alone; those that choose between arguments stand in the program. */
export const STRICT: ReadonlyMap<string, Strict> = new Map<string, Strict>([
  ['LEFT', (args, at) => [...text(args, 0)].slice(0, count(args, 1, at)).join('')],
  [
    'RIGHT',
    (args, at) => {
      const chars = [...text(args, 0)];
      return chars.slice(Math.max(chars.length - count(args, 1, at), 0)).join('');
    },
  ],
  ['SUBSTR', substring],
  ['LENGTH', (args) => whole([...text(args, 0)].length)],
  ['UPPER', (args) => cased(text(args, 0), (char) => char.toUpperCase())],
  ['LOWER', (args) => lower(text(args, 0))],
  ['TRIM', (args) => text(args, 0).replace(/^ +/, '').replace(/ +$/, '')],
  ['REPLACE', replaced],
  ['CONTAINS', (args) => lower(text(args, 0)).includes(lower(text(args, 1)))],
  ['STARTSWITH', (args) => lower(text(args, 0)).startsWith(lower(text(args, 1)))],
  [
    'ABS',
    (args, at) => {
      const { units, scale } = number(args, 0, at);
      return { units: abs(units), scale };
    },
  ],
  ['ROUND', (args, at) => round(number(args, 0, at), args.length > 1 ? count(args, 1, at) : 0)],
  ['FLOOR', (args, at) => floorOf(number(args, 0, at))],
  ['CEIL', (args, at) => ceilOf(number(args, 0, at))],
  ['NUMBER', (args, at) => number(args, 0, at)],
  ['TEXT', (args) => text(args, 0)],
  ['DATE', (args, at) => dateOnly(time(args, 0, at))],
  ['ADDDAYS', (args, at) => addDays(time(args, 0, at), Math.trunc(Number(textOf(args[1]!))))],
  ['DAYSBETWEEN', (args, at) => whole(daysBetween(time(args, 0, at), time(args, 1, at)))],
  ...CALENDAR_PARTS.map((part): [string, Strict] => [part, (args, at) => whole(calendarPart(part, time(args, 0, at)))]),
]);
