import type { Recogniser } from '../contract/classify.ts';
import { isRecogniser, recognises } from './recognise.ts';

/** A column as far as the recognition looks at it. */
export interface ColumnFacts {
  readonly name: string;
  /** Chinese name and comment */
  readonly texts: readonly string[];
  readonly dataType: string;
}
export interface ClassRule {
  readonly id: string;
  readonly name: string;
  readonly recogniser: string | null;
  /** words in Chinese, English or pinyin that a column name or comment may hold */
  readonly patterns: readonly string[];
  /** shape of values, see `hasShape` */
  readonly valuePattern: string | null;
  /** share of values from which on they decide */
  readonly threshold: number;
}
export interface Hit {
  readonly classId: string;
  readonly byName: boolean;
  /** null when there were no values to look at */
  readonly matchRate: number | null;
  readonly sampleSize: number;
  readonly reason: string;
}

/** Fewer different values than this prove nothing. */
const LEAST_VALUES = 5;
/** Below this share the values contradict the name. */
const CONTRADICTED = 0.1;
/** Recognisers whose values also occur by chance among numbers and codes. */
const WEAK = new Set(['mobile', 'phone', 'bankCard', 'orgCode', 'name', 'ip', 'plate', 'address']);
/** Last words of names that hold keys, codes, years and amounts: their values say nothing without a name that fits. */
const NEUTRAL =
  /^(id|ids|key|pk|uuid|guid|year|nf|nd|month|day|code|codes|dm|bm|seq|xh|sort|count|cnt|qty|sl|num|amt|amount|je|price|rate|ver|version|type|lx|status|zt|flag|level|time|sj|date|rq|ts|hash|md5|batch|page)$/;
const NEUTRAL_CN = /(编码|代码|编号|主键|年份|年度|月份|序号|金额|数量|次数|个数|版本|类型|状态|标志|时间|日期|批次|标识|ID)$/i;
/** Words about a thing that are not the thing: 手机品牌, id_card_type. */
const ABOUT =
  /^(type|lx|brand|status|zt|flag|count|cnt|num|model|time|date|rq|sj|len|length|valid|verified|is|has|level|source|img|image|photo|url|path|place|issuer)$/;
const ABOUT_CN = /(类型|类别|品牌|型号|状态|标志|是否|次数|个数|数量|时间|有效期|照片|图片|附件|长度|机关|归属地|校验|验证码)/;
/** Any number that the numbering plan could give to a mobile. */
const ANY_MOBILE = /^(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}$/;
const DATES = /^(date|time|timestamp|datetime|year|interval)/i;
const NO_TEXT = /^(bool|bit|blob|bytea|binary|varbinary|image|json|xml|geometry|point|float|double|real)/i;

/** False for types whose values no recogniser understands. */
export const isWorthReading = (dataType: string): boolean => !NO_TEXT.test(dataType) && !DATES.test(dataType);

/** `userIdCard_no` → user, id, card, no */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9\u4e00-\u9fff]+/)
    .filter(Boolean);

const isChinese = (text: string): boolean => /[\u4e00-\u9fff]/.test(text);

/** The longest pattern that the names hold, null when there is none. Short words must stand alone. */
export function matchedPattern(column: ColumnFacts, patterns: readonly string[]): string | null {
  const words = wordsOf(column.name);
  const joined = words.join('_');
  const flat = words.join('');
  const chinese = [column.name, ...column.texts].filter(isChinese);
  const found = patterns.filter((raw) => {
    const pattern = raw.trim().toLowerCase();
    if (pattern === '') return false;
    if (isChinese(pattern)) return chinese.some((text) => text.toLowerCase().includes(pattern));
    if (pattern.includes('_')) return `_${joined}_`.includes(`_${pattern}_`) || flat === pattern.replaceAll('_', '');
    return words.includes(pattern) || flat === pattern || (pattern.length >= 6 && flat.includes(pattern));
  });
  return found.reduce<string | null>((best, pattern) => (best === null || pattern.length > best.length ? pattern : best), null);
}

