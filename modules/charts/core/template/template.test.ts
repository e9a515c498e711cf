import { expect, it } from 'vitest';
import type * as z from 'zod';
import { Field } from '#modules/datasets/contract/field.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { TemplateBinding } from '../../contract/template.ts';
import { ViewFilter } from '../../contract/view-filter.ts';
import { leftParts } from './left.ts';
import { setsOf } from './needs.ts';
import { fits, proposed } from './propose.ts';
import { rebinding, rebound, reboundFilters, reboundPart } from './rebind.ts';

const field = (id: string, name: string, more: Partial<z.input<typeof Field>> = {}) =>
  Field.parse({ id, name, role: 'dimension', type: 'string', ...more });
const money = { kind: 'number' as const, unit: '元' };
const THEIRS = [
  field('month', '月份', { type: 'date' }),
  field('org', '单位'),
  field('state', '状态'),
  field('amount', '合同额', { role: 'measure', type: 'number', format: money }),
  field('rate', '完成率', { role: 'measure', type: 'number', agg: 'avg', format: { kind: 'percent' } }),
];
const OWN = [
  field('day', '下单日期', { type: 'date' }),
  field('unit', '销售单位', { synonyms: ['单位'] }),
  field('kind', '品类'),
  field('paid', '销售额', { role: 'measure', type: 'number', format: money }),
  field('share', '毛利率', { role: 'measure', type: 'number', agg: 'avg', format: { kind: 'percent' } }),
  field('secret', '单位', { hidden: true }),
];
const trend = ChartConfig.parse({
  dataSetId: 'theirs',
  chartType: 'line',
  rows: [{ col: 'month', grain: 'month', alias: '月' }],
  measures: [{ col: 'amount', aggregateType: 'sum', alias: '新签', format: { kind: 'number', scale: 'yi', unit: '元' } }],
  filters: [
    { col: 'state', op: 'eq', value: '在建' },
    { col: 'month', op: 'relative', relative: { span: 'this', unit: 'year' } },
  ],
});
const ranking = ChartConfig.parse({
  dataSetId: 'theirs',
  chartType: 'bar',
  rows: [{ col: 'org', sort: 'custom', order: ['华东'] }],
  measures: [{ col: 'rate', aggregateType: 'avg' }],
  sort: [{ by: 'm0', dir: 'desc' }],
  params: { year: '2026', org: '华东' },
});
const filters = [
  { id: 'state', label: '状态', kind: 'select', source: { options: [] }, targets: [{ dataSetId: 'theirs', col: 'state' }] },
  { id: 'org', label: '单位', kind: 'select', source: { dataSetId: 'theirs', col: 'org' }, targets: [{ dataSetId: 'theirs', col: 'org' }] },
  { id: 'year', label: '年份', kind: 'year', value: 2026, dependsOn: ['state'], targets: [{ dataSetId: 'theirs', param: 'year' }] },
].map((one) => ViewFilter.parse(one));
const part = (key: string, chart: ChartConfig) => ({ key, path: '', chartPath: '', chart, chartId: null, actions: [] });
const outline = { parts: [part('trend', trend), part('ranking', ranking)], filters };
const sets = setsOf(
  outline,
  ({ key }) => key,
  (_set, col) => THEIRS.find(({ id }) => id === col),
);
const bound = (fields: TemplateBinding['fields'], params = [{ name: 'year' }]) =>
  rebinding([{ from: 'theirs', to: 'own', fields }], (id) => (id === 'own' ? { fields: OWN, params } : undefined));

it('tells what a template uses, what the field in its place has to be, and who shows nothing without it', () => {
  const [set] = sets;
  expect(set!.parts.map(({ key }) => key)).toEqual(['trend', 'ranking']);
  expect(Object.fromEntries(set!.fields.map(({ col, uses, needs, parts }) => [col, [uses, needs, parts]]))).toEqual({
    month: [['维度', '时间范围'], ['time'], ['trend']],
    amount: [['指标'], ['number'], ['trend']],
    org: [['维度', '筛选选项', '筛选'], ['text'], ['ranking']],
    rate: [['指标'], ['number'], ['ranking']],
    state: [['筛选'], ['text'], []],
  });
});

it('proposes by name, by other words for it, and by kind and unit where only one field is of it; hidden fields never', () => {
  expect(Object.fromEntries(proposed(sets[0]!, OWN).map(({ col, to }) => [col, to]))).toEqual({
    month: 'day',
    amount: 'paid',
    org: 'unit',
    rate: null,
    state: null,
  });
  expect(fits({ needs: ['number'] }, OWN[0]!)).toBe(false);
  expect(fits({ needs: ['text'] }, OWN[3]!)).toBe(false);
});

