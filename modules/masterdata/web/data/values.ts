import { dateTime } from '#kit/web/format.ts';
import type { TableParam } from '../../contract/model.ts';

type Choices = TableParam['columnList'][number]['dictList'];
/** What is needed to read a value: its type, and the names of codes and records. */
export interface Shown {
  readonly columnType: string;
  readonly htmlType: string;
  readonly dictList?: Choices;
  readonly refModelId: string | null;
}

/** Codes of a value that may hold several. */
export const codesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? value.split(',') : [];

/** A value as people read it; null when there is none. `label` is the name of the record that it refers to. */
export function valueText(column: Shown, value: unknown, label?: string): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (column.refModelId !== null) return label ?? String(value);
  if (column.dictList) {
    const names = new Map(column.dictList.map((one) => [one.value, one.label]));
    const whole = names.get(String(value));
    return (
      whole ??
      codesOf(value)
        .map((code) => names.get(code) ?? code)
        .join('、')
    );
  }
  if (column.columnType === 'datetime') return dateTime(value) ?? String(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
