import { createHash } from 'node:crypto';

/** JSON with the fields of every object in one order, so that equal records have equal texts. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, ordered(each)]));
}

interface Submitted {
  readonly snapshot: unknown;
  readonly snapshotHash: string;
}
/**
 * True when a record is what was submitted. Fields that the submitted one does not know were declared by a later version of the platform:
 * nobody has decided on them, so they are not compared.
 */
export function isAsSubmitted(now: Readonly<Record<string, unknown>>, { snapshot, snapshotHash }: Submitted): boolean {
  const submitted = snapshot as Readonly<Record<string, unknown>>;
  return hashOf(Object.fromEntries(Object.entries(now).filter(([name]) => Object.hasOwn(submitted, name)))) === snapshotHash;
}

/** SHA-256 of a record as it was submitted, hexadecimal. */
export const hashOf = (snapshot: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(snapshot)))
    .digest('hex');
