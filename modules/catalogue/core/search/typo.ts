/**
 * Number of single-letter mistakes (wrong, missing, additional, two neighbours swapped) between two words, at most `limit` + 1.
 * Source: optimal string alignment distance (Damerau 1964), one row kept per step.
 */
export function mistakes(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, before[j - 2]! + 1);
      row.push(value);
      if (value < least) least = value;
    }
    if (least > limit) return limit + 1;
    [before, last] = [last, row];
  }
  return last[b.length]!;
}

const MAX = 3;

/**
 * Words of a vocabulary that a mistyped word may mean: one mistake away (two from eight letters on), also as its beginning; the nearest and
 * most frequent first, at most three. Words shorter than four letters are taken as they are.
 */
export function meantWords(typed: string, vocabulary: ReadonlyMap<string, number>): string[] {
  if (typed.length < 4 || vocabulary.has(typed)) return [];
  const limit = typed.length >= 8 ? 2 : 1;
  const found: { word: string; away: number; count: number }[] = [];
  for (const [word, count] of vocabulary) {
    if (word.length < 3 || word.length < typed.length - limit) continue;
    const whole = mistakes(typed, word, limit);
    const away = whole <= limit ? whole : mistakes(typed, word.slice(0, typed.length), limit) + 0.5;
    if (away <= limit + 0.5) found.push({ word, away, count });
  }
  return found
    .sort((a, b) => a.away - b.away || b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, MAX)
    .map(({ word }) => word);
}
