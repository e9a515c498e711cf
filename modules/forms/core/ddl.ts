import type { ValueField } from '../contract/field.ts';
import { FORM_LIMITS } from '../contract/kinds.ts';
import type { FormSchema } from '../contract/schema.ts';
import type { FieldValue, Place } from './read-value.ts';
import { isList } from './read-value.ts';
import { mainFields, subforms, textLimit } from './walk.ts';

/** What a column of a field holds, in the words of managed tables. */
export type FieldColumnType =
  | { readonly kind: 'text'; readonly length: number }
  | { readonly kind: 'number'; readonly digits: number; readonly scale: number }
  | { readonly kind: 'flag' | 'date' | 'moment' | 'json' };
/** A column of a field, known by `fieldId` whatever the field is called; a field of two or three values has as many columns. */
export interface FieldColumn {
  readonly fieldId: string;
  readonly name: string;
  readonly label: string;
  readonly type: FieldColumnType;
  readonly isUnique?: boolean;
}
/** The columns of the record itself (`part` is empty) or of a sub-table (its id). */
export interface FormTable {
  readonly part: string;
  /** key of the sub-table; empty for the record itself */
  readonly name: string;
  readonly label: string;
  readonly columns: readonly FieldColumn[];
}

const WHOLE_DIGITS = 15;
const MONEY_DIGITS = 18;
const text = (length: number): FieldColumnType => ({ kind: 'text', length });
const number = (whole: number, scale: number): FieldColumnType => ({ kind: 'number', digits: whole + scale, scale });

function typeOf(field: ValueField): FieldColumnType {
  if (isList(field)) return { kind: 'json' };
  switch (field.type) {
    case 'input':
    case 'textarea':
      return text(textLimit(field));
    case 'number':
      return number(WHOLE_DIGITS, field.precision ?? 6);
    case 'money':
      return number(MONEY_DIGITS, field.precision ?? 2);
    case 'rate':
      return number(2, 1);
    case 'slider':
      return number(WHOLE_DIGITS, 6);
    case 'formula':
      if (field.result === 'text') return text(FORM_LIMITS.textLength);
      return field.result === 'date' ? { kind: 'date' } : number(MONEY_DIGITS, field.precision ?? 2);
    case 'date':
      if (field.format === 'month' || field.format === 'year') return text(7);
      return { kind: field.format === 'datetime' ? 'moment' : 'date' };
    case 'dateRange':
      return { kind: field.format === 'datetime' ? 'moment' : 'date' };
    case 'switch':
      return { kind: 'flag' };
    case 'cascader':
    case 'file':
    case 'image':
    case 'editor':
      return { kind: 'json' };
    case 'color':
    case 'time':
      return text(8);
    default:
      return text(FORM_LIMITS.optionText);
  }
}

/** The columns that keep the values of a field. */
export function columnsOf(field: ValueField): FieldColumn[] {
  const { id, key, label } = field;
  const own = (part: string, said: string, type: FieldColumnType): FieldColumn => ({
    fieldId: `${id}.${part}`,
    name: `${key}_${part}`,
    label: `${label}${said}`,
    type,
  });
  if (field.type === 'dateRange') return [own('from', '开始', typeOf(field)), own('to', '结束', typeOf(field))];
  if (field.type === 'location')
    return [own('lng', '经度', number(3, 6)), own('lat', '纬度', number(2, 6)), own('address', '地址', text(200))];
  return [{ fieldId: id, name: key, label, type: typeOf(field), ...(field.isUnique && { isUnique: true }) }];
}

/** The tables of a form without the columns that every one of them has: the record first, then its sub-tables. */
export function tablesOf(schema: FormSchema): FormTable[] {
  return [
    { part: '', name: '', label: '', columns: mainFields(schema).flatMap(columnsOf) },
    ...subforms(schema).map(({ id, key, label, children }) => ({ part: id, name: key, label, columns: children.flatMap(columnsOf) })),
  ];
}

/** What a column is given or gives: numbers are texts, so that no digit is lost. */
export type Cell = string | boolean | null;
/** Moments of a form are those of the wall clock in China. */
const ZONE = '+08:00';
const ZONE_MS = 8 * 3_600_000;
const moment = (wall: string): string => `${wall.replace(' ', 'T')}${ZONE}`;
const wall = (cell: unknown): string | null => {
  const time = cell instanceof Date ? cell : typeof cell === 'string' ? new Date(cell) : null;
  return time && !Number.isNaN(time.getTime()) ? new Date(time.getTime() + ZONE_MS).toISOString().slice(0, 19).replace('T', ' ') : null;
};

function cellOf(type: FieldColumnType, value: FieldValue): Cell {
  if (value === null) return null;
  if (type.kind === 'json') return JSON.stringify(value);
  if (type.kind === 'flag') return value === true;
  return type.kind === 'moment' ? moment(String(value)) : String(value);
}
/** What the columns of a field are given for a value, by the column's `fieldId`. */
export function cellsOf(field: ValueField, value: FieldValue): ReadonlyMap<string, Cell> {
  const columns = columnsOf(field);
  const parts: readonly FieldValue[] =
    field.type === 'dateRange'
      ? ((value as readonly string[] | null) ?? [null, null])
      : field.type === 'location'
        ? [(value as Place | null)?.lng ?? null, (value as Place | null)?.lat ?? null, (value as Place | null)?.address ?? null]
        : [value];
  return new Map(columns.map((column, at) => [column.fieldId, cellOf(column.type, parts[at] ?? null)]));
}

const parsed = (cell: unknown): FieldValue => {
  if (typeof cell !== 'string') return (cell ?? null) as FieldValue;
  try {
    return JSON.parse(cell) as FieldValue;
  } catch {
    return null;
  }
};
function valueOfCell(field: ValueField, type: FieldColumnType, cell: unknown): FieldValue {
  if (cell === null || cell === undefined) return null;
  switch (type.kind) {
    case 'json':
      return parsed(cell);
    case 'flag':
      return cell === true;
    case 'moment':
      return wall(cell);
    case 'date':
      return cell instanceof Date ? (wall(cell)?.slice(0, 10) ?? null) : String(cell).slice(0, 10);
    case 'number':
      return field.type === 'money' || field.type === 'formula' ? String(cell) : Number(cell);
    default:
      return String(cell);
  }
}
/** The value of a field from its columns; `cell` gives what stands in one. What was stored is believed: it may be of an older version. */
export function valueFromCells(field: ValueField, cell: (fieldId: string) => unknown): FieldValue {
  const parts = columnsOf(field).map((column) => valueOfCell(field, column.type, cell(column.fieldId)));
  if (field.type === 'dateRange') return parts[0] === null || parts[1] === null ? null : (parts as string[]);
  if (field.type === 'location')
    return parts[0] === null ? null : { lng: Number(parts[0]), lat: Number(parts[1]), address: (parts[2] as string | null) ?? null };
  return parts[0] ?? null;
}
