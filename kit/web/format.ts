const ZONE = 'Asia/Shanghai';
const dateTimeFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short' });
const countFormat = new Intl.NumberFormat('en-US');

const isMoment = (value: unknown): value is string | number | Date =>
  (typeof value === 'string' || typeof value === 'number' || value instanceof Date) && !Number.isNaN(new Date(value).getTime());

/** Formats an instant in Asia/Shanghai: `2026-11-20 13:05:09`; null for absent or invalid values. */
export const dateTime = (value: unknown): string | null =>
  value !== '' && isMoment(value) ? dateTimeFormat.format(new Date(value)) : null;

/** The same without seconds, for lists. */
export const minute = (value: unknown): string | null => dateTime(value)?.slice(0, -3) ?? null;

/** The day of a moment, or a calendar day as it is. */
export function day(value: unknown): string | null {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  return value !== '' && isMoment(value) ? dayFormat.format(new Date(value)) : null;
}

/** 12,345 */
export const count = (value: number): string => countFormat.format(value);

/** A capped total: 1万+ when counting stopped at the limit. */
export const cappedCount = (total: number, capped: boolean | undefined): string => {
  if (!capped) return count(total);
  return total % 10_000 === 0 ? `${total / 10_000}万+` : `${count(total)}+`;
};

/** Text of any stored value: yes/no, lists, objects; null when there is none. */
export function plainText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => plainText(one) ?? '').join('、');
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}
