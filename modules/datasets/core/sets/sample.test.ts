import { expect, it } from 'vitest';
import { parseExpr } from '#kit/core/expr/index.ts';
import type { Field } from '../../contract/field.ts';
import { sampleOf, type ReadRows } from './sample.ts';

const field = (id: string, name: string, type: Field['type'], expr?: string): Field => ({
  id,
  name,
  type,
  role: 'dimension',
  hidden: false,
  ...(expr ? { expr } : {}),
});
const FIELDS = [
  field('amount', '金额', 'number'),
  field('cost', '成本', 'number'),
  field('phone', '电话', 'string'),
  field('secret', '密级', 'string'),
  field('profit', '利润', 'number', '[金额] - [成本]'),
];
const READ: ReadRows = {
  columns: [
    { id: 'phone', name: '电话', type: 'string', masked: true },
    { id: 'amount', name: '金额', type: 'number', masked: false },
    { id: 'cost', name: '成本', type: 'number', masked: false },
  ],
  rows: [
    ['138****0000', '0.30', 0.1],
    ['139****0000', '八', 0.1],
    [null, null, 1],
  ],
};
const sample = (text: string) => sampleOf({ ast: parseExpr(text).ast!, fields: FIELDS, id: null, name: '结果', today: '2026-03-01' }, READ);

it('shows the stored fields that were looked at beside the exact result, also behind another calculated field', () => {
  const { columns, rows } = sample('[利润] * 2');
  expect(columns.map(({ name, type }) => [name, type])).toEqual([
    ['金额', 'number'],
    ['成本', 'number'],
    ['结果', 'number'],
  ]);
  expect(rows[0]).toEqual(['0.30', 0.1, '0.40']);
  expect(rows[2]).toEqual([null, 1, null]);
});

it('a row that cannot be calculated says why, and the others are calculated', () => {
  const { rows } = sample('[金额] + 1');
  expect(rows.map((row) => row.at(-1))).toEqual(['1.30', '无法计算：字段“金额”：“八”不是数值', null]);
});

it('a field without rows is no empty value', () => {
  expect(sample("CONCAT([密级], 'x')").rows[0]!.at(-1)).toBe('无法计算：字段“密级”：没有样例值');
});

it('a result of masked values is marked like them', () => {
  expect(sample('LEFT([电话], 3)')).toMatchObject({ columns: [{ masked: true }, { name: '结果', masked: true }] });
  expect(sample('[金额] * 2').columns.at(-1)!.masked).toBe(false);
});
