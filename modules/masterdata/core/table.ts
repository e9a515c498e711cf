import type { ModelColumn } from '../contract/column.ts';

/** The type of a column in the words of managed tables. */
export type ManagedType =
  | { readonly kind: 'text'; readonly length: number }
  | { readonly kind: 'long' }
  | { readonly kind: 'number'; readonly digits: number; readonly scale: number }
  | { readonly kind: 'date' | 'moment' | 'time' };

type Typed = Pick<ModelColumn, 'columnType' | 'columnLength' | 'columnScale'>;
const TEXT = 255;
const DIGITS = 18;
const DECIMALS = 2;
/** Most digits of a number; PostgreSQL and others keep them exactly. */
export const MAX_DIGITS = 38;
const WHOLE = { int: 10, bigint: 19 } as const;

/** How long a text of a column may be; null for one without a limit. */
export const textLength = ({ columnType, columnLength }: Typed): number | null =>
  columnType === 'varchar' || columnType === 'char' ? Number(columnLength ?? TEXT) : null;

/** Digits in all and behind the point; null for what is no number. */
export function numberSize({ columnType, columnLength, columnScale }: Typed): { digits: number; scale: number } | null {
  if (columnType === 'int' || columnType === 'bigint') return { digits: WHOLE[columnType], scale: 0 };
  if (columnType !== 'decimal') return null;
  return { digits: Number(columnLength ?? DIGITS), scale: Number(columnScale ?? DECIMALS) };
}

/** The type that the column of a record has. */
export function managedType(column: Typed): ManagedType {
  const size = numberSize(column);
  if (size) return { kind: 'number', ...size };
  switch (column.columnType) {
    case 'text':
      return { kind: 'long' };
    case 'date':
      return { kind: 'date' };
    case 'datetime':
      return { kind: 'moment' };
    case 'time':
      return { kind: 'time' };
    default:
      return { kind: 'text', length: textLength(column) ?? TEXT };
  }
}

const NAMES = { varchar: '文本', char: '文本', text: '长文本', int: '整数', bigint: '长整数', decimal: '小数' } as const;
const MOMENTS = { date: '日期', datetime: '日期时间', time: '时间' } as const;

/** 文本（200）, 小数（18,2）, 日期. */
export function typeText(column: Typed): string {
  const size = numberSize(column);
  if (column.columnType === 'decimal' && size) return `小数（${size.digits},${size.scale}）`;
  const length = textLength(column);
  if (length !== null) return `文本（${length}）`;
  return { ...NAMES, ...MOMENTS }[column.columnType];
}
