import { bigramsOf } from '#kit/core/text/alike.ts';

/** Characters of a value that have keys. */
const MAX_CHARACTERS = 2_000;
/** Keys of a word that are looked up: more of them find nothing less. */
const MAX_LOOKED_UP = 24;
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over the units of a text, as a signed number of 32 bits. */
function digest(text: string, from = OFFSET): number {
  let hash = from;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash | 0;
}

/** Capitals as small letters one by one, as databases compare them: the end of a word changes nothing. */
const folded = (text: string): string =>
  text.replaceAll(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });

const keysOf = (columnId: string, text: string): number[] => {
  const from = digest(`${columnId}\n`);
  return [...new Set(bigramsOf(text).map((pair) => digest(pair, from)))];
};

/** What a record is found by: numbers that stand for every two neighbouring characters of its columns. Equal numbers of different pairs do no harm: hits are looked at. */
export const searchKeys = (columns: readonly string[], cells: Readonly<Record<string, string | null>>): number[] =>
  columns.flatMap((id) => {
    const text = cells[id] ?? '';
    return text.length < 2 ? [] : keysOf(id, folded(text.slice(0, MAX_CHARACTERS)));
  });

/** The keys that a column which contains a word has all of; null when a word is too short, or so long that its end may have none. */
export function wordKeys(columnId: string, word: string): number[] | null {
  const text = word.trim();
  if (text.length < 2 || text.length >= MAX_CHARACTERS) return null;
  return keysOf(columnId, folded(text)).slice(0, MAX_LOOKED_UP);
}

/** Tells sets of columns apart. */
export const columnsKey = (columns: readonly string[]): number => digest([...columns].sort().join('\n'));
