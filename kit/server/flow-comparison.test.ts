import { expect, it } from 'vitest';
import { comparedField, comparedTable } from './flow-comparison.ts';

it('compares before it masks', () => {
  const mask = (text: string) => `${text.slice(0, 3)}****`;
  expect(comparedField({ name: 'phone', label: '电话', before: '1380001', after: '1380002', mask })).toEqual({
    name: 'phone',
    label: '电话',
    before: '138****',
    after: '138****',
    state: 'changed',
    isMasked: true,
  });
  expect(comparedField({ name: 'a', label: 'A', before: '', after: null })).toMatchObject({ before: null, after: null, state: 'same' });
  expect(comparedField({ name: 'a', label: 'A', before: 'x'.repeat(9_000), after: null }).before).toHaveLength(4_001);
});

it('tells rows apart by their key', () => {
  const row = (year: string, score: string) => ({ year, score });
  const { rows } = comparedTable({
    name: 'scores',
    label: '年度评价',
    key: 'year',
    columns: [{ name: 'score', label: '得分' }],
    before: [row('2024', '80'), row('2025', '86')],
    after: [row('2026', '62'), row('2025', '90'), row('2023', '1')],
  });
  expect(rows.map(({ state }) => state)).toEqual(['added', 'changed', 'added', 'removed']);
  expect(rows[1]).toMatchObject({ before: { score: '86' }, after: { score: '90' } });
});
