import { expect, it } from 'vitest';
import { stopwatch } from '#kit/test/spent.ts';
import { checkExpr, FUNCTIONS, parseExpr } from './index.ts';

const FIELDS = [
  { id: 'amount', name: '金额', type: 'number' as const },
  { id: 'area', name: '区域', type: 'string' as const },
  { id: 'day', name: '日期', type: 'date' as const },
  { id: 'ratio', name: '占比', type: 'number' as const, expr: 'SUM([金额]) / COUNTD([区域])' },
  { id: 'loop', name: '循环', type: 'number' as const, expr: '[圈] + 1' },
  { id: 'ring', name: '圈', type: 'number' as const, expr: '[循环] * 2' },
];
const check = (text: string) => {
  const { ast, error } = parseExpr(text);
  if (!ast) return error.message;
  const { type, isAggregate, errors } = checkExpr(ast, FIELDS);
  return errors.length > 0 ? errors[0]!.message : `${type}${isAggregate ? ' aggregate' : ''}`;
};

it.each([
  ['[金额] * 1.5 - -2', 'number'],
  ['[amount] + 1', 'number'],
  ['SUM([金额]) / COUNT()', 'number aggregate'],
  ['IF([金额] > 100 AND NOT ISNULL([区域]), "大", "小")', 'string'],
  ["CASE WHEN [区域] IN ('华东', '华北') THEN 1 ELSE 0 END", 'number'],
  ["CASE [区域] WHEN '华东' THEN '东' END", 'string'],
  ["[日期] >= '2026-01-01'", 'bool'],
  ['max([日期])', 'date aggregate'],
  ['[占比] * 2', 'number aggregate'],
  ['sum（[金额]）／2', 'number aggregate'],
  ['COALESCE(NULL, [区域], "x")', 'string'],
  ['DAYSBETWEEN([日期], TODAY())', 'number'],
])('%s is understood', (text, expected) => expect(check(text)).toBe(expected));

it.each([
  ['', '表达式不完整'],
  ['[金额', '字段引用没有结束'],
  ["'x", '文本没有结束'],
  ['[金额] +', '表达式不完整'],
  ['金额 + 1', '字段请写成 [金额]'],
  ['[没有]', '没有字段“没有”'],
  ['EVIL([金额])', '没有函数“EVIL”'],
  ['constructor([金额])', '没有函数“constructor”'],
  ['[金额] + SUM([金额])', '聚合结果不能与未聚合的字段混用'],
  ['SUM(SUM([金额]))', '聚合函数不能嵌套'],
  ['SUM([区域])', '需要数值，这里是文本'],
  ['[区域] + 1', '需要数值，这里是文本'],
  ["IF([金额] > 1, 'a', 2)", '类型不一致'],
  ['IF([金额], 1, 2)', '需要是否'],
  ['LEFT([区域])', '需要2个参数'],
  ['[循环]', '引用了自己'],
  ['[金额] IN ([区域])', 'IN 的列表只能是常量'],
  ['1 2', '位置不正确'],
  ['SUM', '后面需要括号'],
  ['[金额]; drop table x', '无法识别的字符'],
  [`${'('.repeat(100)}1${')'.repeat(100)}`, '嵌套过深'],
  [`${'- '.repeat(500)}1`, '嵌套过深'],
])('%s is refused with a sentence', (text, expected) => expect(check(text)).toContain(expected));

it('fields that name each other over and over are refused before they are taken apart', () => {
  const often = (name: string) => Array.from({ length: 300 }, () => `[${name}]`).join('+');
  const number = { type: 'number' as const };
  const fields = [
    { id: 'a', name: 'a', ...number },
    { id: 'b', name: 'b', ...number, expr: often('a') },
    { id: 'c', name: 'c', ...number, expr: often('b') },
    { id: 'd', name: 'd', ...number, expr: often('c') },
  ];
  const { ast } = parseExpr(often('d'));
  const spent = stopwatch();
  expect(checkExpr(ast!, fields).errors[0]?.message).toContain('展开后过长');
  expect(spent()).toBeLessThan(2000);
  // what people write stays far below
  expect(checkExpr(parseExpr('[b] / [b]').ast!, fields).errors).toEqual([]);
});

it('places of errors are those of the text', () => {
  const { error } = parseExpr('SUM([金额]) + 1 )');
  expect(error).toMatchObject({ start: 14, end: 15 });
});

it('every function has a sample that holds', () => {
  const named = FIELDS.slice(0, 3);
  for (const { sample, name } of FUNCTIONS) {
    const { ast } = parseExpr(sample);
    expect(ast, sample).not.toBeNull();
    const { errors } = checkExpr(ast!, named);
    expect(
      errors.filter(({ message }) => !message.startsWith('没有字段')),
      name,
    ).toEqual([]);
  }
});
