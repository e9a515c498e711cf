import type { FieldOf, OptionSource, ValueField } from '../contract/field.ts';
import type { CompiledForm } from './compile.ts';
import type { FormState } from './rules.ts';
import { isValueField } from './walk.ts';

/** Where the values of a field that chooses come from, when the form does not hold them itself. */
export type ChoiceSource =
  | Exclude<OptionSource, { from: 'static' }>
  | { readonly from: 'user' | 'dept' | 'post' | 'source' }
  | { readonly from: 'area' }
  | { readonly from: 'file' };
/** Values of a record that only the server can look up: whether they exist and whether the person may choose them. */
export interface Reference {
  readonly fieldId: string;
  readonly label: string;
  readonly path: string;
  readonly source: ChoiceSource;
  readonly values: readonly string[];
  /** value of the field above, where the options hang on it */
  readonly parent: string | null;
}

const columnsOf = ({ valueColumn, labelColumn, filterColumn }: FieldOf<'dataset' | 'form'>) => ({ valueColumn, labelColumn, filterColumn });
/** Where the values of a field come from; null when the field holds or checks them itself. */
export function choiceSource(field: ValueField): ChoiceSource | null {
  switch (field.type) {
    case 'radio':
    case 'checkbox':
    case 'select':
      return field.options.from === 'static' ? null : field.options;
    case 'dict':
      return { from: 'dict', dictType: field.dictType };
    case 'dataset':
      return { from: 'dataset', setId: field.setId, ...columnsOf(field) };
    case 'form':
      return { from: 'form', formId: field.formId, ...columnsOf(field) };
    case 'user':
    case 'dept':
    case 'post':
    case 'source':
    case 'area':
      return { from: field.type };
    case 'file':
    case 'image':
    case 'signature':
      return { from: 'file' };
    default:
      return null;
  }
}

/** What a record refers to. */
export function references(form: CompiledForm, state: FormState): Reference[] {
  const found: Reference[] = [];
  const look = (field: ValueField, path: string, valueOf: (id: string) => unknown): void => {
    const source = choiceSource(field);
    const value = valueOf(field.id);
    if (source === null || value === null || value === undefined) return;
    const above = 'parent' in field && field.parent !== undefined ? valueOf(field.parent) : null;
    const values = (Array.isArray(value) ? value : [value]).map(String);
    found.push({
      fieldId: field.id,
      label: field.label,
      path,
      source,
      values,
      parent: above === null || above === undefined ? null : String(above),
    });
  };
  for (const { field, sub } of form.nodes.values()) {
    if (sub === null && isValueField(field)) look(field, `values.${field.key}`, (id) => state.fields.get(id)?.value);
    if (field.type !== 'subform') continue;
    for (const [at, { cells }] of (state.rows.get(field.id) ?? []).entries())
      for (const cell of field.children)
        look(cell, `values.${field.key}.${at}.${cell.key}`, (id) => (cells.get(id) ?? state.fields.get(id))?.value);
  }
  return found;
}
