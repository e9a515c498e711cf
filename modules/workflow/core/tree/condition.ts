/** Conditions as rows of field, operator and value: read from expressions, written as expressions, said in Chinese. */
import { expressionsIn } from '../juel/evaluate.ts';
import { parseExpression, type BinaryOperator, type Expression } from '../juel/parse.ts';
import { ExpressionError } from '../juel/tokens.ts';

export const OPERATORS = {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  contains: '包含',
  lacks: '不包含',
  empty: '为空',
  filled: '不为空',
} as const;
export type Operator = keyof typeof OPERATORS;
export type Value = string | number | boolean;

export interface Row {
  /** name of a variable, members with dots */
  readonly field: string;
  readonly operator: Operator;
  /** null for 为空 and 不为空 */
  readonly value: Value | null;
}
/** Groups of rows; between groups stands the other word. */
export interface Condition {
  /** what joins the rows of a group */
  readonly within: 'and' | 'or';
  readonly groups: readonly (readonly Row[])[];
}

const COMPARED: Readonly<Partial<Record<BinaryOperator, Operator>>> = {
  '==': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
};
const TURNED: Readonly<Partial<Record<Operator, Operator>>> = { gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };
const SIGNS = { eq: '==', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const other = (word: 'and' | 'or'): 'and' | 'or' => (word === 'and' ? 'or' : 'and');

/** What cannot be said in rows. */
class NotRows extends Error {}

function fieldOf(expression: Expression): string | null {
  if (expression.kind === 'variable') return expression.name;
  if (expression.kind !== 'member' || expression.key.kind !== 'literal' || typeof expression.key.value !== 'string') return null;
  const of = fieldOf(expression.of);
  return of !== null && NAME.test(expression.key.value) ? `${of}.${expression.key.value}` : null;
}
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

function literalOf(expression: Expression): Value | null {
  if (expression.kind === 'literal') return expression.value;
  const isNegative = expression.kind === 'negative' && expression.of.kind === 'literal' && typeof expression.of.value === 'number';
  return isNegative ? -Number((expression.of as { value: number }).value) : null;
}

function containing(expression: Expression): Row | null {
  if (expression.kind !== 'call' || expression.name !== 'contains' || expression.args.length !== 2) return null;
  const [field, value] = [fieldOf(expression.args[0] as Expression), literalOf(expression.args[1] as Expression)];
  return field === null || value === null ? null : { field, operator: 'contains', value };
}

/** A row of a single comparison. Throws NotRows. */
function rowOf(expression: Expression): Row {
  const isNot = expression.kind === 'not';
  const inner = isNot ? expression.of : expression;
  if (inner.kind === 'empty') {
    const field = fieldOf(inner.of);
    if (field !== null) return { field, operator: isNot ? 'filled' : 'empty', value: null };
  }
  const has = containing(inner);
  if (has) return isNot ? { ...has, operator: 'lacks' } : has;
  const operator = inner.kind === 'binary' ? COMPARED[inner.operator] : undefined;
  if (isNot || inner.kind !== 'binary' || !operator) throw new NotRows();
  const [field, value] = [fieldOf(inner.left), literalOf(inner.right)];
  if (field !== null && value !== null) return { field, operator, value };
  const [turned, first] = [fieldOf(inner.right), literalOf(inner.left)];
  if (turned !== null && first !== null) return { field: turned, operator: TURNED[operator] ?? operator, value: first };
  throw new NotRows();
}

const wordOf = (expression: Expression): 'and' | 'or' | null => {
  if (expression.kind !== 'binary') return null;
  if (expression.operator === '&&') return 'and';
  return expression.operator === '||' ? 'or' : null;
};
/** The parts that a word joins, however deep it is repeated. */
function joined(expression: Expression, word: 'and' | 'or'): Expression[] {
  if (expression.kind !== 'binary' || wordOf(expression) !== word) return [expression];
  return [...joined(expression.left, word), ...joined(expression.right, word)];
}

function conditionOf(expression: Expression): Condition {
  const word = wordOf(expression);
  if (word === null) return { within: 'and', groups: [[rowOf(expression)]] };
  const parts = joined(expression, word);
  if (parts.every((part) => wordOf(part) === null)) return { within: word, groups: [parts.map(rowOf)] };
  return { within: other(word), groups: parts.map((part) => joined(part, other(word)).map(rowOf)) };
}

/** The rows of a condition; null when it says more than rows can. */
export function readCondition(text: string): Condition | null {
  const [source, ...more] = expressionsIn(text);
  if (source === undefined || more.length > 0 || text.trim() !== `\${${source}}`) return null;
  try {
    return conditionOf(parseExpression(source));
  } catch (error) {
    if (error instanceof NotRows || error instanceof ExpressionError) return null;
    throw error;
  }
}

const textOf = (value: Value): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);

function rowText({ field, operator, value }: Row): string {
  if (operator === 'empty') return `empty ${field}`;
  if (operator === 'filled') return `!empty ${field}`;
  const text = textOf(value ?? '');
  if (operator === 'contains') return `contains(${field}, ${text})`;
  if (operator === 'lacks') return `!contains(${field}, ${text})`;
  return `${field} ${SIGNS[operator]} ${text}`;
}

/** The expression of rows; null when there is none. */
export function writeCondition({ within, groups }: Condition): string | null {
  const filled = groups.filter((rows) => rows.length > 0);
  if (filled.length === 0) return null;
  const [inner, outer] = within === 'and' ? [' && ', ' || '] : [' || ', ' && '];
  const texts = filled.map((rows) => {
    const text = rows.map(rowText).join(inner);
    return filled.length > 1 && rows.length > 1 ? `(${text})` : text;
  });
  return `\${${texts.join(outer)}}`;
}

const SAID: Readonly<Record<Operator, string>> = { ...OPERATORS, eq: '=', ne: '≠', gt: '>', ge: '≥', lt: '<', le: '≤' };

/** A condition as a person says it, with the labels of its fields; the expression itself when rows cannot say it. */
export function sayCondition(text: string, labels: ReadonlyMap<string, string> = new Map()): string {
  const condition = readCondition(text);
  if (!condition) return text;
  const [inner, outer] = condition.within === 'and' ? [' 且 ', ' 或 '] : [' 或 ', ' 且 '];
  const said = condition.groups.map((rows) => {
    const words = rows.map(({ field, operator, value }) => [
      labels.get(field) ?? field,
      SAID[operator],
      ...(value === null ? [] : [value]),
    ]);
    const whole = words.map((each) => each.join(' ')).join(inner);
    return condition.groups.length > 1 && rows.length > 1 ? `（${whole}）` : whole;
  });
  return said.join(outer);
}
