/*
 * What is measured, as trees: a closed grammar without any text of SQL. Names are those of the catalogue, values are literals. One writer per
 * kind of database makes statements of them (`sql.ts`).
 */

/** Class of a column for rules, as profiles have it (`kindOf` of the gate). */
export type ColumnKind = 'number' | 'text' | 'time' | 'boolean' | 'other';

/** Functions of one row's values that every kind of database has in some spelling. */
export type RowFunction =
  /** number of characters, not bytes; blanks at the end count */
  | 'length'
  | 'trim'
  | 'upper'
  | 'lower'
  | 'abs'
  | 'round'
  | 'floor'
  | 'ceil'
  | 'concat'
  | 'left'
  | 'right'
  | 'substr'
  | 'replace'
  | 'coalesce'
  | 'nullif'
  | 'toText'
  | 'toNumber'
  | 'toDay'
  | 'addDays'
  | 'daysBetween'
  | 'year'
  | 'quarter'
  | 'month'
  | 'day'
  | 'weekday'
  | 'hour';

/** A value of a row. */
export type Value =
  | { readonly is: 'column'; readonly name: string }
  | { readonly is: 'text'; readonly text: string }
  /** decimal digits, `-12.50` */
  | { readonly is: 'number'; readonly digits: string }
  /** `2026-03-01` */
  | { readonly is: 'day'; readonly day: string }
  /** `2026-03-01 08:30:00` in the zone of the source */
  | { readonly is: 'moment'; readonly moment: string }
  | { readonly is: 'null' }
  | { readonly is: 'math'; readonly op: '+' | '-' | '*' | '/' | '%'; readonly left: Value; readonly right: Value }
  | { readonly is: 'call'; readonly fn: RowFunction; readonly args: readonly Value[] }
  | { readonly is: 'choice'; readonly whens: readonly (readonly [when: Condition, then: Value])[]; readonly other: Value | null };

export type Comparison = '<' | '<=' | '=' | '<>' | '>=' | '>';
/** Forms of Chinese numbers and names whose rules are written in SQL (`forms.ts`). */
export type SqlForm =
  | 'idCard'
  | 'creditCode'
  | 'orgCode'
  | 'bankCard'
  | 'mobile'
  | 'phone'
  | 'email'
  | 'plate'
  | 'postcode'
  | 'ipv4'
  | 'ipv6'
  | 'taxNo'
  | 'areaCode'
  | 'noControl'
  | 'noFullWidth'
  | 'han';

/** What is true, false or unknown of a row. */
export type Condition =
  | { readonly is: 'true' }
  | { readonly is: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly is: 'not'; readonly part: Condition }
  | { readonly is: 'missing'; readonly value: Value }
  | { readonly is: 'compare'; readonly op: Comparison; readonly left: Value; readonly right: Value }
  | { readonly is: 'in'; readonly value: Value; readonly codes: readonly string[] }
  /** regular expression, in the part of the notation that all kinds of databases share; found anywhere unless anchored */
  | { readonly is: 'matches'; readonly value: Value; readonly pattern: string }
  /** `%` any text, `_` one character, letter by letter */
  | { readonly is: 'like'; readonly value: Value; readonly pattern: string }
  /** text without anything but blanks */
  | { readonly is: 'blank'; readonly value: Value }
  /** text without blanks of any kind, wide ones included */
  | { readonly is: 'spaceless'; readonly value: Value }
  | { readonly is: 'form'; readonly value: Value; readonly form: SqlForm }
  /** a text that can be read as this type */
  | { readonly is: 'readable'; readonly value: Value; readonly as: 'number' | 'integer' | 'json' }
  /** a day or moment written in this form, of `yyyy MM dd HH mm ss` and marks between them, that is in the calendar */
  | { readonly is: 'dated'; readonly value: Value; readonly format: string };

/** A number about many rows. */
export type Aggregate =
  | { readonly is: 'rows' }
  | { readonly is: 'count'; readonly where: Condition }
  | { readonly is: 'distinct'; readonly value: Value; readonly where: Condition }
  | { readonly is: 'min' | 'max' | 'sum' | 'mean' | 'stdev' | 'variance'; readonly value: Value; readonly where: Condition }
  /** share 0.5 = median */
  | { readonly is: 'quantile'; readonly value: Value; readonly share: number; readonly where: Condition };

