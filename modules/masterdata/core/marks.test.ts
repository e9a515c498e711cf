import { expect, it } from 'vitest';
import { laterMark, markText } from './marks.ts';

it('tells which value of a growing column is the later one', () => {
  expect(laterMark('number', '9', '10')).toBe('10');
  expect(laterMark('number', '10', '9')).toBe('10');
  expect(laterMark('datetime', '2026-01-02 09:00:00', '2026-01-02 10:00:00')).toBe('2026-01-02 10:00:00');
  expect(laterMark('date', null, '2026-01-02')).toBe('2026-01-02');
  expect(laterMark('date', '2026-01-02', null)).toBe('2026-01-02');
  expect(laterMark('number', null, null)).toBeNull();
});

it('writes values as texts that compare', () => {
  expect(markText(12)).toBe('12');
  expect(markText('2026-01-02 09:00:00')).toBe('2026-01-02 09:00:00');
  expect(markText(new Date('2026-01-02T09:00:00Z'))).toBe('2026-01-02 09:00:00.000');
  expect(markText(null)).toBeNull();
  expect(markText('')).toBeNull();
});
