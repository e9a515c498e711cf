import { expect, test } from 'vitest';
import { ChartConfig } from '../../contract/chart.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import { missing, movedSlot, shelfFor, slotOf, usedFields, withDataSet, withField, withoutSlot, withSlot } from './shelves.ts';

const field = (id: string, role: Field['role'], type: Field['type'], agg?: Field['agg']): Field => ({
  id,
  name: id,
  role,
  type,
  agg,
  hidden: false,
});
const [dept, day, amount, rate] = [
  field('dept', 'dimension', 'string'),
  field('day', 'dimension', 'date'),
  field('amount', 'measure', 'number', 'sum'),
  field('rate', 'measure', 'number', 'none'),
];
const all = [dept, day, amount, rate];
const bar = (more: object = {}) => ChartConfig.parse({ dataSetId: '1', chartType: 'bar', ...more });

test('a field comes with what suits it', () => {
  expect(slotOf(amount, 'measures')).toEqual({ col: 'amount', aggregateType: 'sum' });
  expect(slotOf(rate, 'measures')).toEqual({ col: 'rate', aggregateType: 'none' });
  expect(slotOf(dept, 'measures')).toEqual({ col: 'dept', aggregateType: 'count' });
  expect(slotOf(day, 'rows')).toEqual({ col: 'day', grain: 'month' });
});

test('a double click fills what is missing first', () => {
  expect(shelfFor(bar(), dept)).toBe('rows');
  expect(shelfFor(bar({ rows: [{ col: 'dept' }] }), day)).toBe('rows');
  expect(shelfFor(ChartConfig.parse({ dataSetId: '1', chartType: 'gauge' }), dept)).toBeNull();
  expect(shelfFor(ChartConfig.parse({ dataSetId: '1', chartType: 'heatmap', rows: [{ col: 'dept' }] }), day)).toBe('columns');
});

test('a shelf for one field replaces it, a full one refuses', () => {
  const heat = withField(ChartConfig.parse({ dataSetId: '1', chartType: 'heatmap', rows: [{ col: 'dept' }] }), 'rows', day);
  expect(heat.rows).toEqual([{ col: 'day', grain: 'month' }]);
  const full = bar({ rows: [{ col: 'a' }, { col: 'b' }, { col: 'c' }] });
  expect(withField(full, 'rows', day)).toBe(full);
});

test('sorts, top N, rules and lines follow their fields', () => {
  const before = bar({
    rows: [{ col: 'dept' }],
    columns: [{ col: 'day' }],
    measures: [{ col: 'amount' }, { col: 'rate' }],
    sort: [{ by: 'm1', dir: 'desc' }],
    topN: { n: 5, by: 'm1', of: 'd1' },
    rules: [{ id: 'a', on: 'm0', op: 'gt', value: 1 }],
    refs: [{ id: 'b', kind: 'average', measure: 'm1' }],
  });
  const without = withoutSlot(before, 'measures', 0);
  expect(without).toMatchObject({ sort: [{ by: 'm0' }], topN: { by: 'm0', of: 'd1' }, rules: [], refs: [{ measure: 'm0' }] });
  expect(movedSlot(before, { shelf: 'columns', index: 0 }, { shelf: 'rows', index: 0 }, day)).toMatchObject({
    rows: [{ col: 'day' }, { col: 'dept' }],
    columns: [],
    topN: { of: 'd0' },
  });
  expect(withoutSlot(before, 'measures', 1)).toMatchObject({ sort: [], topN: null, refs: [] });
  expect(withSlot(before, 'measures', 0, { alias: '合同额' })).toMatchObject({ sort: [{ by: 'm1' }], measures: [{ alias: '合同额' }, {}] });
});

test('moving to the other kind of shelf starts the field anew', () => {
  const moved = movedSlot(bar({ rows: [{ col: 'dept' }] }), { shelf: 'rows', index: 0 }, { shelf: 'measures', index: 0 }, dept);
  expect(moved).toMatchObject({ rows: [], measures: [{ col: 'dept', aggregateType: 'count' }] });
});

test('another data set keeps fields of the same name and names the others', () => {
  const before = bar({
    rows: [{ col: 'dept' }, { col: 'day' }],
    measures: [{ col: 'amount' }],
    filters: [
      {
        any: [
          { col: 'day', op: 'notnull' },
          { col: 'dept', op: 'eq', value: 'x' },
        ],
      },
      { all: [{ col: 'day', op: 'notnull' }] },
    ],
  });
  const { config, dropped } = withDataSet(before, '2', [dept, amount]);
  expect(config).toMatchObject({
    dataSetId: '2',
    rows: [{ col: 'dept' }],
    measures: [{ col: 'amount' }],
    filters: [{ any: [{ col: 'dept' }] }],
  });
  expect(dropped).toEqual(['day']);
  expect([...usedFields(config)]).toEqual(['dept', 'amount']);
});

test('says what is missing', () => {
  expect(missing(bar(), all)).toEqual(['分类还需要 1 个字段', '数值还需要 1 个字段', '把字段拖到上方']);
  expect(missing(bar({ rows: [{ col: 'dept' }], measures: [{ col: 'gone' }] }), all)).toEqual(['数据集中已没有字段：gone']);
  expect(missing(bar({ rows: [{ col: 'dept' }], measures: [{ col: 'amount' }] }), all)).toEqual([]);
});
