import { describe, expect, it } from 'vitest';
import { rowFilterProblem, rowFilterText, rowGrantOf } from './row-grant.ts';

const types = new Map([
  ['city', 'text'],
  ['amount', 'numeric(12,2)'],
]);
const condition = (columnName: string, whereType: '1' | '6' | '10' | '12', ...values: string[]) => ({ columnName, whereType, values });

describe('rows of a subscription', () => {
  it('become parameters that no caller can name, with values of their own', () => {
    const grant = rowGrantOf([condition('city', '12', '重庆', 'a,b'), condition('amount', '10')])!;
    expect(grant.params.map(({ paramName, columnName }) => [paramName, columnName])).toEqual([
      ['row:0', 'city'],
      ['row:1', 'amount'],
    ]);
    expect(grant.values).toEqual({ 'row:0': ['重庆', 'a,b'], 'row:1': 1 });
    expect(rowGrantOf(null)).toBeNull();
  });

  it.each([
    [condition('nowhere', '1', 'a'), '不存在'],
    [condition('amount', '6', 'many'), '应为数字'],
    [condition('city', '1'), '应有一个取值'],
    [condition('city', '1', 'a', 'b'), '应有一个取值'],
    [condition('city', '12'), '至少有一个取值'],
    [condition('city', '10', 'a'), '没有取值'],
  ])('are refused with a sentence: %j', (one, sentence) => {
    expect(rowFilterProblem([one], types)).toContain(sentence);
  });

  it('are told in words', () => {
    expect(rowFilterProblem([condition('city', '12', '重庆')], types)).toBeNull();
    expect(rowFilterText([condition('city', '12', '重庆', '成都'), condition('amount', '6', '10')])).toBe(
      'city 属于 重庆、成都，amount 大于 10',
    );
    expect(rowFilterText(null)).toBe('全部行');
  });
});
