import { syllablesOf } from '#kit/core/text/pinyin.ts';
import { isOneEditAway } from './edit.ts';

/** An item of a code set. */
export interface CodeItem {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}
/** Why an item is meant; the shares of all reasons add up to the score. */
export interface Reason {
  readonly label: string;
  readonly share: number;
}
export interface Candidate {
  readonly id: string;
  readonly score: number;
  readonly reasons: readonly Reason[];
}

/** From this score on, and alone there, an item is mapped without being asked; below it is proposed. */
export const CERTAIN = 0.95;
/** Below this score nothing is said. */
const WORTH_SAYING = 0.4;
const MOST = 3;

/** Endings that names of one thing carry or leave out: 江苏 is 江苏省, 男 is 男性. */
const ENDINGS = [
  '特别行政区',
  '壮族自治区',
  '回族自治区',
  '维吾尔自治区',
  '自治区',
  '自治州',
  '省',
  '市',
  '族',
  '性',
  '教育',
  '毕业',
  '人员',
  '状况',
  '业',
  '区',
  '县',
];

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s._\-/]+/g, '');
const withoutZeros = (text: string): string => (/^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text);
const isHan = (text: string): boolean => /^\p{Script=Han}+$/u.test(text);
const spelled = (text: string): string => syllablesOf(text).join('');
const initials = (text: string): string =>
  syllablesOf(text)
    .map((syllable) => syllable[0] ?? '')
    .join('');

function withoutEnding(name: string): { stem: string; ending: string } | null {
  const ending = ENDINGS.find((one) => name.endsWith(one) && name.length > one.length);
  return ending === undefined ? null : { stem: name.slice(0, -ending.length), ending };
}

/** An item with what comparisons need, computed once per set. */
interface Prepared extends CodeItem {
  readonly foldedCode: string;
  readonly foldedName: string;
  readonly stem: { stem: string; ending: string } | null;
  readonly spelling: string;
  readonly letters: string;
}
export type CodeIndex = readonly Prepared[];

export const indexOf = (items: readonly CodeItem[]): CodeIndex =>
  items.map((item) => {
    const foldedName = folded(item.name);
    return {
      ...item,
      foldedCode: folded(item.code),
      foldedName,
      stem: withoutEnding(foldedName),
      spelling: isHan(foldedName) ? spelled(foldedName) : '',
      letters: isHan(foldedName) ? initials(foldedName) : '',
    };
  });

/** What speaks for an item: the best comparison of code and of name. Null when nothing does. */
function reasonsFor(value: string, valueFolded: string, item: Prepared): Reason | null {
  if (value === item.code) return { label: '编码相同', share: 1 };
  if (value === item.name) return { label: '名称相同', share: 0.99 };
  if (valueFolded === item.foldedCode) return { label: '编码只差大小写、全半角或空格', share: 0.97 };
  if (valueFolded === item.foldedName) return { label: '名称只差大小写、全半角或空格', share: 0.97 };
  if (/^\d+$/.test(valueFolded) && withoutZeros(valueFolded) === withoutZeros(item.foldedCode))
    return { label: '编码只差前导零', share: 0.95 };
  return byName(valueFolded, item);
}

function byName(value: string, item: Prepared): Reason | null {
  if (!/\p{L}/u.test(value)) return null;
  if (item.stem?.stem === value) return { label: `去“${item.stem.ending}”后名称相同`, share: 0.95 };
  const own = withoutEnding(value);
  if (own && own.stem === item.foldedName) return { label: `去“${own.ending}”后名称相同`, share: 0.94 };
  if (own && item.stem && own.stem === item.stem.stem && own.stem.length > 1) return { label: '去掉词尾后名称相同', share: 0.8 };
  if (value.length >= 2 && item.foldedName.startsWith(value))
    return { label: `名称以“${value}”开头`, share: round(0.55 + (0.35 * value.length) / item.foldedName.length) };
  if (item.foldedName.length >= 2 && value.startsWith(item.foldedName))
    return { label: `以名称“${item.name}”开头`, share: round(0.5 + (0.3 * item.foldedName.length) / value.length) };
  if (value.length >= 2 && item.foldedName.includes(value))
    return { label: `名称包含“${value}”`, share: round(0.45 + (0.35 * value.length) / item.foldedName.length) };
  if (isHan(value) && item.spelling !== '' && spelled(value) === item.spelling) return { label: `拼音同为 ${item.spelling}`, share: 0.7 };
  if (value.length >= 3 && item.foldedName.length >= 3 && isOneEditAway(value, item.foldedName))
    return { label: '名称差 1 个字', share: 0.65 };
  if (/^[a-z]{2,}$/.test(value) && (value === item.letters || value === item.spelling)) return { label: '与名称的拼音相同', share: 0.6 };
  return null;
}

const round = (share: number): number => Math.round(share * 1000) / 1000;

/**
 * The items that a value may stand for, best first, at most three, each with why. `rejected` were refused by a person and do not come back.
 */
export function candidatesOf(value: string, index: CodeIndex, rejected: readonly string[] = []): Candidate[] {
  const valueFolded = folded(value);
  if (valueFolded === '') return [];
  return index
    .flatMap((item): Candidate[] => {
      if (rejected.includes(item.id)) return [];
      const reason = reasonsFor(value, valueFolded, item);
      return reason && reason.share >= WORTH_SAYING ? [{ id: item.id, score: reason.share, reasons: [reason] }] : [];
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MOST);
}

/** The candidate that needs no question: certain, and no other one as good. */
export function certainOf([first, second]: readonly Candidate[]): Candidate | null {
  return first && first.score >= CERTAIN && (second === undefined || second.score < first.score) ? first : null;
}
