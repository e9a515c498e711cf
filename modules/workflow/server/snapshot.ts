import { createHash } from 'node:crypto';
import type { BusinessType, KeptValue } from '#kit/server/flow.ts';

/** JSON with the fields of every object in one order, so that equal records have equal texts. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, ordered(each)]));
}

type Snapshot = Readonly<Record<string, unknown>>;
interface Submitted {
  readonly snapshot: unknown;
  readonly snapshotHash: string;
}
/**
 * True when a record is what was submitted: by its revision where its type declares one, else by everything that its snapshot says. Fields that
 * the submitted one does not know were declared by a later version of the platform: nobody has decided on them, so they are not compared.
 */
export function isAsSubmitted(
  now: Snapshot,
  { snapshot, snapshotHash }: Submitted,
  { revisionFields = [] }: Pick<BusinessType, 'revisionFields'>,
): boolean {
  const submitted = snapshot as Snapshot;
  const revision = revisionFields.filter((name) => Object.hasOwn(submitted, name));
  if (revision.length > 0) return revision.every((name) => hashOf({ of: now[name] }) === hashOf({ of: submitted[name] }));
  const known = Object.entries(now).filter(([name]) => Object.hasOwn(submitted, name));
  return hashOf(Object.fromEntries(known)) === snapshotHash;
}

/** A kept record as it is read today. */
export const shownSnapshot = (snapshot: Snapshot, kept: KeptValue): Snapshot =>
  Object.fromEntries(Object.entries(snapshot).map(([name, value]) => [name, kept(name, value)]));

/** SHA-256 of a record as it was submitted, hexadecimal. */
export const hashOf = (snapshot: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(snapshot)))
    .digest('hex');
