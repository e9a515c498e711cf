import { describe, expect, it, test } from 'vitest';
import { numberedText, numberingDates, numberingParts, numberingPeriod, numberingProblem } from './numbering.ts';

const DAY = '2026-03-01';

describe('a numbering pattern', () => {
  it('is cut into texts, dates and its number', () => {
    expect(numberingParts('AQ{yyyyMMdd}-{0001}号')).toEqual([
      { kind: 'text', text: 'AQ' },
      { kind: 'date', format: 'yyyyMMdd' },
      { kind: 'text', text: '-' },
      { kind: 'number', digits: 4 },
      { kind: 'text', text: '号' },
    ]);
    expect(numberingParts('{}{x}')).toEqual([
      { kind: 'unknown', text: '' },
      { kind: 'unknown', text: 'x' },
    ]);
  });
  test.each([
    ['{0001}', null],
    ['A{yy}{MM}{dd}{1}', null],
    ['A{MMdd}{01}', null],
    ['A', '应有且只有一个流水号，如 {0001}'],
    ['{1}{01}', '应有且只有一个流水号，如 {0001}'],
    ['{}{1}', '中的 {} 不能识别，可用 {yyyy}、{yyyyMM}、{yyyyMMdd} 与 {0001}'],
    ['{MMyyyy}{1}', '中的 {MMyyyy} 不能识别，可用 {yyyy}、{yyyyMM}、{yyyyMMdd} 与 {0001}'],
    ['A}{1}', '的花括号不成对'],
    ['{{1}}', '的花括号不成对'],
    ['A\n{1}', '含有不可见字符'],
    ['{00000000001}', '的流水号最多10位'],
  ])('%j: %s', (pattern, problem) => {
    expect(numberingProblem(pattern)).toBe(problem);
  });
  it('gives texts whose number may outgrow its digits', () => {
    expect(numberedText('AQ{yyyyMMdd}-{0001}', DAY, 7)).toBe('AQ20260301-0007');
    expect(numberedText('KH{yy}{MM}-{01}', DAY, 123)).toBe('KH2603-123');
  });
  it('counts within its dates, with the text around them or without it', () => {
    expect(numberingPeriod('AQ{yyyyMM}-{0001}', DAY)).toBe('AQ202603-#');
    expect([numberingDates('KH{yyyy}{MM}-{01}', DAY), numberingDates('KH{01}', DAY)]).toEqual(['2026.03', '']);
  });
});
