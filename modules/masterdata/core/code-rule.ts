/*
 * Code rules: `KH{yyyy}-{0001}`. Parts in braces are the year, month or day of the record (`{yyyy}`, `{yy}`, `{yyyyMM}`, `{yyyyMMdd}` …) and
 * one number with as many digits as it is written with; the number starts over when the date in the code changes.
 */
const PART = /\{([^{}]*)\}/g;
const DATE = /^(?:yyyy|yy)?(?:MM)?(?:dd)?$/;
const NUMBER = /^0*1$/;
const MAX_DIGITS = 10;

/** What is wrong with a pattern, in Chinese; null when it can be used. */
export function patternFault(pattern: string): string | null {
  const parts = [...pattern.matchAll(PART)].map((match) => match[1] ?? '');
  const rest = pattern.replaceAll(PART, '');
  if (/[{}]/.test(rest)) return '编码规则的花括号不成对';
  if (/\p{Cc}/u.test(rest)) return '编码规则含有不可见字符';
  const numbers = parts.filter((part) => NUMBER.test(part));
  const unknown = parts.find((part) => !NUMBER.test(part) && (part === '' || !DATE.test(part)));
  if (unknown !== undefined) return `编码规则中的 {${unknown}} 不能识别，可用 {yyyy}、{yyyyMM}、{yyyyMMdd} 与 {0001}`;
  if (numbers.length !== 1) return '编码规则应有且只有一个流水号，如 {0001}';
  return (numbers[0] ?? '').length > MAX_DIGITS ? `流水号最多${MAX_DIGITS}位` : null;
}

const datePart = (part: string, day: string): string =>
  part.replace('yyyy', day.slice(0, 4)).replace('yy', day.slice(2, 4)).replace('MM', day.slice(5, 7)).replace('dd', day.slice(8, 10));

/** Within which its numbers count on: the dates in the code on a day `2026-03-01`. */
export const codePeriod = (pattern: string, day: string): string =>
  [...pattern.matchAll(PART)]
    .map((match) => match[1] ?? '')
    .filter((part) => !NUMBER.test(part))
    .map((part) => datePart(part, day))
    .join('.');

/** The code with a number on a day; a number that has outgrown its digits stands in full. */
export const codeText = (pattern: string, day: string, number: number): string =>
  pattern.replaceAll(PART, (_, part: string) => (NUMBER.test(part) ? String(number).padStart(part.length, '0') : datePart(part, day)));

/** How long codes of a pattern are at least. */
export const codeLength = (pattern: string): number => codeText(pattern, '2026-01-01', 1).length;
