import { compareDecimals, decimalOf, decimalText, type Decimal } from '#kit/core/expr/decimal.ts';
import { NoticeDocument } from '#modules/notices/contract/document.ts';
import type { FieldOf, ValueField } from '../contract/field.ts';
import { FORM_LIMITS } from '../contract/kinds.ts';
import { readDate, readDateRange, readTime } from './read-time.ts';
import { TEXT_FORMATS } from './texts.ts';
import { textLimit } from './walk.ts';

/** A value as records keep it; null = nothing filled in. */
export type FieldValue = string | number | boolean | readonly string[] | Place | NoticeDocument | null;
export interface Place {
  readonly lng: number;
  readonly lat: number;
  readonly address: string | null;
}
/** What was read; `problem` says what is wrong with what was given, as a Chinese sentence. */
export interface Read {
  readonly value: FieldValue;
  readonly problem: string | null;
}
export interface ReadFacts {
  /** `2026-03-01` */
  readonly today: string;
}
const good = (value: FieldValue): Read => ({ value, problem: null });
const bad = (problem: string): Read => ({ value: null, problem });

const length = (text: string): number => [...text].length;

function readText(field: FieldOf<'input' | 'textarea'>, raw: unknown): Read {
  const { label } = field;
  if (typeof raw !== 'string') return bad(`“${label}”应为文本`);
  // a line is what stands between blanks; in longer texts blanks may mean something
  const text = field.type === 'input' ? raw.trim() : raw;
  if (text.trim() === '') return good(null);
  const most = textLimit(field);
  if (length(text) > most) return bad(`“${label}”不能超过${most}个字符`);
  if (field.minLength !== undefined && length(text) < field.minLength) return bad(`“${label}”不能少于${field.minLength}个字符`);
  // no table keeps it
  if (text.includes('\u0000')) return bad(`“${label}”含有不能保存的字符`);
  const wrong = field.type === 'input' && field.format ? TEXT_FORMATS[field.format].problem(text) : null;
  return wrong === null ? good(text) : bad(`“${label}”：${wrong}`);
}

