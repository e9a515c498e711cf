import type { FieldType, Grain } from '../../contract/field.ts';
import type { Scalar } from '../../contract/query.ts';

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** Servers carry sums of decimals to different digits: what they agree on. */
const DIGITS = 15;

/** A number that came from a source: as a number where that loses nothing before the 15th digit, else as text. */
export function normalNumber(value: unknown): Scalar {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null;
    return Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value + 0 : Number(value.toPrecision(DIGITS));
  }
  if (typeof value === 'bigint') return normalNumber(String(value));
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return value === null || value === undefined ? null : String(value);
  if (!NUMBER.test(value)) return value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? null : value;
  const number = Number(value);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return normalNumber(number);
  return /e/i.test(value) ? number : value.replace(/^\+/, '').replace(/\.0*$/, '');
}

function normalTime(text: string, isFine: boolean): string {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return text;
  if (!isFine) return text.slice(0, 10);
  const clock = text.slice(11, 19);
  return `${text.slice(0, 10)} ${clock.length === 8 ? clock : clock.length === 5 ? `${clock}:00` : '00:00:00'}`;
}

/** A value of a source as every source would answer it. */
export function normalValue(value: unknown, type: FieldType, grain: Grain | null): Scalar {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'number':
      return normalNumber(value);
    case 'bool':
      if (typeof value === 'boolean') return value;
      return ['1', 't', 'true', 'Y', '是'].includes(String(value))
        ? true
        : ['0', 'f', 'false', 'N', '否'].includes(String(value))
          ? false
          : String(value);
    case 'date':
    case 'datetime':
      return normalTime(String(value), grain ? grain === 'hour' || grain === 'minute' : type === 'datetime');
    case 'string':
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}
