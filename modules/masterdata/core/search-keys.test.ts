import { expect, it } from 'vitest';
import { columnsKey, searchKeys, wordKeys } from './search-keys.ts';

const has = (text: string, word: string, column = 'a') => {
  const keys = new Set(searchKeys(['a', 'b'], { a: text, b: null }));
  return wordKeys(column, word)?.every((key) => keys.has(key));
};

it('has all keys of every part, in whatever case', () => {
  const text = '杭州Ünïted ΑΣ数据（中国）有限公司😀 100%_x';
  for (let from = 0; from < text.length - 1; from++)
    for (let to = from + 2; to <= text.length; to++) {
      const part = text.slice(from, to);
      if (part.trim().length < 2) continue;
      for (const word of [part, part.toUpperCase(), part.replaceAll('Σ', 'σ')]) expect(has(text, word), word).toBe(true);
    }
});

it('lacks those of other words and of other columns', () => {
  expect(has('杭州数据有限公司', '上海')).toBe(false);
  expect(has('杭州数据有限公司', '杭州数据', 'b')).toBe(false);
});

it('says nothing of one character and of texts whose end has no keys', () => {
  expect(wordKeys('a', ' 杭 ')).toBeNull();
  expect(wordKeys('a', '杭'.repeat(2_000))).toBeNull();
  expect(wordKeys('a', '0123456789abcdefghijklmnopqrstuvwxyz')).toHaveLength(24);
});

it('tells sets of columns apart whatever their order', () => {
  expect(columnsKey(['a', 'b'])).toBe(columnsKey(['b', 'a']));
  expect(columnsKey(['a'])).not.toBe(columnsKey(['a', 'b']));
});
