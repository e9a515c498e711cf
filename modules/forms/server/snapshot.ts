import type { FlowField } from '#kit/server/flow.ts';
import type { ValueField } from '../contract/field.ts';
import type { FormSchema } from '../contract/schema.ts';
import { isList, mainFields, rightFields, subforms, textOfValue } from '../core/index.ts';
import { HIDDEN } from './masked.ts';

const UPLOADED: ReadonlySet<string> = new Set(['file', 'image', 'signature']);
const KINDS: Readonly<Record<string, FlowField['kind']>> = { textarea: 'area', money: 'amount' };
export const flowFieldsOf = (schema: FormSchema): FlowField[] =>
  rightFields(schema).map(({ key, label, type }) => ({
    name: key,
    label,
    kind: UPLOADED.has(type) ? 'files' : (KINDS[type] ?? 'text'),
  }));

/** A value as conditions and people read it: numbers are numbers, accounts and departments stay what they are, the rest is a text. */
function told(field: ValueField, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (UPLOADED.has(field.type)) return Array.isArray(value) ? value.join(',') || null : value;
  if (field.type === 'money') return Number(value);
  if (field.type === 'formula') return field.result === 'text' || field.result === 'date' ? value : Number(value);
  if (field.type === 'user' || field.type === 'dept' || field.type === 'editor') return value;
  return isList(field) || typeof value === 'object' ? textOfValue(field, value) : value;
}

type Values = Readonly<Record<string, unknown>>;
/**
 * A record as approvals keep it: each field under its key, the rows of a sub-table as one text. All parties read this one, so that what is
 * classified stands in it for nobody; approvers read it in the form, as far as they may.
 */
export function snapshotOf(schema: FormSchema, values: Values, sensitive: ReadonlySet<string>): Record<string, unknown> {
  const value = (field: ValueField): unknown => {
    const given = told(field, values[field.key]);
    if (given === null || !sensitive.has(field.id)) return given;
    return UPLOADED.has(field.type) ? null : HIDDEN;
  };
  const cellText = (cell: ValueField, row: Values): string =>
    sensitive.has(cell.id) ? HIDDEN : textOfValue(cell, row[cell.key] ?? null) || '—';
  const rowsText = (sub: ReturnType<typeof subforms>[number]): string | null =>
    ((values[sub.key] ?? []) as readonly Values[])
      .map((row) => sub.children.map((cell) => `${cell.label} ${cellText(cell, row)}`).join('，'))
      .join('；') || null;
  return Object.fromEntries([
    ...mainFields(schema).map((field) => [field.key, value(field)]),
    ...subforms(schema).map((sub) => [sub.key, rowsText(sub)]),
  ]);
}
