/*
 * Numbering patterns: `KH{yyyy}-{0001}`. Parts in braces are the year, month or day on which the number is taken (`{yyyy}`, `{yy}`, `{yyyyMM}`,
 * `{yyyyMMdd}` …) and one number with as many digits as it is written with; one that has outgrown its digits stands in full.
 */

/** A piece of a pattern. */
export type NumberingPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'date'; readonly format: string }
  | { readonly kind: 'number'; readonly digits: number }
  /** braces around something that is neither a date nor a number */
  | { readonly kind: 'unknown'; readonly text: string };

const DATE = /^(?=[yMd])(?:yyyy|yy)?(?:MM)?(?:dd)?$/;
const NUMBER = /^0*1$/;
const MAX_DIGITS = 10;

function partOf(piece: string): NumberingPart {
  const inner = /^\{([^{}]*)\}$/.exec(piece)?.[1];
  if (inner === undefined) return { kind: 'text', text: piece };
  if (NUMBER.test(inner)) return { kind: 'number', digits: inner.length };
  return DATE.test(inner) ? { kind: 'date', format: inner } : { kind: 'unknown', text: inner };
}

/** Cuts a pattern into its pieces; a brace without its partner stands in a text. */
export const numberingParts = (pattern: string): NumberingPart[] =>
  pattern
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .map(partOf);

/** What is wrong with a pattern, as a Chinese sentence behind its name; null when it can be used. */
export function numberingProblem(pattern: string): string | null {
  const parts = numberingParts(pattern);
  const texts = parts.flatMap((part) => (part.kind === 'text' ? part.text : []));
  if (texts.some((text) => /[{}]/.test(text))) return '的花括号不成对';
  if (texts.some((text) => /\p{Cc}/u.test(text))) return '含有不可见字符';
  const unknown = parts.find((part) => part.kind === 'unknown');
  if (unknown) return `中的 {${unknown.text}} 不能识别，可用 {yyyy}、{yyyyMM}、{yyyyMMdd} 与 {0001}`;
  const [first, ...more] = parts.filter((part) => part.kind === 'number');
  if (!first || more.length > 0) return '应有且只有一个流水号，如 {0001}';
  return first.digits > MAX_DIGITS ? `的流水号最多${MAX_DIGITS}位` : null;
}

const dated = (format: string, day: string): string =>
  format.replace('yyyy', day.slice(0, 4)).replace('yy', day.slice(2, 4)).replace('MM', day.slice(5, 7)).replace('dd', day.slice(8, 10));

/** A pattern with its dates filled in on a day (`2026-03-01`), and what stands for its number. */
const filled = (pattern: string, day: string, numberOf: (digits: number) => string): string =>
  numberingParts(pattern)
    .map((part) => {
      if (part.kind === 'number') return numberOf(part.digits);
      return part.kind === 'date' ? dated(part.format, day) : part.text;
    })
    .join('');

/** The text with a number on a day: `KH2026-0007`. */
export const numberedText = (pattern: string, day: string, number: number): string =>
  filled(pattern, day, (digits) => String(number).padStart(digits, '0'));

/** The text on a day with `#` in place of its number: within it numbers count on. A counter of another text begins anew. */
export const numberingPeriod = (pattern: string, day: string): string => filled(pattern, day, () => '#');

/** The dates in the text on a day, joined by dots: within them numbers count on, also where the text around them changes. */
export const numberingDates = (pattern: string, day: string): string =>
  numberingParts(pattern)
    .flatMap((part) => (part.kind === 'date' ? dated(part.format, day) : []))
    .join('.');
