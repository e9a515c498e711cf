import type { Recogniser } from '../contract/classify.ts';
import { isRecogniser, recognises } from './recognise.ts';

/** The facts of a column that recognition uses. */
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
const MIN_VALUES = 5;
/** Below this share the values contradict the name. */
const CONTRADICTED = 0.1;
/** Recognisers whose values also occur by chance among numbers and codes. */
const WEAK = new Set<Recogniser>(['mobile', 'phone', 'bankCard', 'orgCode', 'name', 'ip', 'plate', 'address']);
/** Recognisers that understand Chinese values only: of others they say nothing. */
const CHINESE_ONLY = new Set<Recogniser>(['name', 'address']);
/** Kinds whose values cannot contradict a name: they may look like anything. */
const SHAPELESS = new Set<Recogniser>(['address', 'credential']);
/** Kinds whose values are digits, which a wide number may hold. */
const DIGITS = new Set<Recogniser>(['idCard', 'bankCard', 'mobile', 'phone']);
/** Last words of names that hold keys, codes, years and amounts: their values say nothing without a name that fits. */
const NEUTRAL =
  /^(id|ids|key|pk|uuid|guid|year|nf|nd|month|day|code|codes|dm|bm|seq|xh|sort|count|cnt|qty|sl|num|amt|amount|je|price|rate|ver|version|type|lx|status|zt|flag|level|time|sj|date|rq|ts|hash|md5|batch|page)$/;
const NEUTRAL_CN = /(编码|代码|编号|主键|年份|年度|月份|序号|金额|数量|次数|个数|版本|类型|状态|标志|时间|日期|批次|标识|ID)$/i;
/** Words about a thing that are not the thing: 手机品牌, id_card_type. */
const ABOUT =
  /^(type|lx|brand|status|zt|flag|count|cnt|num|total|limit|model|len|length|valid|verified|confirmed|is|has|level|source|img|image|photo|url|path|place|country|issuer|channel|domain|template|subject|server|host|port|format|frequency|notifications|opted|visible|enabled|required|automatically|policy|hint|expires?|expiry|ttl|sent|iv|scopes?)$/;
/** The same for a date or a moment, except in a kind of value that is one: birth_date. */
const ABOUT_WHEN = /^(time|date|rq|sj|at)$/;
/** Last words of names of columns that hold a reference to a thing, not its content. */
const REFERENCE = /^(id|ids|key|pk|fk|sk|uuid|guid|ref|seq)$/;
/** What is sent to an address or a telephone and opens something: a secret, not the address. */
const SECRET = /^(token|password|secret|otp)$/;
/** Technical addresses (IP, MAC, e-mail …), which are not addresses of persons. */
const NO_PLACE = /^(e|email|mail|ip|mac|url|uri|web|http|https|net|network|host|server|memory|wallet|remote)$/;
const ABOUT_CN = /(类型|类别|品牌|型号|状态|标志|是否|次数|个数|数量|时间|有效期|照片|图片|附件|长度|机关|归属地|校验|验证码)/;
/** Any number that the numbering plan could give to a mobile. */
const ANY_MOBILE = /^(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}$/;
const DATES = /^(date|time|timestamp|datetime|year|interval)/i;
const WIDE_NUMBERS = /^(u?bigint|u?int8|u?int64|numeric|decimal|dec|number|long)\b/i;
const NARROW_NUMBERS =
  /^(u?int|integer|u?tinyint|u?smallint|mediumint|u?int[1234]|u?int(16|32)|serial|smallserial|bigserial|money|smallmoney)\b/i;
/** No value of a kind that is recognised is shorter. */
const SHORTEST = 4;
const declaredLength = (dataType: string): number => Number(/char(?:acter)?(?: varying)?\((\d+)/i.exec(dataType)?.[1] ?? Infinity);
/** Numbers of telephones of any country. */
const ANY_PHONE = /^\+?(?=(?:\D*\d){7})[\d\s()./x-]{7,22}$/;
/** Numbers and generated keys: neither a name nor a place. */
const CODE = /^(?:[\d\s.,/-]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const NO_TEXT = /^(bool|bit|blob|bytea|binary|varbinary|image|json|xml|geometry|point|float|double|real)/i;

/** False for types whose values no recogniser understands. */
export const isWorthReading = (dataType: string): boolean => !NO_TEXT.test(dataType) && !DATES.test(dataType);

/** `userIdCard_no2` → user, id, card, no */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9\u4e00-\u9fff]+/)
    .map((word) => word.replace(/^([a-z]{3,})\d$/, '$1'))
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

/** Words of the name that are not part of the pattern. */
function wordsBeside(column: ColumnFacts, pattern: string): readonly string[] {
  const words = wordsOf(column.name);
  const parts = pattern.split('_');
  const at = words.findIndex((_, i) => parts.every((part, k) => words[i + k] === part));
  return at < 0 ? words.filter((word) => !word.includes(pattern)) : [...words.slice(0, at), ...words.slice(at + parts.length)];
}

