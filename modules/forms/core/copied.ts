import type { ValueField } from '../contract/field.ts';
import type { FieldKind } from '../contract/kinds.ts';
import type { FormSchema } from '../contract/schema.ts';
import { mainFields, subforms } from './walk.ts';

type Values = Readonly<Record<string, unknown>>;
/** The value of a field of the other version; undefined leaves it out. */
type Taken = (field: ValueField, value: unknown) => unknown;

function taken(from: readonly ValueField[], to: readonly ValueField[], values: Values, take: Taken): Record<string, unknown> {
  const keys = new Map(from.map(({ id, key }) => [id, key]));
  return Object.fromEntries(
    to.flatMap((field) => {
      const key = keys.get(field.id);
      const value = key === undefined ? undefined : take(field, values[key] ?? null);
      return value === undefined ? [] : [[field.key, value]];
    }),
  );
}

function eachField(from: FormSchema, to: FormSchema, values: Values, { take, row }: { take: Taken; row: (given: Values) => Values }) {
  const tables = new Map(subforms(from).map((sub) => [sub.id, sub]));
  const found = taken(mainFields(from), mainFields(to), values, take);
  for (const sub of subforms(to)) {
    const old = tables.get(sub.id);
    const rows = old && values[old.key];
    if (old && Array.isArray(rows))
      found[sub.key] = (rows as Values[]).map((given) => ({ ...row(given), ...taken(old.children, sub.children, given, take) }));
  }
  return found;
}

/** The values of a record by the keys of another version of its form; what that version does not know is left out. */
export const valuesIn = (from: FormSchema, to: FormSchema, values: Values): Record<string, unknown> =>
  eachField(from, to, values, { take: (_, value) => value, row: ({ id }) => (id === undefined ? {} : { id }) });

/** What belongs to one record alone: its number, what follows from the rest, what was uploaded, signed or measured for it. */
const OWN = new Set<FieldKind>(['serial', 'formula', 'file', 'image', 'signature', 'location']);
/** What a new record begins with that is made after another one, without the fields of `without`. */
export const copiedValues = (from: FormSchema, to: FormSchema, values: Values, without: ReadonlySet<string>): Record<string, unknown> =>
  eachField(from, to, values, {
    take: (field, value) =>
      OWN.has(field.type) || without.has(field.id) || ('isUnique' in field && field.isUnique === true) ? undefined : value,
    row: () => ({}),
  });
