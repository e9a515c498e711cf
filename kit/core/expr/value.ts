import type { ExprType, Span } from './ast.ts';
import { ExprProblem } from './ast.ts';
import { calendarText, calendarTime, dateOnly, withTime, type CalendarTime } from './calendar.ts';
import { compareDecimals, decimalOf, decimalText, type Decimal } from './decimal.ts';

/** What an expression works with; null is SQL's: unknown. */
export type Value = string | boolean | Decimal | CalendarTime | null;
/** No text of a result is longer: each step could double it. */
const MAX_TEXT = 100_000;

/** True for a number. */
export const isDecimal = (value: Value): value is Decimal => typeof value === 'object' && value !== null && 'units' in value;
/** True for a day or moment. */
export const isTimeValue = (value: Value): value is CalendarTime => typeof value === 'object' && value !== null && 'micros' in value;

/** A value as text, written as PostgreSQL writes it. */
export function textOf(value: Exclude<Value, null>): string {
  if (isDecimal(value)) return decimalText(value);
  if (isTimeValue(value)) return calendarText(value);
  return String(value);
}

const shortened = (text: string): string => (text.length > 10 ? `${text.slice(0, 10)}…` : text);
/** A text that is used as a number. Throws ExprProblem. */
export function numberFrom(text: string, at: Span): Decimal {
  const found = decimalOf(text);
  if (!found) throw new ExprProblem(`“${shortened(text)}”不是数值`, at);
  return found;
}
/** A text that is used as a time. Throws ExprProblem. */
export function timeFrom(text: string, at: Span): CalendarTime {
  const found = calendarTime(text);
  if (!found) throw new ExprProblem(`“${shortened(text)}”不是日期`, at);
  return found;
}
/** Throws ExprProblem for a text that has grown beyond all use. */
export function boundedText(length: number, at: Span): void {
  if (length > MAX_TEXT) throw new ExprProblem('文本过长，请简化', at);
}

const TRUTHS: Readonly<Record<string, boolean>> = { true: true, t: true, '1': true, false: false, f: false, '0': false };
/** What a row holds, as a value of the type that its field has. Throws ExprProblem. */
export function valueOf(raw: unknown, type: ExprType, at: Span): Value {
  if (raw === null || raw === undefined) return null;
  const text = typeof raw === 'object' ? JSON.stringify(raw) : String(raw as string | number | bigint | boolean);
  switch (type) {
    case 'number':
      return numberFrom(text, at);
    case 'date':
      return dateOnly(timeFrom(text, at));
    case 'datetime':
      return withTime(timeFrom(text, at));
    case 'bool': {
      const truth = Object.hasOwn(TRUTHS, text.toLowerCase()) ? TRUTHS[text.toLowerCase()] : undefined;
      if (truth === undefined) throw new ExprProblem(`“${shortened(text)}”不是是否值`, at);
      return truth;
    }
    default:
      return text;
  }
}

/** By characters, as a byte-ordered database has them: UTF-16 would put some behind. */
function compareTexts(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Below 0, 0 or above 0; both are of one type, which the check has seen to. */
export function compareValues(a: Exclude<Value, null>, b: Exclude<Value, null>): number {
  if (isDecimal(a) && isDecimal(b)) return compareDecimals(a, b);
  if (isTimeValue(a) && isTimeValue(b)) return Number(a.micros > b.micros) - Number(a.micros < b.micros);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return compareTexts(textOf(a), textOf(b));
}