export const column = (name: string): Value => ({ is: 'column', name });
export const text = (value: string): Value => ({ is: 'text', text: value });
export const number = (digits: string | number): Value => ({ is: 'number', digits: String(digits) });
export const call = (fn: RowFunction, ...args: readonly Value[]): Value => ({ is: 'call', fn, args });
export const TRUE: Condition = { is: 'true' };
export const FALSE: Condition = { is: 'not', part: TRUE };
export const not = (part: Condition): Condition => (part.is === 'not' ? part.part : { is: 'not', part });
export const missing = (value: Value): Condition => ({ is: 'missing', value });
export const present = (value: Value): Condition => not(missing(value));
export const compare = (left: Value, op: Comparison, right: Value): Condition => ({ is: 'compare', op, left, right });
export const isIn = (value: Value, codes: readonly string[]): Condition => ({ is: 'in', value, codes });
export const matches = (value: Value, pattern: string): Condition => ({ is: 'matches', value, pattern });

/** All of the parts; nothing that is always true is left among them. */
export function all(...parts: readonly Condition[]): Condition {
  const real = parts.flatMap((part) => (part.is === 'and' ? part.parts : part.is === 'true' ? [] : [part]));
  return real.length === 0 ? TRUE : real.length === 1 ? real[0]! : { is: 'and', parts: real };
}
/** One of the parts; false without any. */
export function any(...parts: readonly Condition[]): Condition {
  if (parts.some((part) => part.is === 'true')) return TRUE;
  return parts.length === 0 ? FALSE : parts.length === 1 ? parts[0]! : { is: 'or', parts };
}

type Part = { readonly value: Value } | { readonly condition: Condition };
const valuesIn = (values: readonly Value[]): Part[] => values.map((value) => ({ value }));
const conditionsIn = (conditions: readonly Condition[]): Part[] => conditions.map((condition) => ({ condition }));

function partsOfValue(value: Value): Part[] {
  switch (value.is) {
    case 'math':
      return valuesIn([value.left, value.right]);
    case 'call':
      return valuesIn(value.args);
    case 'choice':
      return [
        ...value.whens.flatMap(([when, then]): Part[] => [{ condition: when }, { value: then }]),
        ...valuesIn(value.other ? [value.other] : []),
      ];
    default:
      return [];
  }
}

function partsOfCondition(condition: Condition): Part[] {
  switch (condition.is) {
    case 'true':
      return [];
    case 'and':
    case 'or':
      return conditionsIn(condition.parts);
    case 'not':
      return conditionsIn([condition.part]);
    case 'compare':
      return valuesIn([condition.left, condition.right]);
    default:
      return valuesIn([condition.value]);
  }
}

function* within(part: Part): Generator<Part> {
  yield part;
  for (const inner of 'value' in part ? partsOfValue(part.value) : partsOfCondition(part.condition)) yield* within(inner);
}

const namesIn = (part: Part): string[] => [
  ...new Set([...within(part)].flatMap((one) => ('value' in one && one.value.is === 'column' ? [one.value.name] : []))),
];
/** Names of the columns that a condition reads, each once. */
export const columnsOf = (condition: Condition): string[] => namesIn({ condition });
/** Names of the columns that a value reads, each once. */
export const columnsOfValue = (value: Value): string[] => namesIn({ value });

/** Functions that give nothing where their text, number or day is nothing. */
const STRICT = new Set<RowFunction>(['length', 'trim', 'upper', 'lower']);
const isNothingWithout = (value: Value, name: string): boolean => {
  switch (value.is) {
    case 'column':
      return value.name === name;
    case 'math':
      return isNothingWithout(value.left, name) || isNothingWithout(value.right, name);
    case 'call':
      return STRICT.has(value.fn) && value.args.some((arg) => isNothingWithout(arg, name));
    default:
      return false;
  }
};

/** Whether a condition is neither true nor false of a row where the column has no value, in the three-valued logic of SQL. */
export function isUnknownWithout(condition: Condition, value: Value): boolean {
  if (value.is !== 'column') return false;
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.every((part) => isUnknownWithout(part, value));
    case 'not':
      return isUnknownWithout(condition.part, value);
    case 'compare':
      return isNothingWithout(condition.left, value.name) || isNothingWithout(condition.right, value.name);
    default:
      return false;
  }
}

const LENGTHS = /^(length|daysBetween)$/;
const isLength = (value: Value): boolean => value.is === 'call' && LENGTHS.test(value.fn);

/**
 * Whether a condition holds values of columns against values that somebody typed: then counts of rows can spell a value, and only who sees the
 * column in the clear may ask. A length is no value.
 */
export function comparesLiteral(condition: Condition): boolean {
  return [...within({ condition })].some((part) => {
    if (!('condition' in part)) return false;
    const { condition: one } = part;
    if (one.is === 'in' || one.is === 'matches' || one.is === 'like') return true;
    if (one.is !== 'compare') return false;
    if (isLength(one.left) || isLength(one.right)) return false;
    const literals = [one.left, one.right].filter((value) => columnsOfValue(value).length === 0);
    return literals.length > 0;
  });
}
