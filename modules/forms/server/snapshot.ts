import type { FlowField, KeptValue } from '#kit/server/flow.ts';
import type { ValueField } from '../contract/field.ts';
import type { FormSchema } from '../contract/schema.ts';
import { isList, mainFields, rightFields, subforms, textOfValue } from '../core/index.ts';
import { HIDDEN } from './masked.ts';

const BLANK = '—';
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
    sensitive.has(cell.id) ? HIDDEN : textOfValue(cell, row[cell.key] ?? null) || BLANK;
  const rowsText = (sub: ReturnType<typeof subforms>[number]): string | null =>
    ((values[sub.key] ?? []) as readonly Values[])
      .map((row) => sub.children.map((cell) => `${cell.label} ${cellText(cell, row)}`).join('，'))
      .join('；') || null;
  return Object.fromEntries([
    ...mainFields(schema).map((field) => [field.key, value(field)]),
    ...subforms(schema).map((sub) => [sub.key, rowsText(sub)]),
  ]);
}

type Sub = ReturnType<typeof subforms>[number];
/** The text of the rows of a sub-table with masks over the cells that are classified by now; null where it is not laid out as `snapshotOf` does. */
function maskedRows({ children }: Sub, sensitive: ReadonlySet<string>, text: string): string | null {
  const first = `${children[0]?.label ?? ''} `;
  if (!text.startsWith(first)) return null;
  const rows = text.slice(first.length).split(`；${first}`);
  const read = rows.map((row) => {
    const cells: string[] = [];
    let rest = row;
    for (const { label } of children.slice(1)) {
      const head = `，${label} `;
      const end = rest.indexOf(head);
      if (end < 0) return null;
      cells.push(rest.slice(0, end));
      rest = rest.slice(end + head.length);
    }
    const value = (cell: string, at: number) => (cell !== BLANK && sensitive.has(children[at]!.id) ? HIDDEN : cell);
    return [...cells, rest].map((cell, at) => `${children[at]!.label} ${value(cell, at)}`).join('，');
  });
  return read.includes(null) ? null : read.join('；');
}

/** How a kept record is read once fields have been classified: as one that is kept now. */
export function keptValuesOf(schema: FormSchema, sensitive: ReadonlySet<string>): KeptValue | null {
  const fields = new Map(mainFields(schema).flatMap((field) => (sensitive.has(field.id) ? [[field.key, field] as const] : [])));
  const cells = new Map(
    subforms(schema).flatMap((sub) => {
      const isHidden = sub.children.some(({ id }) => sensitive.has(id));
      return isHidden ? [[sub.key, sub] as const] : [];
    }),
  );
  if (fields.size === 0 && cells.size === 0) return null;
  return (name, value) => {
    if (value === null || value === undefined) return value;
    const field = fields.get(name);
    if (field) return UPLOADED.has(field.type) && !String(value as string).startsWith(HIDDEN) ? null : HIDDEN;
    const [table = '', cell] = name.split('.');
    const sub = cells.get(table);
    if (!sub) return value;
    if (cell !== undefined) return sub.children.some(({ id, key }) => key === cell && sensitive.has(id)) ? HIDDEN : value;
    return typeof value === 'string' ? (maskedRows(sub, sensitive, value) ?? HIDDEN) : value;
  };
}
