/** A word of names as the roots have it. */
export interface NameRoot {
  readonly rootName: string;
  readonly rootEn: string;
  readonly abbreviation: string | null;
  /** further Chinese words for the same, one after another */
  readonly synonyms: string | null;
}
/** A part of a Chinese name: the root it was read as, or null for what no root knows. */
export interface NamePart {
  readonly text: string;
  readonly word: string | null;
  readonly reason: string;
}
export interface EnglishName {
  /** null when no part of the name is known */
  readonly name: string | null;
  readonly parts: readonly NamePart[];
  /** what no root knows; empty: the name is complete */
  readonly unknown: readonly string[];
}
export type NameStyle = 'word' | 'abbreviation';

const MAX = 100;
const SEPARATORS = /[、,，;；\s]+/;
/** The single words of a list that people wrote: 联系电话、手机. */
export const wordsOf = (list: string | null): string[] => (list ?? '').split(SEPARATORS).filter(Boolean);
/** Words that only join others: 的 in 合同的金额. */
const JOINING = new Set(['的', '之', '与', '和', '及']);

interface Entry {
  readonly root: NameRoot;
  readonly isSynonym: boolean;
}

/** Roots by every Chinese word they answer to; the name of a root goes before synonyms of others. */
export class RootIndex {
  readonly #byWord = new Map<string, Entry>();
  readonly #english = new Set<string>();
  readonly longest: number;

  constructor(roots: readonly NameRoot[]) {
    for (const root of roots) {
      this.#byWord.set(root.rootName, { root, isSynonym: false });
      for (const word of [root.rootEn, root.abbreviation]) if (word) this.#english.add(word.toLowerCase());
      // an English word may be written as several: id card
      for (const word of root.rootEn.toLowerCase().split(/[_\s]+/)) this.#english.add(word);
    }
    for (const root of roots)
      for (const word of wordsOf(root.synonyms)) if (!this.#byWord.has(word)) this.#byWord.set(word, { root, isSynonym: true });
    this.longest = Math.max(0, ...[...this.#byWord.keys()].map((word) => word.length));
  }
  find = (word: string): Entry | undefined => this.#byWord.get(word);
  /** True for a word of a name that a root has, in full or abbreviated. */
  knows = (english: string): boolean => this.#english.has(english);
  get isEmpty(): boolean {
    return this.#byWord.size === 0;
  }
}

interface Path {
  readonly unknown: number;
  readonly count: number;
  readonly from: number;
  readonly entry: Entry | null;
}

/** The way through a name that leaves the fewest characters unknown, then the one with the fewest, so longest, roots. */
function shortestPath(text: string, index: RootIndex): Path[] {
  const best: Path[] = [{ unknown: 0, count: 0, from: -1, entry: null }];
  for (let end = 1; end <= text.length; end++) {
    const before = best[end - 1]!;
    let choice: Path = { unknown: before.unknown + 1, count: before.count, from: end - 1, entry: null };
    for (let from = Math.max(0, end - index.longest); from < end; from++) {
      const entry = index.find(text.slice(from, end));
      const start = best[from]!;
      if (!entry) continue;
      const path = { unknown: start.unknown, count: start.count + 1, from, entry };
      if (path.unknown < choice.unknown || (path.unknown === choice.unknown && path.count < choice.count)) choice = path;
    }
    best.push(choice);
  }
  return best;
}

/** The roots of a run of Chinese characters, in order; what none knows is joined to one part. */
function readHan(text: string, index: RootIndex, style: NameStyle): NamePart[] {
  const best = shortestPath(text, index);
  const parts: NamePart[] = [];
  for (let end = text.length; end > 0;) {
    const { from, entry } = best[end]!;
    const piece = text.slice(from, end);
    const next = parts[0];
    if (entry) parts.unshift(known(piece, entry, style));
    else if (JOINING.has(piece)) parts.unshift({ text: piece, word: '', reason: '连接词，不写入名称' });
    else if (next?.word === null) parts[0] = { ...next, text: piece + next.text };
    else parts.unshift({ text: piece, word: null, reason: '词根表没有这个词' });
    end = from;
  }
  return parts;
}

function known(text: string, { root, isSynonym }: Entry, style: NameStyle): NamePart {
  const short = style === 'abbreviation' ? root.abbreviation : null;
  const base = isSynonym ? `词根“${root.rootName}”的同义词` : `词根“${root.rootName}”`;
  const lacksShort = style === 'abbreviation' && !root.abbreviation ? '，没有缩写' : '';
  return { text, word: (short ?? root.rootEn).toLowerCase(), reason: `${base}${short ? '的缩写' : ''}${lacksShort}` };
}

/**
 * The English name of a Chinese one, from the roots: as few unknown characters as possible, then as long roots as possible. Every part says what
 * it was read from. Letters and digits stay as they are; what stands in brackets is a remark and left out.
 */
export function englishName(chinese: string, index: RootIndex, style: NameStyle = 'word'): EnglishName {
  const text = chinese
    .normalize('NFKC')
    .replaceAll(/[(（【[].*?[)）】\]]/gsu, '')
    .slice(0, MAX);
  const parts: NamePart[] = [];
  for (const [piece] of text.matchAll(/\p{Script=Han}+|[A-Za-z0-9]+/gu)) {
    if (/^\p{Script=Han}/u.test(piece)) parts.push(...readHan(piece, index, style));
    else {
      const entry = index.find(piece) ?? index.find(piece.toUpperCase());
      parts.push(entry ? known(piece, entry, style) : { text: piece, word: piece.toLowerCase(), reason: '字母数字，原样保留' });
    }
  }
  const words = parts.flatMap(({ word }) => word || []);
  return {
    name: words.length === 0 ? null : words.join('_'),
    parts,
    unknown: parts.filter(({ word }) => word === null).map((part) => part.text),
  };
}
