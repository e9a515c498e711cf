import type { Format } from '#modules/datasets/contract/field.ts';
import type { ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';

/** A cell of a workbook: text, a number, or a time as Excel's day number. */
export type OutCell = null | string | number | { serial: number; style: 'day' | 'time' };

const DAY_MS = 86_400_000;
/** Excel's day number of 1970-01-01. */
const EPOCH_SERIAL = 25_569;
const TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/;
const two = (n: number): string => String(n).padStart(2, '0');
const quoted = (text: string): string => `"${text.replaceAll('"', '')}"`;

/** Excel's code for the numbers of a measure; undefined = as they are. Values are written in full: 万 and 亿 are for the eye. */
export function numberFormat(format: Format | null | undefined, modifier: string | null | undefined): string | undefined {
  const kind = format?.kind && format.kind !== 'auto' ? format.kind : ['yoy', 'mom', 'share'].includes(modifier ?? '') ? 'percent' : 'auto';
  const digits = format?.digits ?? (kind === 'currency' ? 2 : kind === 'percent' ? 1 : null);
  const decimals = digits === null ? '.##' : digits > 0 ? `.${'0'.repeat(digits)}` : '';
  if (kind === 'percent') return `0${decimals}%`;
  if (kind === 'duration' || kind === 'date') return undefined;
  // a pattern that ends in an optional fraction leaves a lone point behind whole numbers
  if (digits === null && !format?.prefix && !format?.unit) return undefined;
  const whole = (format?.thousands ?? true) ? '#,##0' : '0';
  const prefix = format?.prefix ?? (kind === 'currency' ? '¥' : '');
  const body = `${whole}${digits === null ? '' : decimals}`;
  return `${prefix ? quoted(prefix) : ''}${body}${format?.unit ? quoted(format.unit) : ''}`;
}

function bucketText(column: ResultColumn, [y, m]: [number, number]): string | null {
  if (column.grain === 'year') return `${y}年`;
  if (column.grain === 'quarter') return `${y}年${Math.ceil(m / 3)}季度`;
  return column.grain === 'month' ? `${y}-${two(m)}` : null;
}

/** A value of an answer as a cell: numbers as numbers, days and moments as such, whole buckets of time in words. */
export function cellOf(column: ResultColumn, value: Scalar): OutCell {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (column.type !== 'date' && column.type !== 'datetime') return value;
  const found = TIME.exec(value);
  if (!found) return value;
  const [y, m, d, h = 0, i = 0, s = 0] = found.slice(1).map((part) => (part === undefined ? 0 : Number(part))) as [number, number, number];
  const words = bucketText(column, [y, m]);
  if (words) return words;
  const hasTime = found[4] !== undefined && column.grain !== 'day' && column.grain !== 'week';
  const serial = Date.UTC(y, m - 1, d, hasTime ? h : 0, hasTime ? i : 0, hasTime ? s : 0) / DAY_MS + EPOCH_SERIAL;
  return { serial, style: hasTime ? 'time' : 'day' };
}

/** The same as text, for headers. */
export function headText(column: ResultColumn, value: Scalar): string {
  const cell = cellOf(column, value);
  if (cell === null) return '（空白）';
  if (typeof cell !== 'object') return String(cell);
  return String(value).slice(0, cell.style === 'day' ? 10 : 19);
}
