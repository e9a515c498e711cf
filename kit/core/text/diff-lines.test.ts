import { describe, expect, it } from 'vitest';
import { diffCounts, diffLines } from './diff-lines.ts';

const SIGN = { both: ' ', removed: '-', added: '+' };
const diff = (before: string, after: string) => diffLines(before, after).map(({ kind, text }) => `${SIGN[kind]}${text}`);
const lines = (text: string) => text.split('').join('\n');
/** What the lines say the text was, or is. */
const side = (before: string, after: string, without: 'removed' | 'added') =>
  diffLines(before, after)
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('\n');

describe('two texts line by line', () => {
  it.each([
    ['equal', 'abc', 'abc', [' a', ' b', ' c']],
    ['added at the end', 'ab', 'abc', [' a', ' b', '+c']],
    ['added in front', 'bc', 'abc', ['+a', ' b', ' c']],
    ['removed within', 'abc', 'ac', [' a', '-b', ' c']],
    ['replaced: the old line stands before the new one', 'abc', 'axc', [' a', '-b', '+x', ' c']],
    ['all of it replaced', 'ab', 'xy', ['-a', '-b', '+x', '+y']],
    ['a line that stands several times', 'aa', 'aaa', [' a', ' a', '+a']],
    ['a block that moved stays where most of the rest stays', 'abcde', 'cdeab', ['-a', '-b', ' c', ' d', ' e', '+a', '+b']],
    ['two changes with a line between', 'abcde', 'axcye', [' a', '-b', '+x', ' c', '-d', '+y', ' e']],
  ])('%s', (_what, before, after, expected) => {
    expect(diff(lines(before), lines(after))).toEqual(expected);
  });

  it('an empty text has no lines', () => {
    expect(diff('', '')).toEqual([]);
    expect(diff('a', '')).toEqual(['-a']);
    expect(diff('', 'a\nb')).toEqual(['+a', '+b']);
    expect(diff('a\n\nb', 'a\nb')).toEqual([' a', '-', ' b']);
  });

  it('tells both texts completely, and keeps as much as can be kept', () => {
    let seed = 7;
    const below = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
    for (let round = 0; round < 200; round++) {
      const [before, after] = [0, 1].map(() => Array.from({ length: 1 + below(12) }, () => 'abc'[below(3)]).join('\n'));
      expect(side(before!, after!, 'added')).toBe(before);
      expect(side(before!, after!, 'removed')).toBe(after);
      const kept = diffLines(before!, after!).filter(({ kind }) => kind === 'both').length;
      expect(kept, `${before} / ${after}`).toBe(longest(before!.split('\n'), after!.split('\n')));
    }
  });

  it('replaces the middle of very long texts as a whole, but keeps how they begin and end', () => {
    const long = Array.from({ length: 2_500 }, (_, n) => `${n}`);
    const found = diffLines(['first', ...long, 'last'].join('\n'), ['first', ...long.toReversed(), 'last'].join('\n'));
    expect([found[0], found.at(-1)]).toEqual([
      { kind: 'both', text: 'first' },
      { kind: 'both', text: 'last' },
    ]);
    expect(diffCounts(found)).toEqual({ added: 2_500, removed: 2_500 });
  });

  it('counts what was added and what was removed', () => {
    expect(diffCounts(diffLines('a\nb\nc', 'a\nx'))).toEqual({ added: 1, removed: 2 });
    expect(diffCounts([])).toEqual({ added: 0, removed: 0 });
  });
});

/** Length of the longest common subsequence, by the definition. */
function longest(a: readonly string[], b: readonly string[]): number {
  const row = Array.from({ length: b.length + 1 }, () => 0);
  for (const left of a) {
    let corner = 0;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!;
      row[j] = left === b[j - 1] ? corner + 1 : Math.max(above, row[j - 1]!);
      corner = above;
    }
  }
  return row[b.length]!;
}