it('puts charts over the own data set, written and counted as its fields are, without values of the data of the template', () => {
  const to = bound([
    { col: 'month', to: 'day' },
    { col: 'amount', to: 'share' },
    { col: 'org', to: 'unit' },
    { col: 'rate', to: 'paid' },
  ]);
  expect(rebound(trend, to)).toMatchObject({
    dataSetId: 'own',
    rows: [{ col: 'day', grain: 'month' }],
    measures: [{ col: 'share', aggregateType: 'sum' }],
    filters: [{ col: 'day', op: 'relative' }],
  });
  // what the other field was called, and the unit it was written in, say nothing of this one
  expect(JSON.stringify(rebound(trend, to)?.measures)).not.toMatch(/新签|yi/);
  expect(rebound(ranking, to)).toMatchObject({
    rows: [{ col: 'unit', sort: 'none' }],
    sort: [{ by: 'm0', dir: 'desc' }],
    params: { year: '2026' },
  });
  // the same unit keeps the scale that the place was made for
  expect(rebound(trend, bound([{ col: 'month', to: 'day' }, { col: 'amount', to: 'paid' }]))?.measures[0]?.format).toMatchObject({ scale: 'yi' }); // prettier-ignore
});

it('leaves a component without data when one of its fields has none in its place, and says which', () => {
  const fields = [
    { col: 'month', to: 'day' },
    { col: 'amount', to: null },
    { col: 'org', to: 'unit' },
    { col: 'rate', to: 'share' },
  ];
  const binding = { from: 'theirs', to: 'own', fields };
  const named = sets.map((set) => ({ ...set, name: null }));
  expect(reboundPart({ chart: trend, actions: [{ do: 'detail' as const }] }, bound(fields))).toMatchObject({ chart: null, actions: [] });
  expect(leftParts(named, [binding]).map(({ key }) => key)).toEqual(['trend']);
  expect(leftParts(named, [{ from: 'theirs', to: null, fields: [] }])).toHaveLength(2);
  expect(leftParts(named, [{ from: 'theirs', to: 'theirs', fields: [] }])).toEqual([]);
});

it('a component goes on without a field that it can do without: its shelf ends there, and nothing moves into another place', () => {
  const goals = ChartConfig.parse({
    dataSetId: 'theirs',
    chartType: 'bar',
    rows: [{ col: 'org' }, { col: 'state' }],
    measures: [
      { col: 'amount', aggregateType: 'sum' },
      { col: 'rate', aggregateType: 'avg' },
      { col: 'amount', aggregateType: 'max' },
    ],
    sort: [
      { by: 'm1', dir: 'desc' },
      { by: 'm0', dir: 'asc' },
    ],
  });
  const to = bound([
    { col: 'org', to: 'unit' },
    { col: 'amount', to: 'paid' },
  ]);
  expect(rebound(goals, to)).toMatchObject({
    rows: [{ col: 'unit' }],
    measures: [{ col: 'paid', aggregateType: 'sum' }],
    sort: [{ by: 'm0' }],
  });
  expect(rebound(goals, bound([{ col: 'rate', to: 'share' }, { col: 'org', to: 'unit' }]))).toBeNull(); // prettier-ignore
  const [set] = setsOf({ parts: [part('goals', goals)], filters: [] }, ({ key }) => key, (_set, col) => THEIRS.find(({ id }) => id === col)); // prettier-ignore
  expect(set!.fields.flatMap(({ col, parts }) => (parts.length > 0 ? [col] : []))).toEqual(['org', 'amount']);
  // a drawing that compares two figures shows nothing with one
  expect(rebound(goals, to, { rows: 1, columns: 0, measures: 2 })).toBeNull();
});

it('keeps filters that still act on something, with choices of the own data', () => {
  const to = bound([{ col: 'org', to: 'unit' }]);
  const [org, year, ...rest] = reboundFilters(filters, to);
  expect(rest).toEqual([]);
  expect(org).toMatchObject({ id: 'org', source: { dataSetId: 'own', col: 'unit' }, targets: [{ dataSetId: 'own', col: 'unit' }] });
  expect(year).toMatchObject({ id: 'year', value: null, dependsOn: [], targets: [{ dataSetId: 'own', param: 'year' }] });
  expect(reboundFilters(filters, bound([{ col: 'org', to: 'unit' }], [])).map(({ id }) => id)).toEqual(['org']);
});

it('leaves everything as it is over the data set of the template itself', () => {
  const same = rebinding([{ from: 'theirs', to: 'theirs', fields: [] }], () => ({ fields: THEIRS, params: [] }));
  expect(rebound(trend, same)).toBe(trend);
  expect(reboundFilters(filters, same)).toEqual(filters);
});