const NUMERIC = /^[+-]?(\d{1,30}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,2})?$/i;
/** A number that was given as one or as text. */
export function decimalFrom(raw: unknown): Decimal | null {
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim() : '';
  return NUMERIC.test(text) ? decimalOf(text) : null;
}
/** Digits that JavaScript keeps of a number. */
const SURE_DIGITS = 15;
const MONEY_DIGITS = 18;
/** A decimal without zeros at its end. */
function shortest(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

interface Limits {
  readonly label: string;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly precision: number;
  readonly digits: number;
  readonly unit: string;
}
function decimalProblem(value: Decimal, text: string, { label, min, max, precision, digits, unit }: Limits): string | null {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  if (fraction.length > precision) return precision === 0 ? `“${label}”应为整数` : `“${label}”最多${precision}位小数`;
  if (whole.length + fraction.length > digits) return `“${label}”最多${digits}位数字`;
  if (min !== undefined && compareDecimals(value, decimalOf(String(min))!) < 0) return `“${label}”不能小于${min}${unit}`;
  if (max !== undefined && compareDecimals(value, decimalOf(String(max))!) > 0) return `“${label}”不能大于${max}${unit}`;
  return null;
}
function readNumber(field: FieldOf<'number' | 'money' | 'rate' | 'slider'>, raw: unknown): Read {
  const { label } = field;
  if (raw === '') return good(null);
  const found = decimalFrom(raw);
  if (!found) return bad(`“${label}”应为数字`);
  const text = shortest(decimalText(found));
  const limits: Limits = { label, min: undefined, max: undefined, precision: 6, digits: SURE_DIGITS, unit: '' };
  if (field.type === 'money') {
    const precision = field.precision ?? 2;
    const problem = decimalProblem(found, text, { ...limits, min: field.min, max: field.max, precision, digits: MONEY_DIGITS });
    return problem === null ? good(padded(text, precision)) : bad(problem);
  }
  const problem = decimalProblem(found, text, { ...limits, ...rangeOf(field) });
  if (problem !== null) return bad(problem);
  if (field.type === 'rate' && !Number.isInteger(Number(text) * (field.isHalf ? 2 : 1)))
    return bad(`“${label}”应为${field.isHalf ? '半' : '整'}颗星`);
  return good(Number(text));
}
function rangeOf(field: FieldOf<'number' | 'rate' | 'slider'>): Partial<Limits> {
  switch (field.type) {
    case 'number':
      return { min: field.min, max: field.max, precision: field.precision ?? 6, unit: field.unit ?? '' };
    case 'rate':
      return { min: 0, max: field.most ?? 5 };
    case 'slider':
      return { min: field.min ?? 0, max: field.max ?? 100, unit: field.unit ?? '' };
  }
}
/** Money has all its decimals: 100.00. */
function padded(text: string, precision: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return precision === 0 ? whole : `${whole}.${fraction.padEnd(precision, '0')}`;
}

interface Picks {
  readonly label: string;
  readonly isMultiple: boolean | undefined;
  readonly minCount: number | undefined;
  readonly maxCount: number | undefined;
}
/** One chosen value, or a list of different ones. */
function readPicks({ label, isMultiple, minCount, maxCount }: Picks, raw: unknown): Read {
  const given: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  if (given.length > FORM_LIMITS.picks) return bad(`“${label}”最多选择${FORM_LIMITS.picks}项`);
  if (!given.every((one): one is string => typeof one === 'string' && one.length <= FORM_LIMITS.optionText))
    return bad(`“${label}”的选项不正确`);
  const chosen = [...new Set(given.filter((one) => one !== ''))];
  if (chosen.length === 0) return good(null);
  if (!isMultiple) return chosen.length === 1 ? good(chosen[0]!) : bad(`“${label}”只能选择一项`);
  if (minCount !== undefined && chosen.length < minCount) return bad(`“${label}”至少选择${minCount}项`);
  if (maxCount !== undefined && chosen.length > maxCount) return bad(`“${label}”最多选择${maxCount}项`);
  return good(chosen);
}
/** True for a field whose value is a list. */
export const isList = (field: ValueField): boolean => field.type === 'checkbox' || ('isMultiple' in field && field.isMultiple === true);

function readChoice(field: ValueField, raw: unknown): Read {
  const counts = { minCount: undefined, maxCount: undefined, ...('minCount' in field ? field : {}) };
  const read = readPicks({ label: field.label, isMultiple: isList(field), minCount: counts.minCount, maxCount: counts.maxCount }, raw);
  if (read.value === null || !('options' in field) || field.options.from !== 'static') return read;
  const known = new Set(field.options.items.map(({ value }) => value));
  const chosen = Array.isArray(read.value) ? (read.value as readonly string[]) : [String(read.value)];
  return chosen.every((one) => known.has(one)) ? read : bad(`“${field.label}”的选项不正确`);
}

function readCascade(field: FieldOf<'cascader'>, raw: unknown): Read {
  const path = Array.isArray(raw) ? (raw as readonly unknown[]) : [raw];
  if (path.length === 0 || (path.length === 1 && path[0] === '')) return good(null);
  let nodes: FieldOf<'cascader'>['items'] | undefined = field.items;
  for (const step of path) {
    const node: FieldOf<'cascader'>['items'][number] | undefined = nodes?.find(({ value }) => value === step);
    if (!node) return bad(`“${field.label}”的选项不正确`);
    nodes = node.children;
  }
  if (nodes && nodes.length > 0 && !field.isAnyLevel) return bad(`“${field.label}”应选到最后一级`);
  return good(path as readonly string[]);
}

const STORED_NAME = /^[0-9a-f]{32}\.[a-z0-9]{1,10}$/;
/** Files as a list of stored names; the upload widgets say them in one text. */
function readFiles(field: FieldOf<'file' | 'image' | 'signature'>, raw: unknown): Read {
  const { label } = field;
  const names: readonly unknown[] = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(',').filter(Boolean) : [raw];
  if (names.length > FORM_LIMITS.files) return bad(`“${label}”最多上传${FORM_LIMITS.files}个文件`);
  if (!names.every((name): name is string => typeof name === 'string' && STORED_NAME.test(name)))
    return bad(`“${label}”的文件不正确，请重新上传`);
  const files = [...new Set(names)];
  if (files.length === 0) return good(null);
  if (field.type === 'signature') return files.length === 1 ? good(files[0]!) : bad(`“${label}”只能有一个签名`);
  const [unit, least, most] = [
    field.type === 'image' ? '张' : '个',
    field.minCount ?? 0,
    field.maxCount ?? (field.type === 'image' ? 9 : FORM_LIMITS.files),
  ];
  if (files.length < least) return bad(`“${label}”至少${least}${unit}，已有${files.length}${unit}`);
  if (files.length > most) return bad(`“${label}”最多${most}${unit}`);
  return good(files);
}

function readEditor({ label }: ValueField, raw: unknown): Read {
  const read = NoticeDocument.safeParse(raw);
  if (!read.success) return bad(`“${label}”的内容不正确，请重新填写`);
  const isBlank = read.data.blocks.every(
    (block) =>
      block.type !== 'image' &&
      block.type !== 'table' &&
      ('items' in block ? block.items.flat() : block.line).every(({ text }) => text.trim() === ''),
  );
  return good(isBlank ? null : read.data);
}

const EARTH_RADIUS = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Metres between two places. */
export function distance(a: { lng: number; lat: number }, b: { lng: number; lat: number }): number {
  const [lat, lng] = [radians(b.lat - a.lat) / 2, radians(b.lng - a.lng) / 2];
  const half = Math.sin(lat) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(lng) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)));
}
const isDegrees = (value: unknown, most: number): value is number => typeof value === 'number' && Math.abs(value) <= most;
function readPlace(field: FieldOf<'location'>, raw: unknown): Read {
  const { label } = field;
  if (typeof raw !== 'object' || raw === null) return bad(`“${label}”的位置不正确，请重新定位`);
  const { lng, lat, address } = raw as { lng?: unknown; lat?: unknown; address?: unknown };
  if (!isDegrees(lng, 180) || !isDegrees(lat, 90)) return bad(`“${label}”的位置不正确，请重新定位`);
  if (address !== undefined && address !== null && (typeof address !== 'string' || length(address) > 200))
    return bad(`“${label}”的地址不能超过200个字符`);
  // six decimals are a tenth of a metre
  const place = {
    lng: Number(lng.toFixed(6)),
    lat: Number(lat.toFixed(6)),
    address: (address as string | null | undefined)?.trim() || null,
  };
  if (field.center && field.radius && distance(place, field.center) > field.radius)
    return bad(`“${label}”不在规定的${field.radius}米范围内`);
  return good(place);
}

