import { expect, it } from 'vitest';
import type { FieldType } from '../../contract/field.ts';
import { isSequence } from './sequence.ts';

it.each<[string, string, FieldType, boolean]>([
  ['stat_year', '年份', 'number', true],
  ['y', '年度', 'string', true],
  ['stat_month', '统计口径', 'string', true],
  ['q', '季度', 'string', true],
  ['f1', '年', 'string', true],
  ['bucket', '账龄', 'string', true],
  ['emp_level', '职务', 'string', true],
  ['floors', '层数', 'number', true],
  ['sign_date', '签订', 'date', true],
  ['at', '发生', 'datetime', true],
  ['dept_id', '部门', 'number', false],
  ['c', '客户编号', 'number', false],
  ['region', '区域', 'string', false],
  ['anniversary', '周年庆', 'string', false],
  ['superior', '上级部门', 'string', false],
  ['birthday_gift', '今日', 'string', false],
  ['is_year', '是否跨年', 'bool', false],
])('%s %s (%s): %s', (id, name, type, expected) => {
  expect(isSequence({ id, name, type })).toBe(expected);
});
