import { expect, it } from 'vitest';
import { connections, itemLines, linesOf, visible, type Item, type Value } from './layout.ts';

const value = (id: string, more: Partial<Value>): Value => ({
  id,
  colCode: id,
  colName: null,
  isMasked: false,
  rowCount: 1,
  isNew: false,
  status: '0',
  contrastGbId: null,
  mappedBy: null,
  reason: null,
  score: null,
  proposed: false,
  isIgnored: false,
  candidates: [],
  ...more,
});
const item = (id: string): Item => ({ id, gbCode: id, gbName: id, rowCount: 0, state: 'inForce' });
const proposal = (id: string) => ({ id, gbCode: id, gbName: id, score: 0.7, reasons: [] });

it('groups values: open ones first, mapped ones last, with their sums', () => {
  const { lines, height } = linesOf(
    [value('m', { status: '1', contrastGbId: 'x', rowCount: 5 }), value('o', {}), value('o2', {})],
    ['left', 'proposed', 'mapped'],
  );
  expect(lines.map((line) => (line.kind === 'head' ? `${line.group} ${line.values} ${line.rows}` : line.row.id))).toEqual([
    'left 2 2',
    'o',
    'o2',
    'mapped 1 5',
    'm',
  ]);
  expect(height).toBe(2 * 32 + 3 * 36);
});

it('draws lines of pairs that can be seen only, rivals beside the selected one', () => {
  const left = linesOf(
    [value('a', { proposed: true, candidates: [proposal('x'), proposal('y')] }), value('b', { status: '1', contrastGbId: 'y' })],
    ['left', 'proposed', 'mapped'],
  );
  const right = itemLines([item('x'), item('y')]);
  const drawn = (selected: string | null, top = 0) =>
    connections({ lines: left.lines, top, height: 300 }, { lines: right.lines, top: 0, height: 300 }, selected).map(({ kind }) => kind);
  expect(drawn(null)).toEqual(['proposed', 'mapped']);
  expect(drawn('a')).toEqual(['selected', 'rival', 'mapped']);
  expect(drawn('a', 1000)).toEqual([]);
});

it('of 10,000 values some dozen are rows of the page', () => {
  const { lines } = linesOf(
    Array.from({ length: 10_000 }, (_, n) => value(String(n), {})),
    ['left'],
  );
  const seen = visible(lines, { top: 90_000, height: 600 });
  expect(seen.length).toBeLessThan(40);
  expect(seen.every(({ y }) => y > 89_000 && y < 92_000)).toBe(true);
  // the chosen row stays: the focus of a screen reader is on it
  expect(visible(lines, { top: 90_000, height: 600, kept: '7' })).toHaveLength(seen.length + 1);
});
