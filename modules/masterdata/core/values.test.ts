import { expect, it } from 'vitest';
import type { ModelColumn } from '../contract/column.ts';
import { readCell } from './index.ts';

const column = (over: Partial<ModelColumn>) =>
  ({ columnComment: '列', columnType: 'varchar', columnLength: '10', columnScale: null, htmlType: 'input', ...over }) as ModelColumn;
const read = (over: Partial<ModelColumn>, raw: unknown) => {
  const found = readCell(column(over), raw);
  return 'value' in found ? found.value : `! ${found.problem}`;
};

it('numbers are kept as the database writes them', () => {
  const decimal = { columnType: 'decimal', columnLength: '6', columnScale: '2' } as const;
  expect(['1', '01.5', '-0', '1,234.50', 9.1].map((raw) => read(decimal, raw))).toEqual(['1.00', '1.50', '0.00', '1234.50', '9.10']);
  expect(read(decimal, '1.234')).toBe('! “列”最多2位小数');
  expect(read(decimal, '12345')).toBe('! “列”的整数部分最多4位');
  expect(['1e5', 'NaN', '0x1', '１'].map((raw) => read({ columnType: 'int' }, raw))).toEqual(Array(4).fill('! “列”应为数字'));
  expect(read({ columnType: 'int' }, '1.5')).toBe('! “列”应为整数');
});

it('days and moments that are none are said to be none; without a zone it is the time in China', () => {
  expect(read({ columnType: 'date' }, '2024/02/29')).toBe('2024-02-29');
  expect(read({ columnType: 'date' }, '2023-02-29')).toMatch(/^!/);
  expect(read({ columnType: 'datetime' }, '2026-03-01 08:30:00')).toBe('2026-03-01T00:30:00.000Z');
  expect(read({ columnType: 'datetime' }, '2026-03-01T08:30:00Z')).toBe('2026-03-01T08:30:00.000Z');
  expect(read({ columnType: 'datetime' }, '2026-02-30 08:30')).toMatch(/^!/);
  expect(read({ columnType: 'time' }, '08:30')).toBe('08:30:00');
  expect(read({ columnType: 'time' }, '24:00')).toMatch(/^!/);
});

it('texts are counted by characters, blanks are nothing, and objects are no values', () => {
  expect(read({}, '一二三四五六七八九十')).toBe('一二三四五六七八九十');
  expect(read({}, '😀'.repeat(10))).toBe('😀'.repeat(10));
  expect(read({}, '一二三四五六七八九十一')).toBe('! “列”不能超过10个字符');
  expect(['  ', null, undefined].map((raw) => read({}, raw))).toEqual([null, null, null]);
  expect(read({}, {})).toBe('! “列”的内容不正确');
  expect(read({ htmlType: 'checkbox' }, ['a', 'b'])).toBe('a,b');
});
