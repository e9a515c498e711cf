import { describe, expect, test } from 'vitest';
import { suggestRules, type ProfiledColumn } from './suggest.ts';

const column = (over: Partial<ProfiledColumn>): ProfiledColumn => ({
  name: 'c',
  comment: null,
  kind: 'text',
  rowCount: 1000,
  isSampled: false,
  nulls: 500,
  distinct: 400,
  min: null,
  minLength: 1,
  maxLength: 30,
  top: null,
  patterns: [],
  sampled: 500,
  ...over,
});
const items = (over: Partial<ProfiledColumn>) => suggestRules(column(over)).map(({ item, expected }) => [item, expected]);

test.each([
  ['no gap', { nulls: 0 }, [['integrity_key', 100]]],
  ['few gaps', { nulls: 5 }, [['integrity_key', 99.5]]],
  ['many gaps', { nulls: 11 }, []],
  ['unknown gaps', { nulls: null }, []],
  ['too few rows', { nulls: 0, rowCount: 19 }, []],
] as const)('%s', (_, over, expected) => {
  expect(items(over)).toEqual(expected);
});

describe('repetition', () => {
  test('values that all differ, or nearly', () => {
    expect(items({ nulls: 0, distinct: 1000 })).toContainEqual(['unique_key', 100]);
    expect(items({ nulls: 0, distinct: 995 })).toContainEqual(['unique_key', 99.5]);
  });
  test('is not judged by a sample, nor for days', () => {
    expect(items({ nulls: 0, distinct: 1000, isSampled: true })).not.toContainEqual(['unique_key', 100]);
    expect(items({ nulls: 0, distinct: 1000, kind: 'time' })).not.toContainEqual(['unique_key', 100]);
  });
});

describe('a form', () => {
  const patterns = [
    { mask: '99999999999', count: 97 },
    { mask: '999', count: 3 },
  ];
  test('needs a name and a shape', () => {
    expect(items({ name: 'contact_mobile', patterns })).toEqual([['accuracy_mobile', null]]);
    expect(items({ name: 'order_no', patterns })).toEqual([]);
    expect(items({ comment: '联系人手机', patterns: [{ mask: '字字', count: 9 }] })).toEqual([]);
  });
  test('takes the place of a length', () => {
    const all = { minLength: 11, maxLength: 11 };
    expect(items({ ...all, name: 'mobile', patterns })).toEqual([['accuracy_mobile', null]]);
    expect(items({ ...all, name: 'batch' })).toEqual([['accuracy_length', 100]]);
  });
});

describe('values', () => {
  const top = [
    { value: 'F', count: 200 },
    { value: 'M', count: 300 },
  ];
  test('a few of them are a set, when all were seen', () => {
    expect(suggestRules(column({ distinct: 2, top }))).toMatchObject([
      { item: 'accuracy_in_set', config: { accuracy: { values: ['F', 'M'] } } },
    ]);
    expect(items({ distinct: 3, top })).toEqual([]);
    expect(items({ distinct: 2, top, sampled: 600 })).toEqual([]);
  });
  test('that hardly ever occur are left out of the set', () => {
    const withMistake = [...top, { value: '未知', count: 4 }];
    expect(suggestRules(column({ distinct: 3, top: withMistake, sampled: 504 }))).toMatchObject([
      { item: 'accuracy_in_set', expected: 99.21, config: { accuracy: { values: ['F', 'M'] } } },
    ]);
  });
  test('numbers that never fall below zero', () => {
    expect(items({ kind: 'number', min: '0.5', nulls: 200 })).toEqual([['accuracy_range', 100]]);
    expect(items({ kind: 'number', min: '-1', nulls: 200 })).toEqual([]);
  });
  test('that are withheld suggest nothing that spells them', () => {
    expect(items({ distinct: 2, top: null })).toEqual([]);
    expect(items({ kind: 'number', min: null })).toEqual([]);
  });
});
