import type { Reason } from './codes.ts';
import { syllablesOf } from '#kit/core/text/pinyin.ts';
import { wordsOf } from '../naming.ts';
import { familyOf, familyOfElement } from '../types.ts';

/** An element as columns are compared with it. */
export interface ElementWords {
  readonly id: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly synonyms: string | null;
  readonly classId: string | null;
  readonly dataType: string;
}
export interface ColumnWords {
  readonly name: string;
  /** Chinese name, or comment */
  readonly label: string | null;
  readonly dataType: string;
  readonly classId: string | null;
}
export interface Match {
  readonly elementId: string;
  readonly score: number;
  readonly reasons: readonly Reason[];
}
/** Below it nothing is proposed. */
export const WORTH_PROPOSING = 0.5;

const clean = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
const bare = (label: string): string => clean(label.replace(/[：:（(].*$/su, ''));
const spelled = (text: string): string => syllablesOf(text).join('');

interface Prepared extends ElementWords {
  readonly en: string;
  readonly words: readonly string[];
}

/**
 * Finds elements for columns: by exact names through maps, by the last words of a name, by class. Asked once per column, so that 300,000 columns
 * against 500 elements are no 150 million comparisons.
 */
export class ElementIndex {
  readonly #byEn = new Map<string, Prepared[]>();
  readonly #byWord = new Map<string, Prepared[]>();
  readonly #bySpelling = new Map<string, Prepared[]>();
  readonly #byClass = new Map<string, Prepared[]>();
  readonly #kept = new Map<string, readonly Match[]>();

  constructor(elements: readonly ElementWords[]) {
    const put = (map: Map<string, Prepared[]>, key: string, one: Prepared) => key !== '' && map.set(key, [...(map.get(key) ?? []), one]);
    for (const element of elements) {
      const words = [element.name, ...wordsOf(element.synonyms)].map(clean).filter(Boolean);
      const one = { ...element, en: clean(element.nameEn ?? ''), words };
      put(this.#byEn, one.en, one);
      for (const word of words) {
        put(this.#byWord, word, one);
        if (/^\p{Script=Han}+$/u.test(word)) put(this.#bySpelling, spelled(word), one);
      }
      if (element.classId !== null) put(this.#byClass, element.classId, one);
    }
  }

  /** Elements that a column may follow, best first, each with why; the shares of the reasons add up to the score. */
  match(column: ColumnWords): readonly Match[] {
    const key = `${column.name}\n${column.label}\n${column.dataType}\n${column.classId}`;
    let found = this.#kept.get(key);
    if (!found) this.#kept.set(key, (found = this.#compare(column)));
    return found;
  }

  #compare(column: ColumnWords): Match[] {
    const found = new Map<Prepared, Reason[]>();
    // the first thing that speaks for an element; further names say the same again
    const add = (ones: readonly Prepared[] | undefined, label: string, share: number) => {
      for (const one of ones ?? []) if (!found.has(one)) found.set(one, [{ label, share }]);
    };
    const parts = column.name.toLowerCase().split('_').filter(Boolean);
    for (let from = 0; from < parts.length; from++) {
      const tail = clean(parts.slice(from).join(''));
      add(
        this.#byEn.get(tail),
        from === 0 ? '英文名称相同' : `英文名称去前缀 ${parts.slice(0, from).join('_')} 后相同`,
        from === 0 ? 0.6 : 0.5,
      );
    }
    const label = bare(column.label ?? '');
    if (label !== '') this.#byLabel(label, found);
    add(this.#bySpelling.get(clean(column.name)), '拼音相同', 0.5);
    const classmates = column.classId === null ? [] : (this.#byClass.get(column.classId) ?? []);
    for (const one of classmates) {
      const reasons = found.get(one);
      if (reasons) found.set(one, [...reasons, { label: '数据分类相同', share: 0.15 }]);
    }
    return [...found]
      .map(([one, reasons]) => finish(one, reasons, column))
      .filter(({ score }) => score >= WORTH_PROPOSING)
      .sort((a, b) => b.score - a.score || (a.elementId < b.elementId ? -1 : 1))
      .slice(0, 3);
  }

  /** The label as a whole, or without what stands before it: 联系人手机 ends in 手机. */
  #byLabel(label: string, found: Map<Prepared, Reason[]>): void {
    const seen = new Set<Prepared>();
    const characters = [...label];
    for (let from = 0; from < characters.length - 1; from++) {
      const tail = characters.slice(from).join('');
      for (const one of this.#byWord.get(tail) ?? []) {
        if (seen.has(one)) continue;
        seen.add(one);
        const reason = from === 0 ? { label: '中文名称相同', share: 0.5 } : { label: `中文名称以“${tail}”结尾`, share: 0.35 };
        found.set(one, [...(found.get(one) ?? []), reason]);
      }
    }
  }
}

/** A type of another family speaks against an element, the same one a little for it. */
function finish(one: Prepared, reasons: readonly Reason[], column: ColumnWords): Match {
  const isSame = familyOfElement(one.dataType) === familyOf(column.dataType);
  const all = [...reasons, isSame ? { label: '类型相同', share: 0.1 } : { label: '类型不同', share: -0.2 }];
  const sum = all.reduce((total, { share }) => total + share, 0);
  // what is over 1 is taken from the last of those that speak for it: the shares still add up, and none of them turns against the element
  let left = 1 - all.reduce((total, { share }) => total + Math.min(0, share), 0);
  const shown = all.map(({ label, share }) => {
    const kept = share < 0 ? share : Math.min(share, left);
    left -= Math.max(0, kept);
    return { label, share: round(kept) };
  });
  return { elementId: one.id, score: round(Math.min(1, sum)), reasons: shown.filter(({ share }) => share !== 0) };
}
const round = (share: number): number => Math.round(share * 1000) / 1000;
