import { expect, test } from 'vitest';
import { bigramsOf, diceOf, editDistance, editRatio, isSubsequence } from './alike.ts';

test('single changes are counted: put in, left out, replaced, swapped', () => {
  expect(editDistance('华鑫建材', '华鑫建材')).toBe(0);
  expect(editDistance('华鑫建材', '华鑫材')).toBe(1);
  expect(editDistance('华鑫建材', '华金建材')).toBe(1);
  expect(editDistance('华鑫建材', '鑫华建材')).toBe(1);
  expect(editDistance('', '三个字')).toBe(3);
  expect(editDistance('ab', 'ba', 1)).toBe(1);
});
test('a distance above its limit is not measured further', () => {
  expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
  expect(editDistance('a', 'abcdefgh', 2)).toBe(3);
});
test('both directions say the same', () => {
  const words = ['江苏沿江', '沿江江苏', '江苏', '', '苏江沿江建', 'aab', 'baa'];
  for (const a of words)
    for (const b of words) {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(diceOf(bigramsOf(a), bigramsOf(b))).toBe(diceOf(bigramsOf(b), bigramsOf(a)));
    }
});
test('shares lie between nothing and all', () => {
  expect(editRatio('', '')).toBe(1);
  expect(editRatio('甲', '乙')).toBe(0);
  expect(diceOf(bigramsOf('沿江城建江苏'), bigramsOf('江苏沿江城建'))).toBeGreaterThan(0.7);
  expect(diceOf(bigramsOf('甲乙'), bigramsOf('丙丁'))).toBe(0);
});
test('an abbreviation stands in the long name in its order', () => {
  expect(isSubsequence('城建投资', '城市建设投资')).toBe(true);
  expect(isSubsequence('投资城建', '城市建设投资')).toBe(false);
});
