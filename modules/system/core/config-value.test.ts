import { describe, expect, it } from 'vitest';
import { nearestNumber, numberProblem, rangeText } from './config-value.ts';

const MINUTES = { min: 1, max: 1440, unit: '分钟' };
const WEIGHT = { min: 0, max: 100, unit: '份', decimals: 2 };

describe('number settings', () => {
  it('says the range', () => expect(rangeText(MINUTES)).toBe('1 到 1,440 分钟'));

  it.each(['0', '-5', '0.001', '1441', '', ' ', '1e2', '0x10', 'NaN', 'Infinity', '30分钟', '1,000'])('refuses %j', (value) =>
    expect(numberProblem(value, MINUTES)).toBe('请填写 1 到 1,440 分钟之间的整数'),
  );

  it.each(['1', '30', '1440', ' 5 '])('takes %j', (value) => expect(numberProblem(value, MINUTES)).toBeNull());

  it('takes as many digits after the point as declared', () => {
    expect(numberProblem('12.25', WEIGHT)).toBeNull();
    expect(numberProblem('12.255', WEIGHT)).toBe('请填写 0 到 100 份之间的数字，小数不超过2位');
  });

  it('without a rule any number does', () => {
    expect(numberProblem('-1.5', null)).toBeNull();
    expect(numberProblem('x', null)).toBe('参数键值应为数字');
  });

  it('brings what was stored before to the nearest allowed value', () => {
    expect(['0', '-5', '0.001', '99999', '30', '30.6', 'x', ''].map((value) => nearestNumber(value, MINUTES, '30'))).toEqual([
      '1',
      '1',
      '1',
      '1440',
      '30',
      '31',
      '30',
      '30',
    ]);
  });
});
