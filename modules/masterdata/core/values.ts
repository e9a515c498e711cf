import { calendarText, calendarTime, dateOnly } from '#kit/core/expr/calendar.ts';
import type { ModelColumn } from '../contract/column.ts';
import { numberSize, textLength } from './table.ts';

/** What is kept of a value (null = blank), or the sentence for what cannot be kept. */
export type ReadCell = { readonly value: string | null } | { readonly problem: string };

const MAX_TEXT = 20_000;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::(\d{2})(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const name = (column: Pick<ModelColumn, 'columnComment'>): string => `“${column.columnComment}”`;

/** Digits as the database writes them, so that the same number is the same text. */
function readNumber(column: ModelColumn, text: string, { digits, scale }: { digits: number; scale: number }): ReadCell {
  if (!NUMBER.test(text)) return { problem: `${name(column)}应为数字` };
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const head = whole.replace(/^0+(?=\d)/, '');
  const tail = fraction.replace(/0+$/, '');
  if (tail.length > scale) return { problem: scale === 0 ? `${name(column)}应为整数` : `${name(column)}最多${scale}位小数` };
  if ((head === '0' ? 0 : head.length) > digits - scale) return { problem: `${name(column)}的整数部分最多${digits - scale}位` };
  const kept = scale === 0 ? head : `${head}.${tail.padEnd(scale, '0')}`;
  return { value: isNegative && /[1-9]/.test(kept) ? `-${kept}` : kept };
}

function dayOf(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || text.startsWith('0000')) return null;
  const found = calendarTime(text.slice(0, 10));
  return found ? calendarText(dateOnly(found)).slice(0, 10) : null;
}

function readMoment(column: ModelColumn, text: string): ReadCell {
  const problem = `${name(column)}应为日期时间，格式为 YYYY-MM-DD HH:mm:ss`;
  const plain = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00` : text;
  const found = MOMENT.exec(plain);
  if (!found || dayOf(found[1] ?? '') === null) return { problem };
  // without a zone it is the time in China
  const millis = Date.parse(`${found[1]}T${found[2]}:${found[3] ?? '00'}${(found[4] ?? '').slice(0, 4)}${found[5] ?? '+08:00'}`);
  return Number.isNaN(millis) ? { problem } : { value: new Date(millis).toISOString() };
}

function readTyped(column: ModelColumn, text: string): ReadCell {
  const size = numberSize(column);
  if (size) return readNumber(column, text.replaceAll(',', ''), size);
  switch (column.columnType) {
    case 'date': {
      const day = dayOf(text.replaceAll('/', '-'));
      return day === null ? { problem: `${name(column)}应为日期，格式为 YYYY-MM-DD` } : { value: day };
    }
    case 'datetime':
      return readMoment(column, text);
    case 'time': {
      const found = CLOCK.exec(text);
      return found ? { value: `${found[1]}:${found[2]}:${found[3] ?? '00'}` } : { problem: `${name(column)}应为时间，格式为 HH:mm:ss` };
    }
    default: {
      const most = textLength(column) ?? MAX_TEXT;
      const length = [...text].length;
      return length > most ? { problem: `${name(column)}不能超过${most}个字符` } : { value: text };
    }
  }
}

/** Reads what somebody gave for a column: browser, workbook, program and source alike. */
export function readCell(column: ModelColumn, raw: unknown): ReadCell {
  if (raw === null || raw === undefined) return { value: null };
  if (Array.isArray(raw) && column.htmlType === 'checkbox' && raw.every((one) => typeof one === 'string'))
    return readTyped(column, raw.join(','));
  if (raw instanceof Date)
    return Number.isNaN(raw.getTime()) ? { problem: `${name(column)}的时间不正确` } : readTyped(column, raw.toISOString());
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'bigint' && typeof raw !== 'boolean')
    return { problem: `${name(column)}的内容不正确` };
  if (typeof raw === 'number' && !Number.isFinite(raw)) return { problem: `${name(column)}的内容不正确` };
  const given = typeof raw === 'boolean' ? (raw ? '1' : '0') : String(raw);
  const text = given.replaceAll('\u0000', '').trim();
  return text === '' ? { value: null } : readTyped(column, text);
}

/** The values that stand in a cell: one, or those of a 复选框. */
export const partsOf = (column: Pick<ModelColumn, 'htmlType'>, value: string): string[] =>
  column.htmlType === 'checkbox' ? value.split(',').filter((part) => part !== '') : [value];

/** What the database answers for a column, as it is read by `readCell`. */
export function storedCell(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value as string | number);
}
