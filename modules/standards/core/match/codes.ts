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
const MAX = 3;

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

function withoutEnding(name: string): Stem | null {
  const ending = ENDINGS.find((one) => name.endsWith(one) && name.length > one.length);
  return ending === undefined ? null : { stem: name.slice(0, -ending.length), ending };
}

interface Stem {
  readonly stem: string;
  readonly ending: string;
}
/** An item with what comparisons need, computed once per set. */
interface Prepared extends CodeItem {
  readonly foldedCode: string;
  readonly foldedName: string;
  readonly stem: Stem | null;
  readonly spelling: string;
  readonly letters: string;
}
type Lookup = ReadonlyMap<string, readonly Prepared[]>;
/** A set of items, which are looked up by what a value may have in common with them: of thousands only a few are compared with it. */
export interface CodeIndex {
  readonly byCode: Lookup;
  readonly byName: Lookup;
  readonly byStem: Lookup;
  readonly byCharacter: Lookup;
  readonly bySound: Lookup;
  readonly byHalf: Lookup;
}

function prepare(item: CodeItem): Prepared {
  const foldedName = folded(item.name);
  return {
    ...item,
    foldedCode: folded(item.code),
    foldedName,
    stem: withoutEnding(foldedName),
    spelling: isHan(foldedName) ? spelled(foldedName) : '',
    letters: isHan(foldedName) ? initials(foldedName) : '',
  };
}

function groupedBy(items: readonly Prepared[], keysOf: (item: Prepared) => Iterable<string>): Map<string, Prepared[]> {
  const groups = new Map<string, Prepared[]>();
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  return groups;
}

/** The start and the end of a text as a name of this many characters has them: one edit leaves one of them as it is. */
function halvesOf(characters: readonly string[], length: number): string[] {
  const half = Math.floor((length - 1) / 2);
  if (half === 0) return [];
  return [`${length}<${characters.slice(0, half).join('')}`, `${length}>${characters.slice(-half).join('')}`];
}

export function indexOf(items: readonly CodeItem[]): CodeIndex {
  const prepared = items.map(prepare);
  return {
    byCode: groupedBy(prepared, ({ foldedCode }) => [foldedCode, withoutZeros(foldedCode)]),
    byName: groupedBy(prepared, ({ foldedName }) => [foldedName]),
    byStem: groupedBy(prepared, ({ stem }) => (stem ? [stem.stem] : [])),
    byCharacter: groupedBy(prepared, ({ foldedName }) => foldedName),
    bySound: groupedBy(prepared, ({ spelling, letters }) => [spelling, letters].filter((sound) => sound !== '')),
    byHalf: groupedBy(prepared, ({ foldedName }) => halvesOf([...foldedName], [...foldedName].length)),
  };
}

/** A value with what comparisons need, computed once for all items. */
interface Asked {
  readonly text: string;
  readonly folded: string;
  readonly own: Stem | null;
  readonly spelling: string;
  /** digits only, without leading zeros; null for anything else */
  readonly number: string | null;
  readonly hasLetters: boolean;
  readonly isLatin: boolean;
}
const askedOf = (text: string): Asked => {
  const value = folded(text);
  return {
    text,
    folded: value,
    own: withoutEnding(value),
    spelling: isHan(value) ? spelled(value) : '',
    number: /^\d+$/.test(value) ? withoutZeros(value) : null,
    hasLetters: /\p{L}/u.test(value),
    isLatin: /^[a-z]{2,}$/.test(value),
  };
};

/** Of the characters of a value the one that the fewest names have: only these can contain it. */
function rarest(characters: readonly string[], byCharacter: Lookup): readonly Prepared[] {
  const found = characters.map((character) => byCharacter.get(character) ?? []);
  return found.reduce((fewest, items) => (items.length < fewest.length ? items : fewest));
}

