import { FILLER, type FormSchema } from '../contract/schema.ts';
import type { FieldRight } from './rules.ts';
import { mainFields, subforms } from './walk.ts';

/** What can be given rights: fields of the record, and sub-tables as a whole. */
export const rightFields = (schema: FormSchema) => [...mainFields(schema), ...subforms(schema)];

/** What nobody gives: the server numbers, expressions calculate. */
const isGiven = ({ type }: { type: string }): boolean => type !== 'formula' && type !== 'serial';

/**
 * What somebody may do with the fields of a record, by field: who fills it in (null) edits what nothing else is said of, an approver at a
 * node of the process only reads it.
 */
export function rightsOf(schema: FormSchema, node: string | null): ReadonlyMap<string, FieldRight> {
  const said = schema.settings.approval?.rights[node ?? FILLER] ?? {};
  return new Map(
    rightFields(schema).flatMap((field): [string, FieldRight][] => {
      const right = said[field.id];
      if (right === 'hidden') return [[field.id, right]];
      if (!isGiven(field)) return [[field.id, 'read']];
      if (right !== undefined) return [[field.id, right]];
      return node === null ? [] : [[field.id, 'read']];
    }),
  );
}
