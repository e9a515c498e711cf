/** What an element says of the form of its values, as its published version keeps it. */
export interface ElementLimits {
  readonly dataType: string;
  readonly dataLength: string | null;
  readonly valueRange?: string | null | undefined;
  readonly format: string | null;
}
/** A length as it is written: `11` exactly, `..20` at most, `18,2` digits and decimals. */
export type LengthLimit =
  | { readonly kind: 'exact' | 'most'; readonly length: number }
  | { readonly kind: 'digits'; readonly digits: number; readonly scale: number };

/** Reads the length of an element; null where it says none. */
export function lengthLimit(dataLength: string | null): LengthLimit | null {
  const found = /^(\.\.)?(\d+)(?:,(\d+))?$/.exec(dataLength ?? '');
  if (!found) return null;
  if (found[3] !== undefined) return { kind: 'digits', digits: Number(found[2]), scale: Number(found[3]) };
  return { kind: found[1] ? 'most' : 'exact', length: Number(found[2]) };
}

/** Reads a range like `0..100`, both ends included; null where there is none. */
export function rangeLimit(valueRange: string | null | undefined): { readonly min: string | null; readonly max: string | null } | null {
  const found = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/.exec((valueRange ?? '').trim());
  if (!found || (found[1] === undefined && found[2] === undefined)) return null;
  return { min: found[1] ?? null, max: found[2] ?? null };
}

const CHARS: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Za-z]', an: '[A-Za-z0-9]', anc: '.' };
const CHAR_NAMES: Readonly<Record<string, string>> = { n: '数字', a: '字母', an: '字母或数字', anc: '字符' };
/** A format of GB/T 19488 like `n11` or `an..20` as a pattern, and in words; null for anything else. */
export function formatLimit(format: string | null): { readonly pattern: string; readonly text: string } | null {
  const found = /^(anc|an|a|n)(\.\.)?(\d{1,4})$/.exec(format?.trim() ?? '');
  if (!found) return null;
  const [, chars = '', upTo, length = ''] = found;
  return { pattern: `^${CHARS[chars]}{${upTo ? '1,' : ''}${length}}$`, text: `${upTo ? '最多' : ''}${length}位${CHAR_NAMES[chars]}` };
}

const NUMBER = /^[+-]?(\d+)(?:\.(\d+))?$/;
const NUMERIC = new Set(['integer', 'decimal']);
/** Kinds whose length and range are those of what is written; days and flags are checked by their type alone. */
const WRITTEN = new Set(['varchar', 'char', ...NUMERIC]);

function lengthProblem(limit: LengthLimit, text: string): string | null {
  if (limit.kind === 'digits') {
    const found = NUMBER.exec(text);
    if (!found) return null;
    const [whole, decimals] = [(found[1] ?? '').replace(/^0+/, ''), (found[2] ?? '').replace(/0+$/, '')];
    if (decimals.length > limit.scale) return limit.scale === 0 ? '应为整数' : `最多${limit.scale}位小数`;
    return whole.length > limit.digits - limit.scale ? `的整数部分最多${limit.digits - limit.scale}位` : null;
  }
  const length = [...text].length;
  if (limit.kind === 'most') return length > limit.length ? `不能超过${limit.length}个字符` : null;
  return length === limit.length ? null : `应为${limit.length}个字符`;
}

function rangeProblem(range: NonNullable<ReturnType<typeof rangeLimit>>, text: string): string | null {
  const value = Number(text);
  if (range.min !== null && value < Number(range.min)) return `不能小于${range.min}`;
  return range.max !== null && value > Number(range.max) ? `不能大于${range.max}` : null;
}

/**
 * What of a value does not keep to an element, as a Chinese sentence behind its name (`不能超过20个字符`); null where nothing does not.
 * A format that is written in words or as a regular expression is left to the rules of data quality.
 */
export function valueProblem(limits: ElementLimits, text: string): string | null {
  if (!WRITTEN.has(limits.dataType)) return null;
  const isNumber = NUMERIC.has(limits.dataType);
  if (isNumber && !NUMBER.test(text)) return '应为数字';
  if (limits.dataType === 'integer' && !/^[+-]?\d+(\.0+)?$/.test(text)) return '应为整数';
  const range = isNumber ? rangeLimit(limits.valueRange) : null;
  const found = range && rangeProblem(range, text);
  if (found) return found;
  const format = isNumber ? null : formatLimit(limits.format);
  // a format says more than a length
  if (format && !new RegExp(format.pattern, 'u').test(text)) return `应为${format.text}`;
  const length = lengthLimit(limits.dataLength);
  // digits of a number are told from its decimals, not from how it is written
  return length && (!isNumber || length.kind === 'digits') ? lengthProblem(length, text) : null;
}
