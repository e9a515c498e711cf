import { expect, test } from 'vitest';
import { chosenColumns, columnsSummary, countOf } from './column-filter.ts';
import type { ColumnRow } from './subjects.ts';

const column = (columnName: string, rest: Partial<ColumnRow> = {}) =>
  ({
    columnName,
    columnComment: null,
    cnName: null,
    description: null,
    level: null,
    seen: { shown: 'clear', mask: null },
    ...rest,
  }) as ColumnRow;
const ROWS = [
  column('EMP_ID'),
  column('mobile', { cnName: '手机号', level: 'L3', seen: { shown: 'masked', mask: '前 3 后 4' } }),
  column('org', { columnComment: '所属 Emp', level: 'L2' }),
  column('salary', { level: 'L4', seen: { shown: 'hidden', mask: null } }),
];
const names = (rows: readonly ColumnRow[]) => rows.map((row) => row.columnName);

test('columns are found by name, comment, Chinese name and description, in any case', () => {
  expect(names(chosenColumns(ROWS, 'all', ' emp '))).toEqual(['EMP_ID', 'org']);
  expect(names(chosenColumns(ROWS, 'all', '手机'))).toEqual(['mobile']);
  expect(chosenColumns(ROWS, 'all', '')).toEqual(ROWS);
});

test('the switch leaves the sensitive ones, those without a level, and those without a Chinese name', () => {
  expect(names(chosenColumns(ROWS, 'sensitive', ''))).toEqual(['mobile', 'salary']);
  expect(names(chosenColumns(ROWS, 'unlevelled', ''))).toEqual(['EMP_ID']);
  expect(names(chosenColumns(ROWS, 'unnamed', ''))).toEqual(['EMP_ID', 'salary']);
  expect(countOf(ROWS, 'sensitive')).toBe(2);
});

test('the foot says how many columns there are and what the reader gets of them', () => {
  expect(columnsSummary(ROWS)).toBe('共 4 个字段：敏感 2，脱敏 1，不可见 1');
  expect(columnsSummary(ROWS.slice(0, 1))).toBe('共 1 个字段');
});
