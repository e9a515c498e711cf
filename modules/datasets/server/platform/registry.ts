import type { SetModel } from '../../contract/data-set-model.ts';
import type { Field } from '../../contract/field.ts';

/** A data set over the platform's own tables: a fixed text that holds aggregates only, without values from outside. */
export interface PlatformSet {
  /** stable code, `metadata.tablesBySource` */
  readonly code: string;
  readonly name: string;
  readonly remark: string;
  /** one SELECT over the app database; its columns are the fields */
  readonly sql: string;
  readonly fields: SetModel['fields'];
}
type FieldSpec = readonly [id: string, name: string, role: Field['role'], type: Field['type'], more?: Partial<Field>];

const sets = new Map<string, PlatformSet>();

/** Registers a data set of the platform; modules call it when they are loaded. Throws when the code is taken. */
export function definePlatformSet(set: Omit<PlatformSet, 'fields'> & { readonly fields: readonly FieldSpec[] }): PlatformSet {
  if (sets.has(set.code)) throw new Error(`platform data set ${set.code} is declared twice`);
  const made: PlatformSet = {
    ...set,
    fields: set.fields.map(([id, name, role, type, more]) => ({ id, name, role, type, hidden: false, ...more })),
  };
  sets.set(set.code, made);
  return made;
}
/** The platform set of this code; undefined when no module has defined it. */
export const platformSet = (code: string): PlatformSet | undefined => sets.get(code);
/** All of them, by name: for pages where one is chosen, and for the seeding of data sets. */
export const platformSets = (): PlatformSet[] => [...sets.values()];