/** A shape without regular expressions: `9` is a digit, `A` a letter, `汉` a Chinese character, `*` at the end anything. */
export function hasShape(shape: string, value: string): boolean {
  const open = shape.endsWith('*');
  const marks = [...(open ? shape.slice(0, -1) : shape)];
  const chars = [...value];
  if (chars.length < marks.length || (!open && chars.length !== marks.length)) return false;
  return marks.every((mark, i) => {
    const char = chars[i]!;
    if (mark === '9') return char >= '0' && char <= '9';
    if (mark === 'A') return /[A-Za-z]/.test(char);
    return mark === '汉' ? isChinese(char) : char === mark;
  });
}

/** True when the names say that the column holds something about a thing, a key, a code, a year. */
const isAbout = (column: ColumnFacts): boolean =>
  wordsOf(column.name).some((word) => ABOUT.test(word)) || column.texts.some((text) => ABOUT_CN.test(text));
const isNeutral = (column: ColumnFacts): boolean =>
  NEUTRAL.test(wordsOf(column.name).at(-1) ?? '') || column.texts.some((text) => NEUTRAL_CN.test(text.trim()));

const percent = (rate: number): string => `${(rate * 100).toFixed(rate === 1 ? 0 : 1)}%`;

/**
 * Which classes a column belongs to, by its names and by a sample of its values. Values with a check digit decide by themselves; others
 * only when the name does not speak of a key, code, year or amount. Names decide unless the values contradict them. The class with the
 * most specific name wins over others that have nothing but a name.
 */
export function classify(column: ColumnFacts, values: readonly string[], rules: readonly ClassRule[]): Hit[] {
  if (NO_TEXT.test(column.dataType)) return [];
  const distinct = [...new Set(values.map((value) => value.trim()).filter(Boolean))];
  const isDate = DATES.test(column.dataType);
  const about = isAbout(column);
  const neutral = isNeutral(column);
  const hits = rules.flatMap((rule): (Hit & { weight: number })[] => {
    const pattern = about ? null : matchedPattern(column, rule.patterns);
    const check = isRecogniser(rule.recogniser) ? rule.recogniser : null;
    const judged = (check !== null || rule.valuePattern !== null) && !isDate ? distinct : [];
    const isWeak = check === null || WEAK.has(check);
    const rate = judged.length === 0 ? null : judged.filter((value) => fits(rule, check, value, pattern !== null)).length / judged.length;
    const byValue =
      rate !== null &&
      rate >= rule.threshold &&
      judged.length >= LEAST_VALUES &&
      (pattern !== null || (!(isWeak && (about || neutral)) && !(check === 'name' && judged.length < 20)));
    const contradicted = rate !== null && judged.length >= LEAST_VALUES && rate < CONTRADICTED && check !== 'address';
    const byName = pattern !== null && !contradicted && !(isDate && check !== null);
    if (!byName && !byValue) return [];
    const reasons = [
      ...(pattern === null ? [] : [`名称含「${pattern}」`]),
      ...(rate === null ? [] : [`取样${judged.length}个不同值，${percent(rate)}符合${rule.name}的特征`]),
    ];
    const weight = (byValue ? 1000 + 100 * rate! : 0) + (pattern?.length ?? 0);
    return [{ classId: rule.id, byName: pattern !== null, matchRate: rate, sampleSize: judged.length, reason: reasons.join('；'), weight }];
  });
  const best = Math.max(0, ...hits.map((hit) => hit.weight));
  return hits.filter((hit) => hit.weight >= 1000 || hit.weight === best).map(({ weight: _weight, ...hit }) => hit);
}

/** In a column that is called so, numbers of segments that nobody has given out yet are mobile numbers too. */
const fits = (rule: ClassRule, check: Recogniser | null, value: string, isNamed: boolean): boolean =>
  (check !== null && recognises(check, value)) ||
  (isNamed && check === 'mobile' && ANY_MOBILE.test(value)) ||
  (rule.valuePattern !== null && hasShape(rule.valuePattern, value));
