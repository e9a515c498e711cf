import { createHash } from 'node:crypto';

/** JSON with the fields of every object in one order, so that equal records have equal texts. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, ordered(each)]));
}

/** SHA-256 of a record as it was submitted, hexadecimal. */
export const hashOf = (snapshot: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(snapshot)))
    .digest('hex');
