import { dateTime } from '#kit/web/format.ts';
import type { FormParam } from '../../contract/model.ts';
import { codesOf } from './values.ts';

export type FormColumn = FormParam['columnList'][number];
/** The field that fills a column; a reference is a text that has a control of its own. */
function fieldOf(column: FormColumn) {
  const { columnName, columnComment, columnType, columnLength, columnScale, htmlType, dictList } = column;
  const common = {
    id: `c${column.id}`,
    key: columnName,
    label: columnComment,
    span: 12 as const,
    required: column.isRequired === '1',
  };
  const length = columnType === 'varchar' || columnType === 'char' ? { maxLength: Number(columnLength ?? 255) } : {};
  if (column.refModelId !== null) return { ...common, type: 'input' as const, maxLength: 32 };
  if (dictList) {
    const options = { from: 'static' as const, items: dictList.map(({ value, label }) => ({ value, label })) };
    if (htmlType === 'radio' && dictList.length <= 8) return { ...common, type: 'radio' as const, options };
    if (htmlType === 'checkbox') return { ...common, type: 'checkbox' as const, span: 24 as const, options };
    return { ...common, type: 'select' as const, options };
  }
  if (columnType === 'int' || columnType === 'bigint') return { ...common, type: 'number' as const, precision: 0 };
  if (columnType === 'decimal') return { ...common, type: 'number' as const, precision: Math.min(8, Number(columnScale ?? 2)) };
  if (columnType === 'date') return { ...common, type: 'date' as const };
  if (columnType === 'datetime') return { ...common, type: 'date' as const, format: 'datetime' as const };
  if (columnType === 'time') return { ...common, type: 'time' as const, hasSeconds: true };
  if (htmlType === 'textarea' || columnType === 'text') return { ...common, type: 'textarea' as const, span: 24 as const, ...length };
  return { ...common, type: 'input' as const, ...length };
}
export type RecordField = ReturnType<typeof fieldOf>;

/** What is filled in: columns for the occasion, without those that number themselves. What is masked is not asked for again. */
export function recordFields(
  columns: readonly FormColumn[],
  { occasion, masked }: { occasion: 'new' | 'edit'; masked: ReadonlySet<string> },
): RecordField[] {
  return columns
    .filter(
      (column) => !column.isCoded && (occasion === 'new' ? column.isInsert === '1' || column.isRequired === '1' : column.isEdit === '1'),
    )
    .map((column) => {
      const field = fieldOf(column);
      return masked.has(column.columnName) ? { ...field, required: false } : field;
    });
}

/** A stored value as its control holds it. */
export function controlValue(field: RecordField, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null;
  if (field.type === 'checkbox') return codesOf(value);
  if (field.type === 'date' && 'format' in field) return dateTime(value);
  return String(value);
}
/** What a control holds as it is sent. */
export function sentValue(field: RecordField, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(',');
  if (field.type === 'date' && 'format' in field) return `${String(value).replace(' ', 'T')}+08:00`;
  return String(value);
}

/** Values that differ from the stored ones, as they are sent; for a new record all that were filled in. */
export function changedValues(
  fields: readonly RecordField[],
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Record<string, string | null> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const [was, is] = [sentValue(field, before[field.key]), sentValue(field, now[field.key])];
      return was === is ? [] : [[field.key, is] as const];
    }),
  );
}
