import type { Format, Grain } from '#modules/datasets/contract/field.ts';
import type { Scalar } from '#modules/datasets/contract/query.ts';

/** What stands where a value is missing. */
export const GAP = '—';
/** What stands for an empty text. */
export const BLANK = '（空白）';

/** What a column says about how its values are written. */
export interface Written {
  readonly type: 'string' | 'number' | 'date' | 'datetime' | 'bool';
  readonly grain?: Grain | null;
  readonly format?: Format | null;
  readonly modifier?: string | null;
}

const SCALES: Record<string, { power: number; name: string }> = {
  none: { power: 0, name: '' },
  thousand: { power: 3, name: '千' },
  wan: { power: 4, name: '万' },
  million: { power: 6, name: '百万' },
  yi: { power: 8, name: '亿' },
};
const MODIFIED_SHARE = new Set(['yoy', 'mom', 'share']);
/** Modifiers whose values are changes: they carry their sign. */
const CHANGES = new Set(['yoy', 'mom', 'yoyDiff', 'momDiff']);

const formats = new Map<string, Intl.NumberFormat>();
function decimals(value: number, least: number, most: number, grouped: boolean): string {
  const key = `${least}|${most}|${grouped}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most, useGrouping: grouped });
    formats.set(key, format);
  }
  const text = format.format(value);
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
}

/** Number as text or number → number; everything else is a gap. */
export function asNumber(value: Scalar | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || value === undefined || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The scale in which a number reads well: 万 from ten thousand, 亿 from a hundred million, 万亿 beyond. */
export function scaleFor(most: number): { divisor: number; name: string } {
  const size = Math.abs(most);
  if (size >= 1e12) return { divisor: 1e12, name: '万亿' };
  if (size >= 1e8) return { divisor: 1e8, name: '亿' };
  if (size >= 1e4) return { divisor: 1e4, name: '万' };
  return { divisor: 1, name: '' };
}

/** Units that are a scale themselves, each ten thousand times the one before. */
const LADDER = ['万', '亿', '万亿'];
/** The scale in which figures of a unit read well: 元 become 万元, and 万元 become 亿元 instead of 万万元. */
function scaleIn(most: number, unit: string): { divisor: number; unit: string } {
  const at = LADDER.findLastIndex((name) => unit.startsWith(name));
  if (at < 0) {
    const { divisor, name } = scaleFor(most);
    return { divisor, unit: name + unit };
  }
  const size = Math.abs(most);
  const steps = Math.min(LADDER.length - 1 - at, size >= 1e8 ? 2 : size >= 1e4 ? 1 : 0);
  return { divisor: 1e4 ** steps, unit: LADDER[at + steps]! + unit.slice(LADDER[at]!.length) };
}

function plain(value: number, digits: number | null | undefined, grouped: boolean): string {
  if (digits !== null && digits !== undefined) return decimals(value, digits, digits, grouped);
  const size = Math.abs(value);
  // two decimals would make nothing of it
  if (size > 0 && size < 0.005) return size < 1e-6 ? value.toExponential(1) : decimals(Number(value.toPrecision(2)), 0, 8, false);
  return decimals(value, 0, 2, grouped);
}

/** Percents with one decimal, small ones with two or with two digits that tell something. */
function percent(value: number, digits: number | null | undefined, grouped: boolean): string {
  if (digits !== null && digits !== undefined) return decimals(value, digits, digits, grouped);
  return Math.abs(value) < 1 ? plain(value, null, grouped) : decimals(value, 0, 1, grouped);
}

/** Seconds as 3天2小时, 1小时5分, 2分30秒, 4.5秒. */
export function duration(seconds: number): string {
  const sign = seconds < 0 ? '-' : '';
  const all = Math.abs(seconds);
  if (all < 60) return `${sign}${decimals(all, 0, 1, false)}秒`;
  const whole = Math.round(all);
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), '天'],
    [Math.floor((whole % 86_400) / 3600), '小时'],
    [Math.floor((whole % 3600) / 60), '分'],
    [whole % 60, '秒'],
  ];
  const from = parts.findIndex(([n]) => n > 0);
  const text = parts
    .slice(from, from + 2)
    .filter(([n]) => n > 0)
    .map(([n, unit]) => `${n}${unit}`);
  return sign + text.join('');
}

/** How a number is written in two parts, for figures whose unit is smaller than their digits. */
export interface NumberParts {
  readonly digits: string;
  readonly unit: string;
}

/** A number by its format, digits and unit apart. */
export function numberParts(value: number | null, format?: Format | null, modifier?: string | null): NumberParts {
  if (value === null) return { digits: GAP, unit: '' };
  const sign = CHANGES.has(modifier ?? '') && value > 0 ? '+' : '';
  const kind = format?.kind && format.kind !== 'auto' ? format.kind : MODIFIED_SHARE.has(modifier ?? '') ? 'percent' : 'auto';
  const grouped = format?.thousands ?? true;
  const unit = format?.unit ?? '';
  if (kind === 'duration') return { digits: sign + duration(value), unit };
  if (kind === 'percent') return { digits: `${sign}${percent(value * 100, format?.digits, grouped)}`, unit: `%${unit}` };
  const named = SCALES[format?.scale ?? 'none'];
  const scale = named ? { divisor: 10 ** named.power, unit: named.name + unit } : scaleIn(value, unit);
  const digits = format?.digits ?? (kind === 'currency' ? 2 : null);
  const prefix = format?.prefix ?? (kind === 'currency' ? '¥' : '');
  const minus = value < 0 ? '-' : sign;
  const text = plain(Math.abs(value) / scale.divisor, digits, grouped);
  return { digits: `${/[1-9]/.test(text) ? minus : ''}${prefix}${text}`, unit: scale.unit };
}

/** A number by its format: thousands, at most two decimals, 万/亿, percent, units; null is —. */
export function formatNumber(value: number | null, format?: Format | null, modifier?: string | null): string {
  const { digits, unit } = numberParts(value, format, modifier);
  return digits + unit;
}

/** A number in the little room of an axis or a bar: 12,345,678 → 1,234.57万. */
export function shortNumber(value: number | null, format?: Format | null, modifier?: string | null): string {
  if (value === null) return GAP;
  const keepsOwn = format && (format.scale !== 'none' || format.kind === 'percent' || format.kind === 'duration');
  if (keepsOwn || Math.abs(value) < 100_000) return formatNumber(value, format, modifier);
  const base = format ?? { kind: 'auto' as const, scale: 'none' as const, thousands: true };
  return formatNumber(value, { ...base, scale: 'auto', digits: base.digits === 0 ? null : base.digits }, modifier);
}

/** Axis of numbers: what ticks are divided by and what unit the axis names. */
export interface AxisScale {
  readonly divisor: number;
  readonly unit: string;
  readonly tick: (value: number) => string;
}
/** The scale of an axis over these figures, by the format of its measure. */
export function axisScale(most: number, format?: Format | null, modifier?: string | null): AxisScale {
  const isPercent = format?.kind === 'percent' || (MODIFIED_SHARE.has(modifier ?? '') && (format?.kind ?? 'auto') === 'auto');
  if (isPercent) return { divisor: 1, unit: '', tick: (value) => `${decimals(value * 100, 0, 2, true)}%` };
  if (format?.kind === 'duration') return { divisor: 1, unit: '', tick: duration };
  const named = format && format.scale !== 'none' ? SCALES[format.scale] : undefined;
  const own = format?.unit ?? '';
  const scale = named ? { divisor: 10 ** named.power, unit: named.name + own } : scaleIn(most, own);
  return { divisor: scale.divisor, unit: scale.unit, tick: (value) => plain(value / scale.divisor, null, true) };
}

/** A figure in the unit that its axis has, so that both read alike: four decimals, or as many as a small one needs. */
export function inScale(value: number, { divisor, unit }: Pick<AxisScale, 'divisor' | 'unit'>): string {
  const scaled = value / divisor;
  return `${Math.abs(scaled) < 0.005 ? plain(scaled, null, true) : decimals(scaled, 0, 4, true)}${unit}`;
}

/** Decimals that figures of one column all have, so that their points stand below each other; null = each as it is. */
export function commonDigits(values: Iterable<number | null>, format?: Format | null, modifier?: string | null): number | null {
  if (format?.digits != null || format?.scale === 'auto' || format?.kind === 'duration' || format?.kind === 'currency') return null;
  const isPercent = format?.kind === 'percent' || (MODIFIED_SHARE.has(modifier ?? '') && (format?.kind ?? 'auto') === 'auto');
  const factor = isPercent ? 100 : 1 / 10 ** (SCALES[format?.scale ?? 'none']?.power ?? 0);
  let most = 0;
  for (const value of values) {
    if (value === null || value === 0) continue;
    const size = Math.abs(value * factor);
    // rounded to nothing by any common number of decimals
    if (size < 0.005) return null;
    const hundredths = Math.round(size * 100) % 100;
    if (hundredths !== 0) most = Math.max(most, hundredths % 10 === 0 ? 1 : 2);
  }
  return isPercent ? Math.max(1, most) : most;
}

const two = (n: number) => String(n).padStart(2, '0');

interface Moment {
  readonly y: number;
  readonly m: number;
  readonly d: number;
  readonly h: number;
  readonly i: number;
  readonly s: number;
}
const TIME = /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?)?/;

function momentOf(value: string): Moment | null {
  const match = TIME.exec(value);
  if (!match) return null;
  const [, y, m, d = '1', h = '0', i = '0', s = '0'] = match;
  return { y: Number(y), m: Number(m), d: Number(d), h: Number(h), i: Number(i), s: Number(s) };
}

/** Year and number of the ISO week of a day. */
export function isoWeek({ y, m, d }: { y: number; m: number; d: number }): { year: number; week: number } {
  const day = new Date(Date.UTC(y, m - 1, d));
  const thursday = new Date(day.getTime() + (3 - ((day.getUTCDay() + 6) % 7)) * 86_400_000);
  const start = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return { year: thursday.getUTCFullYear(), week: Math.floor((thursday.getTime() - start) / 604_800_000) + 1 };
}

/** What a part of a pattern stands for. Each is made when a pattern has it: an axis of thousands of days needs no weeks. */
const PARTS: Readonly<Record<string, (at: Moment) => string>> = {
  YYYY: ({ y }) => String(y),
  YY: ({ y }) => two(y % 100),
  MM: ({ m }) => two(m),
  M: ({ m }) => String(m),
  DD: ({ d }) => two(d),
  D: ({ d }) => String(d),
  HH: ({ h }) => two(h),
  H: ({ h }) => String(h),
  mm: ({ i }) => two(i),
  ss: ({ s }) => two(s),
  Q: ({ m }) => String(Math.ceil(m / 3)),
  WW: (at) => two(isoWeek(at).week),
  GGGG: (at) => String(isoWeek(at).year),
};
const byPattern = (at: Moment, pattern: string): string =>
  pattern.replace(
    /\[([^\]]*)\]|YYYY|GGGG|YY|MM|M|DD|D|HH|H|mm|ss|Q|WW/g,
    (token, literal: string | undefined) => literal ?? PARTS[token]?.(at) ?? token,
  );

const GRAIN_PATTERN: Record<Grain, string> = {
  year: 'YYYY年',
  quarter: 'YYYY年Q季度',
  month: 'YYYY-MM',
  week: 'GGGG年WW周',
  day: 'YYYY-MM-DD',
  hour: 'MM-DD HH:00',
  minute: 'MM-DD HH:mm',
};

/** A time by its pattern, or by the grain that it was grouped to. */
export function formatTime(value: string, grain?: Grain | null, pattern?: string | null): string {
  const at = momentOf(value);
  if (!at) return value;
  if (pattern) return byPattern(at, pattern);
  if (grain) return byPattern(at, GRAIN_PATTERN[grain]);
  return byPattern(at, value.length > 10 ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD');
}

/** Any value of a column as people read it. */
export function formatValue(value: Scalar | undefined, column: Written): string {
  if (value === null || value === undefined) return GAP;
  if (value === '') return BLANK;
  if (column.type === 'bool' || typeof value === 'boolean') return value === true || value === 1 || value === 'true' ? '是' : '否';
  if (column.type === 'number') {
    const number = asNumber(value);
    return number === null ? String(value) : formatNumber(number, column.format, column.modifier);
  }
  if (column.type === 'date' || column.type === 'datetime' || column.grain)
    return formatTime(String(value), column.grain, column.format?.pattern);
  return String(value);
}
