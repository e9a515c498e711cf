import { expect, it } from 'vitest';
import { Field } from '#modules/datasets/contract/field.ts';
import { ChartConfig } from '../../contract/chart.ts';
import { remapOf, withRemappedSet } from './remap.ts';

const field = (id: string, name: string, role: 'dimension' | 'measure' = 'dimension') =>
  Field.parse({ id, name, role, type: role === 'measure' ? 'number' : 'string' });
const OLD = [field('dept', '部门'), field('kind', '类型'), field('amount', '金额', 'measure'), field('state', '状态')];
const NEW = [field('org', '部门'), field('kind', '类型'), field('dept', '上级部门'), field('sum', '合同额', 'measure')];
const chart = ChartConfig.parse({
  dataSetId: 'old',
  chartType: 'bar',
  rows: [{ col: 'kind' }],
  columns: [{ col: 'state' }],
  measures: [{ col: 'amount', aggregateType: 'sum' }],
  filters: [{ col: 'state', op: 'eq', value: '1' }],
  drill: ['kind', 'dept'],
  sort: [{ by: 'm0', dir: 'desc' }],
});

it('tells every field that the chart uses, where, and what is likely to take its place', () => {
  expect(remapOf(chart, OLD, NEW)).toEqual([
    { col: 'kind', name: '类型', uses: ['维度', '下钻'], to: 'kind' },
    { col: 'state', name: '状态', uses: ['维度', '筛选'], to: null },
    { col: 'amount', name: '金额', uses: ['指标'], to: null },
    { col: 'dept', name: '部门', uses: ['下钻'], to: 'dept' },
  ]);
});

it('puts fields in the place of others, with what points at them, and lets go of the rest', () => {
  const remap = [
    { col: 'kind', to: 'kind' },
    { col: 'amount', to: 'sum' },
    { col: 'dept', to: null },
    { col: 'state', to: null },
  ];
  expect(withRemappedSet(chart, 'new', remap, NEW)).toMatchObject({
    dataSetId: 'new',
    rows: [{ col: 'kind' }],
    columns: [],
    measures: [{ col: 'sum' }],
    filters: [],
    drill: ['kind'],
    sort: [{ by: 'm0', dir: 'desc' }],
  });
});
