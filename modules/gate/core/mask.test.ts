import { expect, test } from 'vitest';
import { maskValue, maskWith, type Algorithm, type MaskParams } from './mask.ts';

const digest = (text: string) => `digest-of-${text.length}-characters`;
const shown = (algorithm: Algorithm, value: unknown, params: MaskParams = {}) => maskWith({ algorithm, params }, value, digest);

test.each([
  ['keep', '13812345678', { head: 3, tail: 4 }, '138****5678'],
  ['keep', '123456', { head: 3, tail: 4 }, '12**56'],
  ['keep', '1', { head: 3, tail: 4 }, '*'],
  ['keep', '😀甲乙丙丁戊', { head: 1, tail: 1 }, '😀****戊'],
  ['full', '任何内容', {}, '***'],
  ['full', 12, {}, '***'],
  ['hash', 'x', {}, 'digest-of-1-char'],
  ['empty', 'x', {}, null],
  ['date', '1990-05-06', { unit: 'month' }, '1990-05'],
  ['date', '19900506', { unit: 'year' }, '1990'],
  ['date', '很久以前', { unit: 'year' }, '***'],
  ['round', '12345.67', { step: 1000 }, '12000'],
  ['round', 1499, { step: 1000 }, '1000'],
  ['round', '不是数', { step: 1000 }, '***'],
  ['round', '12345', { step: 0 }, '***'],
  ['pattern', '京A12345', { pattern: '##***##' }, '京A***45'],
  ['pattern', '京A123456', { pattern: '##***##' }, '京A***45*'],
  ['email', 'someone@example.com', {}, 's***@example.com'],
  ['email', 'nobody', {}, '***'],
  ['email', '@example.com', {}, '***'],
  ['email', 'a@b.com', {}, 'a***@b.com'],
  ['round', '', { step: 1000 }, '***'],
  ['name', '张三', {}, '张*'],
  ['name', '张三丰', {}, '张**'],
  ['name', '欧阳娜娜', {}, '欧阳**'],
  ['name', '张', {}, '*'],
] as const)('%s of %s', (algorithm, value, params, expected) => {
  expect(shown(algorithm, value, params)).toBe(expected);
});

test('nothing stays nothing, a yes or no does not show through', () => {
  expect(shown('full', null)).toBeNull();
  expect(shown('keep', true, { head: 3, tail: 3 })).toBe('***');
});

test.each([
  ['13812345678', '138****5678'],
  ['1381234567', '1********7'],
  ['甲乙丙', '甲*丙'],
  ['甲乙', '甲*'],
  ['甲', '*'],
  [13812345678, '***'],
  [null, null],
])('without a class %s is shown as %s', (value, expected) => {
  expect(maskValue(value)).toBe(expected);
});
