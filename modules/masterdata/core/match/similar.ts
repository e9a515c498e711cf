import { familyNameLength } from '#kit/core/cn/person-name.ts';
import { diceOf, editDistance, editRatio, isSubsequence } from '#kit/core/text/alike.ts';
import type { CompanyName } from './company.ts';
import type { MatchKind } from './kinds.ts';
import type { Standard } from './standardise.ts';

/** How alike two values are, from 0 to 1, and why, in words that name none of them. */
export interface Likeness {
  readonly score: number;
  readonly text: string;
  readonly clashes?: true;
}
const SAME: Likeness = { score: 1, text: '相同' };
const OTHER: Likeness = { score: 0, text: '不同' };

/** Characters that number things: 一公司 and 二公司 are two, however alike their names. */
const ORDINALS = '一二三四五六七八九十东西南北上下';
function differInOrdinals(a: string, b: string): boolean {
  if ((a.match(/\d+/g) ?? []).join() !== (b.match(/\d+/g) ?? []).join()) return true;
  if (a.length !== b.length || a === b) return false;
  return [...a].every((character, at) => {
    const other = b.charAt(at);
    return character === other || (ORDINALS.includes(character) && ORDINALS.includes(other));
  });
}

function identifiers(a: Standard, b: Standard): Likeness {
  if (a.text === b.text) return a.isValid ? { score: 1, text: '相同，校验通过' } : { score: 0.9, text: '相同，但校验未通过' };
  if (a.isValid && b.isValid) return { score: 0, text: '都有效但不同', clashes: true };
  const changes = editDistance(a.text, b.text, 2);
  if (changes === 1) return { score: 0.85, text: '差1位，有一方校验未通过' };
  if (changes === 2) return { score: 0.6, text: '差2位，有一方校验未通过' };
  return OTHER;
}

function phones(a: Standard, b: Standard): Likeness {
  if (a.text === b.text) return SAME;
  const [short, long] = a.text.length < b.text.length ? [a.text, b.text] : [b.text, a.text];
  if (short.length >= 7 && short.length < long.length && long.startsWith('0') && long.endsWith(short))
    return { score: 0.9, text: '相同，一方没有区号' };
  if (short.length >= 7 && editDistance(a.text, b.text, 1) === 1) return { score: 0.7, text: '差1位' };
  return OTHER;
}

function people(a: Standard, b: Standard): Likeness {
  if (a.text === b.text) return SAME;
  if (a.sound === b.sound) return { score: 0.9, text: '读音相同，用字不同' };
  const family = a.text.slice(0, familyNameLength(a.text));
  if (!b.text.startsWith(family)) return OTHER;
  return editDistance(a.text, b.text, 1) === 1 && a.text.length > 2 ? { score: 0.6, text: '差1字' } : { score: 0.2, text: '姓同，名不同' };
}

function likeTexts(a: Standard, b: Standard): Likeness {
  if (a.text === b.text) return SAME;
  if (differInOrdinals(a.text, b.text)) return { score: 0.4, text: '序号、方位或数字不同' };
  if (a.sound === b.sound) return { score: 0.92, text: '读音相同，用字不同' };
  const score = Math.max(editRatio(a.text, b.text), diceOf(a.grams, b.grams));
  return { score, text: score >= 0.5 ? `${Math.round(score * 100)}% 的字相同` : '不同' };
}

function addresses(a: Standard, b: Standard): Likeness {
  if (a.text === b.text) return SAME;
  const alike = Math.max(editRatio(a.text, b.text), diceOf(a.grams, b.grams), isPart(a.text, b.text) ? 0.85 : 0);
  const numbers = (text: string): readonly string[] => text.match(/\d+/g) ?? [];
  const [left, right] = [numbers(a.text), numbers(b.text)];
  const isElsewhere = left.length > 0 && right.length > 0 && !left.some((number) => right.includes(number));
  if (isElsewhere) return { score: alike * 0.5, text: '门牌不同' };
  return { score: alike, text: alike >= 0.7 ? '门牌相同，写法不同' : '不同' };
}
const isPart = (a: string, b: string): boolean => Math.min(a.length, b.length) >= 4 && (a.includes(b) || b.includes(a));

const coreText = ({ core, places }: CompanyName): string => `${[...places].sort().join('')}|${core}`;

