import { describe, expect, it, test } from 'vitest';
import { formatLimit, lengthLimit, rangeLimit, valueProblem, type ElementLimits } from './limits.ts';

const of = (over: Partial<ElementLimits>): ElementLimits => ({ dataType: 'varchar', dataLength: null, format: null, ...over });

describe('the limits of an element', () => {
  it('are read as they are written', () => {
    expect(lengthLimit('11')).toEqual({ kind: 'exact', length: 11 });
    expect(lengthLimit('..20')).toEqual({ kind: 'most', length: 20 });
    expect(lengthLimit('18,2')).toEqual({ kind: 'digits', digits: 18, scale: 2 });
    expect([lengthLimit(null), lengthLimit('很长')]).toEqual([null, null]);
    expect(rangeLimit('0..')).toEqual({ min: '0', max: null });
    expect([rangeLimit('..'), rangeLimit(null)]).toEqual([null, null]);
    expect(formatLimit('an..20')).toEqual({ pattern: '^[A-Za-z0-9]{1,20}$', text: '最多20位字母或数字' });
    expect([formatLimit('\\d+'), formatLimit('大写')]).toEqual([null, null]);
  });
  test.each([
    [of({ dataLength: '..3' }), '甲乙丙', null],
    [of({ dataLength: '..3' }), '甲乙丙丁', '不能超过3个字符'],
    [of({ dataLength: '3' }), '𠮷野家', null],
    [of({ dataLength: '3' }), 'ab', '应为3个字符'],
    [of({ dataLength: '11', format: 'n11' }), '1380000000x', '应为11位数字'],
    [of({ format: '[0-9]+' }), 'abc', null],
    [of({ dataType: 'decimal', dataLength: '6,1', valueRange: '0..100' }), '99.50', null],
    [of({ dataType: 'decimal', dataLength: '6,1', valueRange: '0..100' }), '99.55', '最多1位小数'],
    [of({ dataType: 'decimal', valueRange: '0..100' }), '100.5', '不能大于100'],
    [of({ dataType: 'decimal', valueRange: '0..' }), '-1', '不能小于0'],
    [of({ dataType: 'decimal', dataLength: '4,2' }), '100', '的整数部分最多2位'],
    [of({ dataType: 'integer', dataLength: '3' }), '12.00', null],
    [of({ dataType: 'integer' }), '12.5', '应为整数'],
    [of({ dataType: 'integer' }), '一', '应为数字'],
    [of({ dataType: 'date', dataLength: '..3' }), '2026-01-01', null],
  ])('%o: %s is %s', (limits, text, problem) => {
    expect(valueProblem(limits, text)).toBe(problem);
  });
});
