import { bankCardProblem } from '#kit/core/cn/bank-card.ts';
import { creditCodeProblem } from '#kit/core/cn/credit-code.ts';
import { idCardProblem } from '#kit/core/cn/id-card.ts';
import { orgCodeProblem } from '#kit/core/cn/org-code.ts';
import { FORM_PATTERNS } from './forms.ts';
import { Unsupported } from './problem.ts';
import { BLANKS } from './sql.ts';
import type { Condition, SqlForm, Value } from './tree.ts';

/* Conditions judged here, over values that were read: where a source has no means for them, and as the other side of tests. */

type Cell = string | null;
/** A value of the row by the name of its column, as text; null = none. */
export type Row = (name: string) => Cell;

const number = (cell: Cell): Cell => (cell === null || cell.trim() === '' || Number.isNaN(Number(cell)) ? null : cell);
const chars = (text: string): string[] => Array.from(text);

function called(fn: string, args: readonly Cell[]): Cell {
  if (fn === 'coalesce') return args.find((arg) => arg !== null) ?? null;
  if (fn === 'concat') return args.map((arg) => arg ?? '').join('');
  const [a, b, c] = args as [Cell, Cell, Cell];
  if (args.some((arg) => arg === null) || a === null) return null;
  switch (fn) {
    case 'length':
      return String(chars(a).length);
    case 'trim':
      return a.replace(/^ +| +$/g, '');
    case 'upper':
      return a.toUpperCase();
    case 'lower':
      return a.toLowerCase();
    case 'left':
      return chars(a).slice(0, Number(b)).join('');
    case 'right':
      return Number(b) === 0 ? '' : chars(a).slice(-Number(b)).join('');
    case 'substr':
      return chars(a)
        .slice(Number(b) - 1, c === undefined || c === null ? undefined : Number(b) - 1 + Number(c))
        .join('');
    case 'replace':
      return a.replaceAll(b ?? '', c ?? '');
    case 'toText':
      return a;
    case 'toNumber':
      return number(a);
    case 'toDay':
      return a.slice(0, 10);
    default:
      throw new Unsupported(fn);
  }
}

/** A value of the row as text. Throws Unsupported for what is only calculated by sources. */
export function valueIn(value: Value, row: Row): Cell {
  switch (value.is) {
    case 'column':
      return row(value.name);
    case 'text':
      return value.text;
    case 'number':
      return value.digits;
    case 'day':
      return value.day;
    case 'moment':
      return value.moment;
    case 'null':
      return null;
    case 'call':
      return called(
        value.fn,
        value.args.map((arg) => valueIn(arg, row)),
      );
    case 'choice': {
      const found = value.whens.find(([when]) => holds(when, row) === true)?.[1] ?? value.other;
      return found ? valueIn(found, row) : null;
    }
    case 'math':
      throw new Unsupported('math');
  }
}

const VALIDATORS: Readonly<Partial<Record<SqlForm, (text: string) => string | null>>> = {
  idCard: idCardProblem,
  creditCode: creditCodeProblem,
  orgCode: orgCodeProblem,
  bankCard: bankCardProblem,
};
const SHAPES: Readonly<Partial<Record<SqlForm, string>>> = { mobile: '^1[3-9][0-9]{9}$', postcode: '^[0-9]{6}$', ...FORM_PATTERNS };
const hasForm = (text: string, form: SqlForm): boolean =>
  VALIDATORS[form] ? VALIDATORS[form](text) === null : new RegExp(SHAPES[form]!).test(text);

const wild = (pattern: string): RegExp =>
  new RegExp(
    `^${chars(pattern)
      .map((char) => (char === '%' ? '[\\s\\S]*' : char === '_' ? '[\\s\\S]' : char.replace(/[.*+?^${}()|[\]\\]/, '\\$&')))
      .join('')}$`,
    'u',
  );

const FIELD = /yyyy|MM|dd|HH|mm|ss/g;
/** Whether a text is a day or moment of a form, in the calendar. */
export function isDated(text: string, format: string): boolean {
  const names: string[] = [];
  const escaped = format.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const shape = escaped.replace(FIELD, (field) => (names.push(field), `(\\d{${field.length}})`));
  const found = new RegExp(`^${shape}$`).exec(text);
  if (!found) return false;
  const part = (name: string, otherwise: number): number => (names.includes(name) ? Number(found[names.indexOf(name) + 1]) : otherwise);
  const [year, month, day] = [part('yyyy', 2000), part('MM', 1), part('dd', 1)];
  if (month < 1 || month > 12 || part('HH', 0) > 23 || part('mm', 0) > 59 || part('ss', 0) > 59) return false;
  const at = new Date(Date.UTC(2000, month - 1, day));
  at.setUTCFullYear(year, month - 1, day);
  return day >= 1 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
}

function compared(left: string, right: string): number {
  const [a, b] = [Number(left), Number(right)];
  if (left.trim() !== '' && right.trim() !== '' && !Number.isNaN(a) && !Number.isNaN(b)) return Math.sign(a - b);
  return left < right ? -1 : left > right ? 1 : 0;
}
const KEEPS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '>=': (order) => order >= 0,
  '>': (order) => order > 0,
};

function isReadable(text: string, as: 'number' | 'integer' | 'json'): boolean {
  if (as !== 'json') return (as === 'integer' ? /^ *[+-]?\d+ *$/ : /^ *[+-]?(\d+(\.\d*)?|\.\d+) *$/).test(text);
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function onText(condition: Extract<Condition, { value: Value }>, text: string): boolean {
  switch (condition.is) {
    case 'in':
      return condition.codes.includes(text);
    case 'matches':
      return new RegExp(condition.pattern, 'u').test(text);
    case 'like':
      return wild(condition.pattern).test(text);
    case 'blank':
      return /^ *$/.test(text);
    case 'spaceless':
      return !chars(text).some((char) => BLANKS.includes(char));
    case 'form':
      return hasForm(text, condition.form);
    case 'dated':
      return isDated(text, condition.format);
    case 'readable':
      return isReadable(text, condition.as);
    case 'missing':
      return false;
  }
}

/** Whether a condition holds for a row; null = unknown, by the rules of SQL. Throws Unsupported. */
export function holds(condition: Condition, row: Row): boolean | null {
  switch (condition.is) {
    case 'true':
      return true;
    case 'not': {
      const found = holds(condition.part, row);
      return found === null ? null : !found;
    }
    case 'and':
    case 'or': {
      const found = condition.parts.map((part) => holds(part, row));
      const decides = condition.is === 'or';
      return found.includes(decides) ? decides : found.includes(null) ? null : !decides;
    }
    case 'missing':
      return valueIn(condition.value, row) === null;
    case 'compare': {
      const [left, right] = [valueIn(condition.left, row), valueIn(condition.right, row)];
      return left === null || right === null ? null : KEEPS[condition.op]!(compared(left, right));
    }
    default: {
      const text = valueIn(condition.value, row);
      return text === null ? null : onText(condition, text);
    }
  }
}