/** What two companies call themselves and do, without places and legal forms. */
function likeCores(a: Standard, b: Standard): Likeness {
  const [left, right] = [a.company!, b.company!];
  if (left.core === right.core) return { score: 1, text: '名称相同' };
  if (differInOrdinals(left.core, right.core)) return { score: 0.4, text: '序号、方位或数字不同' };
  if (a.sound === b.sound) return { score: 0.93, text: '读音相同，用字不同' };
  const [short, long] = left.core.length < right.core.length ? [left, right] : [right, left];
  const isShort = short.core.length >= 3 && short.core.charAt(0) === long.core.charAt(0) && isSubsequence(short.core, long.core);
  if (isShort) return { score: short.brand === long.brand ? 0.92 : 0.85, text: '一方是简称' };
  const isOtherTrade = left.trade !== '' && right.trade !== '' && editRatio(left.trade, right.trade) <= 0.34;
  if (isOtherTrade) return { score: editRatio(left.brand, right.brand) * 0.5, text: '业务用词不同' };
  const whole = Math.max(editRatio(left.core, right.core), diceOf(a.grams, b.grams), editRatio(a.sound, b.sound) * 0.9);
  const brands = editRatio(left.brand, right.brand);
  const changes = editDistance(left.core, right.core, 2);
  // one change in a long name is a slip of the pen; in a brand of two characters it may be another company
  const score = changes === 1 && left.brand === right.brand ? Math.max(whole, 0.92) : whole * 0.55 + brands * 0.45;
  return { score, text: changes <= 2 && score >= 0.6 ? `差${changes}字` : '名称不同' };
}

function companies(a: Standard, b: Standard): Likeness {
  const [left, right] = [a.company!, b.company!];
  if (a.text === b.text) return SAME;
  const cores = likeCores(a, b);
  const isElsewhere = left.places.length > 0 && right.places.length > 0 && !left.places.some((place) => right.places.includes(place));
  if (isElsewhere) return { score: Math.min(cores.score * 0.6, 0.6), text: cores.score > 0.8 ? '名称相近，地区不同' : '名称不同' };
  let { score } = cores;
  if ((left.places.length === 0) !== (right.places.length === 0)) score *= 0.95;
  if (left.form !== right.form) score *= left.form && right.form ? 0.97 : 0.98;
  if (cores.score < 1) return { ...cores, score };
  if (coreText(left) !== coreText(right)) return { score, text: '名称相同，一方未写地区' };
  return left.form === right.form ? { score: 1, text: '写法不同，规范后相同' } : { score, text: '去公司后缀后相同' };
}

function figures(a: Standard, b: Standard): Likeness {
  if (a.figure === b.figure) return SAME;
  const off = Math.abs(a.figure - b.figure) / Math.max(Math.abs(a.figure), Math.abs(b.figure));
  if (off <= 0.01) return { score: 0.9, text: '相差不到1%' };
  return off <= 0.1 ? { score: 0.5, text: '相差不到10%' } : OTHER;
}

function days(a: Standard, b: Standard): Likeness {
  if (a.figure === b.figure) return SAME;
  const swapped = a.text.slice(0, 4) === b.text.slice(0, 4) && a.text.slice(5) === `${b.text.slice(8)}-${b.text.slice(5, 7)}`;
  if (swapped) return { score: 0.8, text: '月和日对调' };
  if (editDistance(a.text, b.text, 1) === 1) return { score: 0.7, text: '差1位' };
  return Math.abs(a.figure - b.figure) <= 31 ? { score: 0.5, text: '相差不到一个月' } : OTHER;
}

const exactly = (a: Standard, b: Standard): Likeness => (a.text === b.text ? SAME : OTHER);
const COMPARE: Readonly<Record<MatchKind, (a: Standard, b: Standard) => Likeness>> = {
  company: companies,
  creditCode: identifiers,
  idCard: identifiers,
  code: exactly,
  phone: phones,
  person: people,
  address: addresses,
  text: likeTexts,
  exact: (a, b) => (a.text === b.text ? { score: 1, text: '代码相同' } : { score: 0, text: '代码不同' }),
  number: figures,
  date: days,
};

/** How alike two standardised values of a kind are; the order of the two makes no difference. */
export const likeness = (kind: MatchKind, a: Standard, b: Standard): Likeness =>
  a.text <= b.text ? COMPARE[kind](a, b) : COMPARE[kind](b, a);
