import { createHash } from 'node:crypto';

/** JSON with the fields of every object in one order, so that equal records have equal texts. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ordered)
    : value instanceof Date
      ? value.toISOString()
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([name, each]) => [name, ordered(each)]),
          )
        : value;

/** SHA-256 of a record as it was submitted, hexadecimal. */
export const hashOf = (snapshot: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(snapshot)))
    .digest('hex');