/** Items that a reason may speak for: every comparison below finds its items by one of these ways. */
function near({ folded: value, spelling, number, own }: Asked, index: CodeIndex): ReadonlySet<Prepared> {
  const found = new Set<Prepared>();
  const add = (items: readonly Prepared[] = []) => items.forEach((item) => found.add(item));
  const characters = [...value];
  add(index.byCode.get(value));
  if (number !== null) add(index.byCode.get(number));
  for (let end = 1; end <= value.length; end++) add(index.byName.get(value.slice(0, end)));
  for (const stem of [value, own?.stem ?? value]) add(index.byStem.get(stem));
  for (const sound of [value, spelling]) add(index.bySound.get(sound));
  for (const item of rarest(characters, index.byCharacter)) if (item.foldedName.includes(value)) found.add(item);
  for (const by of [-1, 0, 1]) for (const half of halvesOf(characters, characters.length + by)) add(index.byHalf.get(half));
  return found;
}

/** What speaks for an item: the best comparison of code and of name. Null when nothing does. */
function reasonsFor(asked: Asked, item: Prepared): Reason | null {
  const { text: value, folded: valueFolded } = asked;
  if (value === item.code) return { label: '编码相同', share: 1 };
  if (value === item.name) return { label: '名称相同', share: 0.99 };
  if (valueFolded === item.foldedCode) return { label: '编码只差大小写、全半角或空格', share: 0.97 };
  if (valueFolded === item.foldedName) return { label: '名称只差大小写、全半角或空格', share: 0.97 };
  if (asked.number !== null && asked.number === withoutZeros(item.foldedCode)) return { label: '编码只差前导零', share: 0.95 };
  return asked.hasLetters ? byName(asked, item) : null;
}

function byName({ folded: value, own, spelling, isLatin }: Asked, item: Prepared): Reason | null {
  if (item.stem?.stem === value) return { label: `去“${item.stem.ending}”后名称相同`, share: 0.95 };
  if (own && own.stem === item.foldedName) return { label: `去“${own.ending}”后名称相同`, share: 0.94 };
  if (own && item.stem && own.stem === item.stem.stem && own.stem.length > 1) return { label: '去掉词尾后名称相同', share: 0.8 };
  if (value.length >= 2 && item.foldedName.startsWith(value))
    return { label: `名称以“${value}”开头`, share: round(0.55 + (0.35 * value.length) / item.foldedName.length) };
  if (item.foldedName.length >= 2 && value.startsWith(item.foldedName))
    return { label: `以名称“${item.name}”开头`, share: round(0.5 + (0.3 * item.foldedName.length) / value.length) };
  if (value.length >= 2 && item.foldedName.includes(value))
    return { label: `名称包含“${value}”`, share: round(0.45 + (0.35 * value.length) / item.foldedName.length) };
  if (spelling !== '' && spelling === item.spelling) return { label: `拼音同为 ${item.spelling}`, share: 0.7 };
  if (value.length >= 3 && item.foldedName.length >= 3 && isOneEditAway(value, item.foldedName))
    return { label: '名称差 1 个字', share: 0.65 };
  if (isLatin && (value === item.letters || value === item.spelling)) return { label: '与名称的拼音相同', share: 0.6 };
  return null;
}

const round = (share: number): number => Math.round(share * 1000) / 1000;

/**
 * The items that a value may stand for, best first, at most three, each with why. `rejected` were refused by a person and do not come back.
 */
export function candidatesOf(value: string, index: CodeIndex, rejected: readonly string[] = []): Candidate[] {
  const asked = askedOf(value);
  if (asked.folded === '') return [];
  return [...near(asked, index)]
    .flatMap((item): Candidate[] => {
      if (rejected.includes(item.id)) return [];
      const reason = reasonsFor(asked, item);
      return reason && reason.share >= WORTH_SAYING ? [{ id: item.id, score: reason.share, reasons: [reason] }] : [];
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MAX);
}

/** The candidate that needs no question: certain, and no other one as good. */
export function certainOf([first, second]: readonly Candidate[]): Candidate | null {
  return first && first.score >= CERTAIN && (second === undefined || second.score < first.score) ? first : null;
}
