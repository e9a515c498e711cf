/** The functions that expressions may call: Flowable's `vars:` functions, and methods of texts and lists that imported definitions use. */
import { ExpressionError } from './tokens.ts';
import { areEqual, compare, sizeOf, textOf } from './values.ts';

type Args = readonly unknown[];
const numbers = (args: Args): number[] => args.map(Number);

const FUNCTIONS: Readonly<Record<string, (args: Args, now: number) => unknown>> = {
  now: (_args, now) => new Date(now).toISOString(),
  size: ([value]) => sizeOf(value),
  contains: ([list, value]) => contains(list, value),
  lower: ([text]) => textOf(text).toLowerCase(),
  upper: ([text]) => textOf(text).toUpperCase(),
  trim: ([text]) => textOf(text).trim(),
  abs: ([value]) => Math.abs(Number(value)),
  round: ([value, digits]) => Number(Number(value).toFixed(Math.min(10, Math.max(0, Number(digits ?? 0))))),
  floor: ([value]) => Math.floor(Number(value)),
  ceil: ([value]) => Math.ceil(Number(value)),
  min: (args) => Math.min(...numbers(args)),
  max: (args) => Math.max(...numbers(args)),
};

function contains(list: unknown, value: unknown): boolean {
  if (Array.isArray(list)) return list.some((entry) => areEqual(entry, value));
  return typeof list === 'string' && list.includes(textOf(value));
}

/** Names in order of Flowable's documentation; the value is null when the variable is absent. */
const ON_VARIABLE: Readonly<Record<string, (value: unknown, args: Args) => unknown>> = {
  get: (value) => value,
  getOrDefault: (value, [otherwise]) => value ?? otherwise ?? null,
  exists: (value) => value !== null,
  exist: (value) => value !== null,
  isEmpty: (value) => sizeOf(value) === 0,
  empty: (value) => sizeOf(value) === 0,
  isNotEmpty: (value) => sizeOf(value) > 0,
  notEmpty: (value) => sizeOf(value) > 0,
  equals: (value, [other]) => value !== null && areEqual(value, other),
  eq: (value, [other]) => value !== null && areEqual(value, other),
  notEquals: (value, [other]) => value !== null && !areEqual(value, other),
  ne: (value, [other]) => value !== null && !areEqual(value, other),
  base64: (value) => (value === null ? null : btoa(String.fromCodePoint(...new TextEncoder().encode(textOf(value))))),
  contains: (value, args) => value !== null && args.every((arg) => contains(value, arg)),
  containsAny: (value, args) => args.some((arg) => contains(value, arg)),
  lowerThan: (value, [other]) => compare(value, other) === -1,
  lessThan: (value, [other]) => compare(value, other) === -1,
  lt: (value, [other]) => compare(value, other) === -1,
  lowerThanOrEquals: (value, [other]) => (compare(value, other) ?? 1) <= 0,
  lessThanOrEquals: (value, [other]) => (compare(value, other) ?? 1) <= 0,
  lte: (value, [other]) => (compare(value, other) ?? 1) <= 0,
  greaterThan: (value, [other]) => compare(value, other) === 1,
  gt: (value, [other]) => compare(value, other) === 1,
  greaterThanOrEquals: (value, [other]) => (compare(value, other) ?? -1) >= 0,
  gte: (value, [other]) => (compare(value, other) ?? -1) >= 0,
};

const METHODS: Readonly<Record<string, (value: unknown, args: Args) => unknown>> = {
  size: (value) => sizeOf(value),
  length: (value) => sizeOf(value),
  isEmpty: (value) => sizeOf(value) === 0,
  contains: (value, [other]) => contains(value, other),
  equals: (value, [other]) => areEqual(value, other),
  equalsIgnoreCase: (value, [other]) => textOf(value).toLowerCase() === textOf(other).toLowerCase(),
  startsWith: (value, [other]) => textOf(value).startsWith(textOf(other)),
  endsWith: (value, [other]) => textOf(value).endsWith(textOf(other)),
  containsKey: (value, [key]) => ownValue(value, key) !== null,
  concat: (value, args) => args.reduce<string>((text, more) => text + textOf(more), textOf(value)),
  substring: (value, [from, to]) => textOf(value).slice(Math.max(0, Number(from)), to === undefined ? undefined : Math.max(0, Number(to))),
  intValue: (value) => Math.trunc(Number(value)),
  longValue: (value) => Math.trunc(Number(value)),
  doubleValue: (value) => Number(value),
  toLowerCase: (value) => textOf(value).toLowerCase(),
  toUpperCase: (value) => textOf(value).toUpperCase(),
  trim: (value) => textOf(value).trim(),
  get: (value, [key]) => (Array.isArray(value) ? (value[Number(key)] ?? null) : ownValue(value, key)),
  indexOf: (value, [other]) =>
    Array.isArray(value) ? value.findIndex((entry) => areEqual(entry, other)) : textOf(value).indexOf(textOf(other)),
};

const ownValue = (value: unknown, key: unknown): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, textOf(key)) && textOf(key) !== '__proto__'
    ? ((value as Record<string, unknown>)[textOf(key)] ?? null)
    : null;

function known<F>(table: Readonly<Record<string, F>>, name: string, shown: string): F {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found === undefined) throw new ExpressionError(`不支持 ${shown}()`);
  return found;
}

export const isFunction = (name: string): boolean => Object.hasOwn(FUNCTIONS, name);
export const isVariableFunction = (name: string): boolean => Object.hasOwn(ON_VARIABLE, name);
export const isMethod = (name: string): boolean => Object.hasOwn(METHODS, name);

export const callFunction = (name: string, args: Args, now: number): unknown => known(FUNCTIONS, name, name)(args, now);
export const callOnVariable = (name: string, value: unknown, args: Args): unknown => known(ON_VARIABLE, name, `vars:${name}`)(value, args);
/** Methods of null answer what an absent text or list would. */
export const callMethod = (name: string, value: unknown, args: Args): unknown => known(METHODS, name, `.${name}`)(value, args);
