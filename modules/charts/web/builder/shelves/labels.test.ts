import { expect, test } from 'vitest';
import { conditionText, spanText } from './labels.ts';

test('spans of the calendar read like Chinese', () => {
  expect(spanText({ span: 'last', unit: 'day', n: 7 })).toBe('最近 7 天');
  expect(spanText({ span: 'this', unit: 'month', n: 1 })).toBe('本月');
  expect(spanText({ span: 'previous', unit: 'quarter', n: 1 })).toBe('上季度');
  expect(spanText({ span: 'previous', unit: 'month', n: 3 })).toBe('前 3 个月');
  expect(spanText({ span: 'toDate', unit: 'year', n: 1 })).toBe('本年至今');
});

test('conditions say what they keep', () => {
  expect(conditionText({ col: 'a', op: 'in', values: ['华东', '华南', '西南'] }, '区域')).toBe('区域 属于 华东、华南 等 3 项');
  expect(conditionText({ col: 'a', op: 'between', values: [1, 9] }, '金额')).toBe('金额 1 至 9');
  expect(conditionText({ col: 'a', op: 'notnull' }, '金额')).toBe('金额 不为空');
  expect(conditionText({ col: 'a', op: 'eq', value: null }, '金额')).toBe('金额 等于 空');
});
