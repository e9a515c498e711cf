import { syllablesOf } from '#kit/core/text/pinyin.ts';

/** Half-open ranges of a text, in order, not touching each other. */
export type Marks = [from: number, to: number][];

/** Where the pinyin or the initials of a run of Chinese characters hold the letters; counted in characters of the run. */
function inPinyin(run: string, letters: string): [number, number] | null {
  const syllables = syllablesOf(run);
  const initials = syllables.map((syllable) => syllable.charAt(0)).join('');
  const at = initials.indexOf(letters);
  if (at >= 0 && letters.length > 1) return [at, at + letters.length];
  for (let from = 0; from < syllables.length; from++) {
    let to = from;
    let spelled = '';
    while (to < syllables.length && spelled.length < letters.length) spelled += syllables[to++]!;
    if (spelled.startsWith(letters)) return [from, to];
  }
  return null;
}

function joined(ranges: Marks): Marks {
  const marks: Marks = [];
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = marks.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else marks.push([from, to]);
  }
  return marks;
}

/** Which parts of a text the terms were found in, also by pinyin (`khye` marks 客户余额). */
export function marksOf(text: string | null, terms: readonly string[]): Marks {
  if (!text) return [];
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return [];
  const ranges: Marks = [];
  for (const term of terms) {
    let found = false;
    for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + term.length)) {
      ranges.push([at, at + term.length]);
      found = true;
    }
    if (found || !/^[a-z]{2,}$/.test(term)) continue;
    for (const run of text.matchAll(/\p{Script=Han}+/gu)) {
      if ([...run[0]].length !== run[0].length) continue;
      const range = inPinyin(run[0], term);
      if (range) ranges.push([run.index + range[0], run.index + range[1]]);
    }
  }
  return joined(ranges);
}
