/** A piece of a numbering rule. */
export type SerialPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'date'; readonly format: string }
  | { readonly kind: 'number'; readonly digits: number };
const DATES = new Set(['yyyy', 'yyyyMM', 'yyyyMMdd', 'yy', 'MM', 'dd']);
const MAX_DIGITS = 10;

/** Cuts a rule like `AQ{yyyyMMdd}-{0001}` into its pieces; null when it cannot be read. */
export function serialParts(pattern: string): SerialPart[] | null {
  const parts: SerialPart[] = [];
  for (const piece of pattern.split(/(\{[^{}]*\})/).filter((one) => one !== '')) {
    const inner = /^\{(.*)\}$/.exec(piece)?.[1];
    if (inner === undefined) {
      if (/[{}]/.test(piece)) return null;
      parts.push({ kind: 'text', text: piece });
    } else if (/^0*1$/.test(inner) && inner.length <= MAX_DIGITS) parts.push({ kind: 'number', digits: inner.length });
    else if (DATES.has(inner)) parts.push({ kind: 'date', format: inner });
    else return null;
  }
  return parts;
}
/** What is wrong with a numbering rule, as a Chinese sentence. */
export function serialProblem(pattern: string): string | null {
  const parts = serialParts(pattern);
  if (parts === null) return '只能使用 {yyyy}、{yyyyMM}、{yyyyMMdd}、{yy}、{MM}、{dd} 和一个 {0001}';
  return parts.filter(({ kind }) => kind === 'number').length === 1 ? null : '需要一个 {0001}，位数即序号的位数';
}

const dated = (format: string, day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return format.replace('yyyy', year).replace('yy', year.slice(2)).replace('MM', month).replace('dd', date);
};
/** The period within which numbers of a rule count up: its parts with the day filled in, without the number. `day` is `2026-03-01`. */
export const serialPeriod = (pattern: string, day: string): string =>
  (serialParts(pattern) ?? [])
    .map((part) => (part.kind === 'date' ? dated(part.format, day) : part.kind === 'text' ? part.text : '#'))
    .join('');
/** The number of a record: `AQ20260301-0007`. */
export const serialText = (pattern: string, day: string, number: number): string =>
  (serialParts(pattern) ?? [])
    .map((part) =>
      part.kind === 'date' ? dated(part.format, day) : part.kind === 'text' ? part.text : String(number).padStart(part.digits, '0'),
    )
    .join('');