/** True when the names say that the column holds something about a thing, or where it is found, and not the thing that the pattern names. */
function isBesideThePoint(column: ColumnFacts, { pattern, check }: { pattern: string; check: Recogniser | null }): boolean {
  const beside = wordsBeside(column, pattern.toLowerCase());
  const last = wordsOf(column.name).at(-1) ?? '';
  if (REFERENCE.test(last) && beside.at(-1) === last) return true;
  if (check !== 'credential' && beside.some((word) => SECRET.test(word))) return true;
  if (check === 'address' && beside.some((word) => NO_PLACE.test(word))) return true;
  const isMoment = check === null && DATES.test(column.dataType);
  if (beside.some((word) => ABOUT.test(word) || (!isMoment && ABOUT_WHEN.test(word)))) return true;
  return column.texts.some((text) => ABOUT_CN.test(text.replace(pattern, '')));
}
const isNeutral = (column: ColumnFacts): boolean =>
  NEUTRAL.test(wordsOf(column.name).at(-1) ?? '') || column.texts.some((text) => NEUTRAL_CN.test(text.trim()));
const isAbout = (column: ColumnFacts): boolean =>
  wordsOf(column.name).some((word) => ABOUT.test(word) || ABOUT_WHEN.test(word)) || column.texts.some((text) => ABOUT_CN.test(text));

/** False when no value of the type can be of the kind: a name in a number, a telephone in a flag. */
function canHold(dataType: string, check: Recogniser | null): boolean {
  if (check === null) return true;
  if (NARROW_NUMBERS.test(dataType)) return false;
  if (WIDE_NUMBERS.test(dataType)) return DIGITS.has(check);
  return declaredLength(dataType) >= SHORTEST;
}

const percent = (rate: number): string => `${(rate * 100).toFixed(rate === 1 ? 0 : 1)}%`;

/** Values that a recogniser can judge; it says nothing of those in a language that it does not know. */
function judgedBy(check: Recogniser | null, values: readonly string[]): readonly string[] {
  if (check === null || !CHINESE_ONLY.has(check)) return values;
  const understood = values.filter((value) => isChinese(value) || CODE.test(value));
  return understood.length * 2 < values.length ? [] : understood;
}

/** Whether so small a share of values of the kind speaks against the name. */
function contradicts(rate: number | null, values: readonly string[], check: Recogniser | null): boolean {
  if (rate === null || rate >= CONTRADICTED || values.length < MIN_VALUES) return false;
  if (check === 'credential') return false;
  if (check !== null && SHAPELESS.has(check)) return values.every((value) => CODE.test(value));
  const isForeign =
    (check === 'mobile' || check === 'phone') && values.filter((value) => ANY_PHONE.test(value)).length * 2 >= values.length;
  return !isForeign;
}

/**
 * Which classes a column belongs to, by its names and by a sample of its values. Values with a check digit decide by themselves; others
 * only when the name does not speak of a key, code, year or amount. Names decide unless the values contradict them. The class with the
 * most specific name wins over others that have nothing but a name.
 */
export function classify(column: ColumnFacts, values: readonly string[], rules: readonly ClassRule[]): Hit[] {
  if (NO_TEXT.test(column.dataType)) return [];
  const distinct = [...new Set(values.map((value) => value.trim()).filter(Boolean))];
  const isDate = DATES.test(column.dataType);
  const isOther = isAbout(column) || isNeutral(column);
  const hits = rules.flatMap((rule): (Hit & { weight: number })[] => {
    const check = isRecogniser(rule.recogniser) ? rule.recogniser : null;
    if (!canHold(column.dataType, check)) return [];
    const called = matchedPattern(column, rule.patterns);
    const pattern = called !== null && isBesideThePoint(column, { pattern: called, check }) ? null : called;
    const judged = (check !== null || rule.valuePattern !== null) && !isDate ? judgedBy(check, distinct) : [];
    const isWeak = check === null || WEAK.has(check);
    const rate = judged.length === 0 ? null : judged.filter((value) => fits(rule, check, value, pattern !== null)).length / judged.length;
    const byValue =
      rate !== null &&
      rate >= rule.threshold &&
      judged.length >= MIN_VALUES &&
      (pattern !== null || (!(isWeak && isOther) && !(check === 'name' && judged.length < 20)));
    const byName = pattern !== null && !contradicts(rate, judged, check) && !(isDate && check !== null);
    if (!byName && !byValue) return [];
    const isReported = rate !== null && (byValue || !(check !== null && SHAPELESS.has(check)));
    const reasons = [
      ...(pattern === null ? [] : [`名称含“${pattern}”`]),
      ...(isReported ? [`取样${judged.length}个不同值，${percent(rate)}符合${rule.name}的特征`] : []),
    ];
    const weight = (byValue ? 1000 + 100 * rate : 0) + (pattern?.length ?? 0);
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