function readSwitch({ label }: ValueField, raw: unknown): Read {
  if (typeof raw === 'boolean') return good(raw);
  if (raw === '1' || raw === 'true') return good(true);
  if (raw === '0' || raw === 'false') return good(false);
  return raw === '' ? good(null) : bad(`“${label}”应为是或否`);
}

/** Reads what was given for a field. What is blank is null; whether it may be is another question. */
export function readValue(field: ValueField, raw: unknown, facts: ReadFacts): Read {
  if (raw === null || raw === undefined) return good(null);
  switch (field.type) {
    case 'input':
    case 'textarea':
      return readText(field, raw);
    case 'number':
    case 'money':
    case 'rate':
    case 'slider':
      return readNumber(field, raw);
    case 'cascader':
      return readCascade(field, raw);
    case 'date':
      return readDate(field, raw, facts);
    case 'dateRange':
      return readDateRange(field, raw, facts);
    case 'time':
      return readTime(field, raw);
    case 'switch':
      return readSwitch(field, raw);
    case 'color':
      return raw === ''
        ? good(null)
        : typeof raw === 'string' && /^#[0-9a-f]{6}$/i.test(raw)
          ? good(raw.toLowerCase())
          : bad(`“${field.label}”的颜色不正确`);
    case 'file':
    case 'image':
    case 'signature':
      return readFiles(field, raw);
    case 'editor':
      return readEditor(field, raw);
    case 'location':
      return readPlace(field, raw);
    case 'serial':
    case 'formula':
      // the server gives numbers, the expression gives results: what anybody sends is nothing
      return good(null);
    default:
      return readChoice(field, raw);
  }
}
