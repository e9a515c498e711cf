import { ExpressionError } from './tokens.ts';

/** Keys that lead out of the data of an object. */
const CLOSED: ReadonlySet<unknown> = new Set(['__proto__', 'constructor', 'prototype']);

/** Length of a text or list, number of entries of an object; 0 for null. */
export function sizeOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' ? Object.keys(value).length : 1;
}

/** A member of a list or object by its own key; null when there is none. */
export function memberOf(value: unknown, key: unknown): unknown {
  if (value === null || typeof value !== 'object' || CLOSED.has(key)) return null;
  if (typeof key !== 'string' && typeof key !== 'number') return null;
  return Object.hasOwn(value, key) && !(Array.isArray(value) && key === 'length')
    ? ((value as Record<string, unknown>)[key] ?? null)
    : null;
}

/** Equality of Expression Language: numbers by value even when one side is a text, booleans by their word. */
export function areEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === null || left === undefined || right === null || right === undefined) return (left ?? null) === (right ?? null);
  if (typeof left === 'boolean' || typeof right === 'boolean') return textOf(left) === textOf(right);
  if (typeof left === 'number' || typeof right === 'number') return Number(left) === Number(right);
  if (typeof left === 'object' || typeof right === 'object') return JSON.stringify(left) === JSON.stringify(right);
  return false;
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

export function isTrue(value: unknown): boolean {
  if (typeof value === 'string') return value.toLowerCase() === 'true';
  return value === true;
}

function asNumber(value: unknown): number {
  if (value === null || value === undefined || value === '') return 0;
  const number = typeof value === 'boolean' ? Number.NaN : Number(value);
  if (Number.isNaN(number)) throw new ExpressionError(`“${textOf(value)}”不是数字`);
  return number;
}

/** -1, 0 or 1; numbers by value when one side is a number, otherwise as texts. Null is not comparable. */
export function compare(left: unknown, right: unknown): number | null {
  if (left === null || left === undefined || right === null || right === undefined) return null;
  if (typeof left === 'number' || typeof right === 'number') return Math.sign(asNumber(left) - asNumber(right));
  const [a, b] = [textOf(left), textOf(right)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)));

/** Arithmetic over numbers; `+` joins texts that are no numbers. */
export function calculate(operator: '+' | '-' | '*' | '/' | '%', left: unknown, right: unknown): unknown {
  if (operator === '+' && [left, right].some((value) => typeof value === 'string' && !isNumeric(value)))
    return textOf(left) + textOf(right);
  const [a, b] = [asNumber(left), asNumber(right)];
  if ((operator === '/' || operator === '%') && b === 0) throw new ExpressionError('除数为零');
  switch (operator) {
    case '+':
      return rounded(a + b);
    case '-':
      return rounded(a - b);
    case '*':
      return rounded(a * b);
    case '/':
      return a / b;
    default:
      return a % b;
  }
}

/** Takes away what binary fractions add: 0.1 + 0.2 is 0.3 to an author of conditions. */
const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));
