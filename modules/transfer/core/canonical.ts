import { isObject } from '#kit/core/loose.ts';

/** The value with the names of every object in order, without those that are undefined: equal values become equal texts. */
export function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, one]) => [name, ordered(one)]),
  );
}

/** The value as one line of JSON, its names in order. */
export const canonical = (value: unknown): string => JSON.stringify(ordered(value)) ?? 'null';

/** Equal apart from the order of names. */
export const isEqual = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** The first name in a parsed JSON value that could be taken for something of the language; null when there is none. */
export function reservedName(value: unknown): string | null {
  const open: unknown[] = [value];
  for (let one = open.pop(); open.length > 0 || one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    for (const [name, part] of Object.entries(one)) {
      if (RESERVED.has(name)) return name;
      if (typeof part === 'object' && part !== null) open.push(part);
    }
  }
  return null;
}
