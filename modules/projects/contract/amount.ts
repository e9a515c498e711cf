import * as z from 'zod';
import { Day } from '#kit/contract/fields.ts';

const NEAR = 1e-9;

/** A number as people typed it: spreadsheets turn 12.3 into 12.299999999999999. */
const numberText = (value: number, digits: number): string => {
  const rounded = Number(value.toFixed(digits));
  return String(Math.abs(rounded - value) < NEAR * Math.max(1, Math.abs(value)) ? rounded : value);
};

/** `012.5` → `12.50`: money reads and compares the same however it was typed. */
function padded(text: string, digits: number): string {
  const [whole = '0', rest = ''] = text.split('.');
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')}.${rest.padEnd(digits, '0')}`;
}

/** Money that may be left out, as text: `1234.50`. Numbers and thousands separators are taken too; '' counts as left out. */
export const optionalAmount = (label: string, { digits = 2, signed = false } = {}) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => (typeof value === 'number' ? numberText(value, digits) : (value ?? '').replaceAll(',', '').trim()))
    .pipe(
      z
        .string()
        .regex(
          new RegExp(`^(${signed ? '-?' : ''}\\d{1,12}(\\.\\d{1,${digits}})?)?$`),
          `${label}应为${signed ? '' : '不小于0、'}最多${digits}位小数的数字`,
        ),
    )
    .transform((text) => (text === '' ? null : padded(text, digits)));

/** A calendar day that may be left out; '' counts as left out. */
export const optionalDay = Day.or(z.literal(''))
  .nullish()
  .transform((day) => day || null);

/** A code of a closed list that may be left out; '' counts as left out. */
export const optionalCode = <const T extends readonly [string, ...string[]]>(codes: T, message: string) =>
  z
    .enum(codes, message)
    .or(z.literal(''))
    .nullish()
    .transform((code): T[number] | null => (code || null) as T[number] | null);

const PEOPLE = /[、，,;；\n]/;
/** Names in order, as a list or as one text with separators: `张三、李四`. */
export const People = (label: string, most = 30) =>
  z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .transform((value) => (Array.isArray(value) ? value : (value ?? '').split(PEOPLE)).map((name) => name.trim()).filter(Boolean))
    .pipe(
      z
        .array(z.string().max(50, `${label}姓名不能超过50个字符`))
        .max(most, `${label}不能超过${most}人`)
        .refine((names) => new Set(names).size === names.length, `${label}中有重复的姓名`),
    );
