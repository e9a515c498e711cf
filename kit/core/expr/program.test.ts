import { expect, it } from 'vitest';
import { stopwatch } from '#kit/test/spent.ts';
import { ExprProblem, exprProgram, parseExpr, type ExprField } from './index.ts';

const FIELDS: readonly ExprField[] = [
  { id: 'amount', name: '金额', type: 'number' },
  { id: 'cost', name: '成本', type: 'number' },
  { id: 'area', name: '区域', type: 'string' },
  { id: 'day', name: '日期', type: 'date' },
  { id: 'signed', name: '签订时间', type: 'datetime' },
  { id: 'flag', name: '有效', type: 'bool' },
  { id: 'profit', name: '利润', type: 'number', expr: '[金额] - [成本]' },
  { id: 'rate', name: '利润率', type: 'number', expr: 'ROUND([利润] / [金额], 4)' },
  { id: 'total', name: '合计', type: 'number', expr: 'SUM([金额])' },
];
const ROW: Readonly<Record<string, unknown>> = {
  amount: '0.30',
  cost: 0.1,
  area: '华东电网😀',
  day: '2026-01-31',
  signed: '2026-01-31T08:05:09.000Z',
  flag: 1,
};
function value(text: string, row: Readonly<Record<string, unknown>> = ROW) {
  const { ast, error } = parseExpr(text);
  if (!ast) throw new Error(error.message);
  return exprProgram(ast, FIELDS, { today: '2026-03-01' }).run((id) => row[id]);
}
function refusal(text: string, row?: Readonly<Record<string, unknown>>): string {
  try {
    return `no refusal: ${String(value(text, row))}`;
  } catch (error) {
    if (!(error instanceof ExprProblem)) throw error;
    return error.message;
  }
}

it.each([
  // exact: no digit is lost and none is made up
  ['0.1 + 0.2', '0.3'],
  ['[金额] - [成本] * 3', '0.00'],
  ['12345678901234567890.01 + 0.02', '12345678901234567890.03'],
  ['--2', '2'],
  ['2 / 3', '0.66666666666666666667'],
  ['ROUND(-2.5)', '-3'],
  ['FLOOR(-0.5)', '-1'],
  ['-7 % 3', '-1'],
  ['1 / 0', null],
  ['[利润率]', '0.6667'],
  // null is unknown
  ['NULL = NULL', null],
  ['NULL AND FALSE', false],
  ['NULL OR TRUE', true],
  ['NOT (NULL AND TRUE)', null],
  ['1 IN (1, NULL)', true],
  ['2 IN (1, NULL)', null],
  ['2 NOT IN (1, NULL)', null],
  ["CONCAT(NULL, 'a')", 'a'],
  ["IF(NULL = 1, 'a')", null],
  ['COALESCE(NULL, 1 / 0, 3)', '3'],
  // a branch that is not taken is not calculated
  ["IF(TRUE, 1, NUMBER('x'))", '1'],
  // characters, not halves of them
  ['LENGTH([区域])', '5'],
  ['RIGHT([区域], 2)', '网😀'],
  ["REPLACE('abc', '', 'x')", 'abc'],
  ["CONTAINS('50%', '%')", true],
  ["CONTAINS('50', '%')", false],
  // days and moments
  ["[日期] = '2026-01-31'", true],
  ['DAYSBETWEEN([日期], TODAY())', '29'],
  ['ADDDAYS([日期], 29)', '2026-03-01'],
  ['TEXT([签订时间])', '2026-01-31 08:05:09'],
  ['IF([有效], [日期], [签订时间])', '2026-01-31 00:00:00'],
  ["CASE [区域] WHEN '华东电网😀' THEN WEEKDAY([日期]) END", '6'],
])('%s is %s', (text, expected) => expect(value(text)).toBe(expected));

it('a row without values gives null, not a guess', () => {
  for (const text of ['[金额] + 1', '[区域] = [区域]', 'YEAR([日期])', 'UPPER([区域])', '[利润率]'])
    expect(value(text, {}), text).toBeNull();
});

it.each([
  ["NUMBER('12万')", '“12万”不是数值'],
  ["DATE('2026-02-30')", '“2026-02-30”不是日期'],
  ["NUMBER('Infinity')", '不是数值'],
  ['SUBSTR([区域], 1.5)', '须是整数'],
  ['SUBSTR([区域], 1, -1)', '须是不小于0的整数'],
  ['SUM([金额])', '没有逐行的值'],
  ['[合计] * 2', '没有逐行的值'],
  ['[没有]', '没有字段'],
  ['ADDDAYS([日期], 9000000)', '日期超出范围'],
  ['CONTAINS([区域], [区域])', '须是文本常量'],
])('%s is refused with a sentence', (text, expected) => expect(refusal(text)).toContain(expected));

it('a stored value that is none of its type says which field it is', () => {
  expect(refusal('[金额] * 2', { amount: '***' })).toBe('字段“金额”：“***”不是数值');
  expect(refusal('[利润] * 2', { amount: '***' })).toBe('字段“利润”：字段“金额”：“***”不是数值');
  expect(refusal('NOT [有效]', { flag: 'constructor' })).toContain('不是是否值');
});

it('what grows or never ends is stopped soon', () => {
  const nested = (inner: string, times: number, wrap: (text: string) => string): string =>
    Array.from({ length: times }).reduce<string>((text) => wrap(text), inner);
  const spent = stopwatch();
  expect(refusal(nested("'aaaaaaaaaa'", 50, (text) => `REPLACE(${text}, 'a', 'aaaaaaaaaa')`))).toBe('文本过长，请简化');
  expect(refusal(`${'1e999 * '.repeat(3)}1`)).toBe('数值的位数过多');
  expect(refusal(`1e-999 * 1e-999`)).toBe('数值的位数过多');
  expect(spent()).toBeLessThan(2_000);
  // a long sum stands flat
  expect(value(`${'1+'.repeat(1_900)}1`)).toBe('1901');
});

it('fields that are named again and again are calculated once for each row', () => {
  const often = (name: string) => Array.from({ length: 20 }, () => `[${name}]`).join('+');
  const number = { type: 'number' as const };
  const fields: ExprField[] = [
    { id: 'a', name: 'a', ...number },
    { id: 'b', name: 'b', ...number, expr: often('a') },
    { id: 'c', name: 'c', ...number, expr: often('b') },
  ];
  let reads = 0;
  const program = exprProgram(parseExpr(often('c')).ast!, fields, { today: '2026-03-01' });
  expect(program.run(() => (reads++, '1.5'))).toBe('12000.0');
  expect(reads).toBe(1);
});

it('a field that would lead back to itself is refused for the field that is written', () => {
  const fields: ExprField[] = [
    { id: 'a', name: 'a', type: 'number', expr: '[b]' },
    { id: 'b', name: 'b', type: 'number', expr: '1' },
  ];
  expect(() => exprProgram(parseExpr('[a] + 1').ast!, fields, { today: '2026-03-01', id: 'b' })).toThrow('引用了自己');
});
