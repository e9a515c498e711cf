/*
 * Values of two sources in one form, so that equal ones are equal texts: 1.50 and 1.5, a day and its midnight, true and 1.
 */

/** How the values of a column are written for a comparison. */
export type Form = 'number' | 'time' | 'boolean' | 'text';
const BOOLEANS: Readonly<Record<string, string>> = { true: '1', t: '1', false: '0', f: '0' };
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/;
/** Zone of the platform, in minutes. */
const HOME_MINUTES = 480;

/** Decimal digits without signs and zeros that say nothing; words (NaN) as they stand. */
export function canonicalNumber(text: string): string {
  const found = NUMBER.exec(text.trim());
  const [, sign = '', whole = '', part = '', exponent = '0'] = found ?? [];
  if (!found || whole + part === '') return text;
  const digits = whole + part;
  const point = whole.length + Number(exponent);
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const at = Math.max(0, point);
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, '') || '0';
  const after = padded.slice(at).replace(/0+$/, '');
  const value = after ? `${before}.${after}` : before;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}

/** `2026-03-01`, with its time where that is not midnight, in the zone of the platform; other texts as they stand. */
export function canonicalMoment(text: string): string {
  const found = MOMENT.exec(text.trim());
  if (!found) return text;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = found;
  let local = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  if (zone !== undefined) {
    const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
    const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute) - offset + HOME_MINUTES, Number(second));
    local = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  }
  const rest = fraction.replace(/0+$/, '');
  const whole = rest ? `${local}.${rest}` : local;
  return whole.endsWith(' 00:00:00') ? whole.slice(0, 10) : whole;
}

/** A value of a source as a text that is the same for equal values; null stays null. */
export function canonical(value: unknown, form: Form): string | null {
  if (value === null || value === undefined) return null;
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
  switch (form) {
    case 'number':
      return canonicalNumber(text);
    case 'time':
      return canonicalMoment(text);
    case 'boolean':
      return BOOLEANS[text.toLowerCase()] ?? text;
    case 'text':
      return text;
  }
}
