import type { MaskAlgorithm } from '../contract/mask-rule.ts';

export type Algorithm = MaskAlgorithm;
export interface MaskParams {
  /** keep: characters that stay at the front and the end */
  readonly head?: number;
  readonly tail?: number;
  /** date: what stays */
  readonly unit?: 'month' | 'year';
  /** round: multiples of this */
  readonly step?: number;
  /** pattern: `#` keeps a character, `*` hides one; what is longer is hidden */
  readonly pattern?: string;
}
export interface Mask {
  readonly algorithm: Algorithm;
  readonly params: MaskParams;
}
/** A keyed digest of the installation: core knows no cryptography. */
export type Digest = (text: string) => string;

const MAX_STARS = 8;
const HIDDEN = '***';
const stars = (count: number): string => '*'.repeat(Math.max(1, Math.min(MAX_STARS, count)));
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function keep(value: unknown, head: number, tail: number): string {
  const chars = [...textOf(value)];
  // Too short for keeping both ends: at least a third of a value is always hidden.
  const most = Math.floor((chars.length * 2) / 3);
  const first = head + tail <= most ? head : Math.min(head, Math.floor(most / 2));
  const last = Math.min(tail, most - first);
  return `${chars.slice(0, first).join('')}${stars(chars.length - first - last)}${last > 0 ? chars.slice(-last).join('') : ''}`;
}

function date(value: unknown, unit: 'month' | 'year'): string {
  const found = /^(\d{4})\D?(\d{2})/.exec(textOf(value));
  if (!found) return HIDDEN;
  return unit === 'year' ? found[1]! : `${found[1]}-${found[2]}`;
}

function round(value: unknown, step: number): string {
  const number = typeof value === 'number' ? value : Number(textOf(value));
  if (!Number.isFinite(number) || step <= 0 || textOf(value).trim() === '') return HIDDEN;
  return String(Math.round(number / step) * step);
}

function pattern(value: unknown, shape: string): string {
  const chars = [...textOf(value)];
  const marks = [...shape];
  const shown = chars.slice(0, marks.length).map((char, i) => (marks[i] === '#' ? char : '*'));
  return shown.join('') + '*'.repeat(Math.min(MAX_STARS, Math.max(0, chars.length - marks.length)));
}

function email(value: unknown): string {
  const text = textOf(value);
  const at = text.lastIndexOf('@');
  return at < 1 ? HIDDEN : `${[...text][0]}***${text.slice(at)}`;
}

/** 张三 → 张*, 欧阳娜娜 → 欧阳**: the family name stays. */
function name(value: unknown): string {
  const chars = [...textOf(value)];
  const head = chars.length > 3 ? 2 : 1;
  return chars.length < 2 ? '*' : chars.slice(0, head).join('') + stars(chars.length - head);
}

/** A value as a mask shows it; null stays null. The digest is that of the installation. */
export function maskWith(mask: Mask, value: unknown, digest: Digest): unknown {
  if (value === null || value === undefined) return value;
  const { algorithm, params } = mask;
  if (typeof value === 'boolean') return algorithm === 'empty' ? null : HIDDEN;
  switch (algorithm) {
    case 'keep':
      return keep(value, params.head ?? 0, params.tail ?? 0);
    case 'full':
      return HIDDEN;
    case 'hash':
      return digest(textOf(value)).slice(0, 16);
    case 'empty':
      return null;
    case 'date':
      return date(value, params.unit ?? 'year');
    case 'round':
      return round(value, params.step ?? 1000);
    case 'pattern':
      return pattern(value, params.pattern ?? '');
    case 'email':
      return email(value);
    case 'name':
      return name(value);
  }
}

/** What a mask leaves, in few words: 前 3 后 4; without a mask of its class a value keeps its ends. */
export function describeMask(mask: Mask | undefined): string {
  if (!mask) return '仅保留首尾';
  const { algorithm, params } = mask;
  switch (algorithm) {
    case 'keep': {
      const ends = [params.head ? `前 ${params.head}` : '', params.tail ? `后 ${params.tail}` : ''].filter(Boolean);
      return ends.length === 0 ? '全部隐藏' : ends.join(' ');
    }
    case 'full':
      return '全部隐藏';
    case 'hash':
      return '哈希';
    case 'empty':
      return '置空';
    case 'date':
      return params.unit === 'month' ? '仅年月' : '仅年份';
    case 'round':
      return `取整到 ${params.step ?? 1000}`;
    case 'pattern':
      return '按位遮盖';
    case 'email':
      return '仅邮箱域名';
    case 'name':
      return '保留姓氏';
  }
}

/** Hides the middle of a value of a column without a class: enough stays to recognise it, not enough to use it. */
export function maskValue(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value === 'boolean' || typeof value === 'number') return HIDDEN;
  const chars = [...textOf(value)];
  if (chars.length <= 1) return '*';
  if (chars.length === 2) return `${chars[0]}*`;
  const shown = chars.length >= 11 ? 3 : 1;
  const tail = chars.length >= 11 ? 4 : 1;
  return `${chars.slice(0, shown).join('')}${'*'.repeat(Math.min(8, chars.length - shown - tail))}${chars.slice(-tail).join('')}`;
}

/** What stands for a value that was computed from sensitive ones. */
export const hideWhole = (value: unknown): unknown => (value === null || value === undefined ? value : HIDDEN);
