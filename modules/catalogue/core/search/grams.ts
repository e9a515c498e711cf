import { syllablesOf } from '#kit/core/text/pinyin.ts';
import { chineseOf, piecesOf } from './pieces.ts';

/** What a table or column can be found by. */
export interface SearchText {
  /** shared by everything of the same texts: not to be changed */
  readonly grams: string[];
  readonly searchText: string;
}

/** Letters of the beginnings that words and syllables are found by. */
export const START = 3;
/** Maximum length of an index key (GIN keys must stay small); longer than what people type of one word. */
const LONGEST_WORD = 40;
const MAX_TEXT = 4000;
const MAX_RUN = 200;
const MAX_KEPT = 50_000;
/** A whole text this short is a key of its own, so that exact hits are found among thousands that only contain it. */
const LONGEST_WHOLE = 24;
const WHOLE = '=';

/** The key of a whole text, null when it is too long or can be found as a word. */
export const wholeGram = (text: string): string | null =>
  text.length > 0 && text.length <= LONGEST_WHOLE && text.charCodeAt(0) > 127 ? WHOLE + text : null;

interface RunKeys {
  readonly grams: readonly string[];
  readonly spelled: string;
}
const runs = new Map<string, RunKeys>();

/** Characters, pairs, beginnings of syllables and windows of initials of a run. */
function makeRunKeys(run: string): RunKeys {
  const grams: string[] = [];
  const characters = [...run];
  characters.forEach((character, index) => {
    grams.push(character);
    const next = characters[index + 1];
    if (next !== undefined) grams.push(character + next);
  });
  const spelled: string[] = [];
  for (const chinese of chineseOf(run)) {
    const syllables = syllablesOf(chinese.slice(0, MAX_RUN));
    const full = syllables.join('');
    const initials = syllables.map((syllable) => syllable.charAt(0)).join('');
    let at = 0;
    for (const syllable of syllables) {
      grams.push(full.slice(at, at + START));
      at += syllable.length;
    }
    for (let i = 0; i + START <= initials.length; i++) grams.push(initials.slice(i, i + START));
    if (initials.length > 1) grams.push(initials.slice(0, 2));
    spelled.push(initials, full);
  }
  return { grams: [...new Set(grams)], spelled: spelled.join(' ') };
}

/** Comments repeat a lot (创建时间 …): a run is worked out once. */
function runKeys(run: string): RunKeys {
  const kept = runs.get(run);
  if (kept) return kept;
  const made = makeRunKeys(run);
  if (runs.size >= MAX_KEPT) runs.clear();
  runs.set(run, made);
  return made;
}

const known = new Map<string, SearchText>();
const LONGEST_KEPT = 120;

/**
 * Makes the search fields of a catalogue object from its texts, the most telling first (name, Chinese name, comment, description,
 * tags, owner). Input: any texts, null for missing ones; result: what goes into `grams` and `search_text`.
 *
 * `grams`: of an ASCII name the whole, its parts and the first three letters of each; of Chinese every character and pair, the first three
 * letters of the pinyin from each syllable on, and every three initials in a row; short Chinese texts also as a whole. `search_text`: the texts in lower case, one per line, then
 * one line between blanks with names without separators, initials and pinyin; a hit of the grams is checked against it.
 */
export function searchTextOf(texts: readonly (string | null)[]): SearchText {
  // most columns are called as columns of other tables are
  const key = JSON.stringify(texts);
  if (key.length > LONGEST_KEPT) return makeSearchText(texts);
  const kept = known.get(key);
  if (kept) return kept;
  const fresh = makeSearchText(texts);
  if (known.size >= MAX_KEPT) known.clear();
  known.set(key, fresh);
  return fresh;
}

function makeSearchText(texts: readonly (string | null)[]): SearchText {
  const grams = new Set<string>();
  const lines: string[] = [];
  const spelled = new Set<string>();
  for (const given of texts) {
    if (!given) continue;
    const text = given.slice(0, MAX_TEXT).replaceAll('\u0000', '');
    const line = text.toLowerCase().replace(/\s+/g, ' ').trim();
    lines.push(line);
    const whole = wholeGram(line);
    if (whole) grams.add(whole);
    for (const piece of piecesOf(text)) {
      if (piece.kind === 'run') {
        const keys = runKeys(piece.text);
        for (const gram of keys.grams) grams.add(gram);
        if (keys.spelled) spelled.add(keys.spelled);
        continue;
      }
      grams.add(piece.text.slice(0, LONGEST_WORD));
      for (const part of piece.parts) {
        grams.add(part.slice(0, LONGEST_WORD));
        if (part.length > START) grams.add(part.slice(0, START));
      }
      if (piece.parts.length > 1) spelled.add(piece.parts.join(''));
    }
  }
  return { grams: [...grams], searchText: `${lines.join('\n')}\n ${[...spelled].join(' ')} ` };
}
