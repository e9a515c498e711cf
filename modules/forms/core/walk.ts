import type { FormField, FormSchema, SubformField } from '../contract/schema.ts';
import type { FieldOf, ValueField } from '../contract/field.ts';
import { FORM_LIMITS } from '../contract/kinds.ts';

/** Kinds that only arrange or explain. */
const LAYOUT = new Set<string>(['grid', 'tabs', 'card', 'subform', 'divider', 'text', 'alert']);
/** True for a field that holds a value of its own. */
export const isValueField = (field: FormField): field is ValueField => !LAYOUT.has(field.type);

/** Lists of fields inside a field. */
export function listsOf(field: FormField): readonly (readonly FormField[])[] {
  switch (field.type) {
    case 'grid':
    case 'tabs':
      return field.areas.map(({ children }) => children);
    case 'card':
    case 'subform':
      return [field.children];
    default:
      return [];
  }
}

/** A field and what it stands in, the outermost first. */
export interface Placed {
  readonly field: FormField;
  readonly within: readonly FormField[];
  /** the sub-table that it is a column of */
  readonly sub: SubformField | null;
}
/** Every field of a form, in the order in which people read it. */
export function placed(layout: readonly FormField[], within: readonly FormField[] = []): Placed[] {
  const sub = within.findLast((field): field is SubformField => field.type === 'subform') ?? null;
  return layout.flatMap((field) => [{ field, within, sub }, ...listsOf(field).flatMap((children) => placed(children, [...within, field]))]);
}

/** Fields with values of the record itself, without those of sub-tables. */
export const mainFields = (schema: FormSchema): ValueField[] =>
  placed(schema.layout).flatMap(({ field, sub }) => (sub === null && isValueField(field) ? [field] : []));
/** Sub-tables of a form. */
export const subforms = (schema: FormSchema): SubformField[] =>
  placed(schema.layout).flatMap(({ field }) => (field.type === 'subform' ? [field] : []));

/** Most characters of a text. */
export const textLimit = (field: FieldOf<'input' | 'textarea'>): number =>
  field.maxLength ?? (field.isUnique ? FORM_LIMITS.uniqueLength : FORM_LIMITS.textLength);
