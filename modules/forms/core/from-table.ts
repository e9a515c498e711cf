import type { ValueField } from '../contract/field.ts';
import { FORM_LIMITS, SYSTEM_COLUMNS } from '../contract/kinds.ts';
import { FormSchema } from '../contract/schema.ts';

/** A column of a table as the catalogue knows it. */
export interface TableColumn {
  readonly columnName: string;
  readonly columnComment: string | null;
  readonly dataType: string;
  readonly columnNullable: string;
  readonly dataLength?: string | number | null | undefined;
}
const RESERVED = new Set<string>(SYSTEM_COLUMNS);
/** Numbers that are kept whole. */
const WHOLE = /^(tiny|small|medium|big)?(int|integer|serial)|^int\d|^number\(\d+\)$/i;
const FRACTION = /^(numeric|decimal|double|float|real|number)/i;

/** A key of a form: small letters, digits and underscores, no name that every table has. */
function keyOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^[_0-9]+/g, '')
    .slice(0, 24);
  const base = plain === '' ? 'field' : RESERVED.has(plain) ? `f_${plain}` : plain;
  if (!taken.has(base)) return base;
  for (let n = 2; ; n++) if (!taken.has(`${base}_${n}`)) return `${base}_${n}`;
}

function typed(column: TableColumn): Partial<ValueField> & { type: ValueField['type'] } {
  const type = column.dataType.toLowerCase();
  const length = Number(/\((\d+)\)/.exec(type)?.[1] ?? column.dataLength ?? Number.NaN);
  if (/^(bool|bit\(1\)|bit$|tinyint\(1\))/.test(type)) return { type: 'switch' };
  if (/^(timestamp|datetime|smalldatetime)/.test(type)) return { type: 'date', format: 'datetime' };
  if (/^date/.test(type)) return { type: 'date' };
  if (/^time/.test(type)) return { type: 'time' };
  if (WHOLE.test(type)) return { type: 'number', precision: 0 };
  if (FRACTION.test(type)) return { type: 'number' };
  if (/^(text|clob|longtext|mediumtext|ntext|string)/.test(type) || length > 500) return { type: 'textarea', span: 24 };
  return { type: 'input', ...(length > 0 && { maxLength: Math.min(length, FORM_LIMITS.textLength) }) };
}

/** A form with a field for each column of a table, named as the catalogue names them; a beginning for people to go on with. */
export function formFromTable(columns: readonly TableColumn[]): FormSchema {
  const taken = new Set<string>();
  const layout = columns.slice(0, FORM_LIMITS.fields).map((column, at) => {
    const key = keyOf(column.columnName, taken);
    taken.add(key);
    const label = (column.columnComment?.trim() || column.columnName).slice(0, 60);
    const isRequired = column.columnNullable === '0';
    const own = typed(column);
    // a switch is always answered
    return { id: `f${at + 1}`, key, label, span: 12, ...(isRequired && own.type !== 'switch' && { required: true }), ...own };
  });
  return FormSchema.parse({ layout, rules: [] });
}
