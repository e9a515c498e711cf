import { START, wholeGram } from './grams.ts';
import { syllablesOf } from '#kit/core/text/pinyin.ts';
import { narrow, piecesOf } from './pieces.ts';

/** One way in which a term may be met: keys of the index that must all be there, and a pattern that the text must contain. */
export interface Alternative {
  readonly grams: readonly string[];
  /** for LIKE, escaped, without the outer % */
  readonly pattern: string;
  /** the name begins with it: for what is too short for keys */
  readonly isPrefix?: boolean;
  /** weight of a match; 1 for the word as typed, less for synonyms and corrections */
  readonly weight: number;
}
/** A word of the keyword; every term must be met by one of its alternatives. */
export interface Term {
  readonly text: string;
  readonly isChinese: boolean;
  readonly alternatives: readonly Alternative[];
}
export interface SearchQuery {
  /** the keyword in lower case with single blanks */
  readonly whole: string;
  /** its letters without separators, as names and pinyin are kept in the search text */
  readonly compact: string;
  /** key of objects that are called exactly this in Chinese */
  readonly wholeGram: string | null;
  readonly terms: readonly Term[];
}

export const LONGEST_SEARCH = 100;
const MAX_TERMS = 8;

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Keys and pattern of one word as it stands. */
export function exactly(text: string, weight = 1): Alternative[] {
  if (text.charCodeAt(0) > 127) {
    const characters = [...text];
    const pairs = characters.slice(1).map((character, index) => characters[index]! + character);
    return [{ grams: pairs.length > 0 ? pairs : characters, pattern: escaped(text), weight }];
  }
  if (text.length >= START) return [{ grams: [text.slice(0, START)], pattern: escaped(text), weight }];
  const prefix: Alternative = { grams: [], pattern: escaped(text), isPrefix: true, weight };
  return text.length === 1 && /[a-z]/.test(text) ? [prefix] : [{ grams: [text], pattern: escaped(text), weight }, prefix];
}

/** What a person typed, cut into terms; null when there is no letter or digit in it. */
export function queryOf(keyword: string): SearchQuery | null {
  const whole = narrow(keyword.slice(0, LONGEST_SEARCH)).replaceAll('\u0000', '').toLowerCase().replace(/\s+/g, ' ').trim();
  const texts = piecesOf(narrow(keyword.slice(0, LONGEST_SEARCH))).flatMap((piece) => (piece.kind === 'run' ? [piece.text] : piece.parts));
  const unique = [...new Set(texts)];
  if (unique.length === 0) return null;
  // Single letters say little beside a word: they only order the hits.
  const significant = unique.filter((text) => text.length > 1 || text.charCodeAt(0) > 127);
  const terms = (significant.length > 0 ? significant : unique).slice(0, MAX_TERMS);
  return {
    whole,
    compact: texts.join(''),
    wholeGram: wholeGram(whole),
    terms: terms.map((text) => ({ text, isChinese: text.charCodeAt(0) > 127, alternatives: exactly(text) })),
  };
}

/** Keys of a text that is pronounced so: the beginnings of its syllables, as far as the following characters do not matter. */
function startsOf(syllables: readonly string[]): string[] {
  const sound = syllables.join('');
  let at = 0;
  const starts: string[] = [];
  for (const syllable of syllables) {
    const start = sound.slice(at, at + START);
    if (start.length === START) starts.push(start);
    at += syllable.length;
  }
  return [...new Set(starts)];
}

/** The same query with one wrong character in a Chinese word, or another word of the same sound, allowed. */
export function withWrongCharacter(term: Term): Term {
  const characters = [...term.text];
  if (!term.isChinese || characters.length < 2) return term;
  const syllables = syllablesOf(term.text);
  const sound = syllables.join('');
  const alternatives: Alternative[] = [...term.alternatives];
  if (/^[a-z]+$/.test(sound) && sound.length > START)
    alternatives.push({ grams: startsOf(syllables), pattern: escaped(sound), weight: 0.8 });
  if (characters.length >= 3)
    characters.forEach((_, wrong) => {
      const sure = [characters.slice(0, wrong), characters.slice(wrong + 1)];
      const grams = sure.flatMap((part) => (part.length > 1 ? part.slice(1).map((next, i) => part[i]! + next) : part));
      alternatives.push({ grams, pattern: `${escaped(sure[0]!.join(''))}_${escaped(sure[1]!.join(''))}`, weight: 0.7 });
      // one character too many was typed
      if (characters.length > 3) alternatives.push({ grams: grams, pattern: escaped(sure.flat().join('')), weight: 0.65 });
    });
  return { ...term, alternatives };
}
