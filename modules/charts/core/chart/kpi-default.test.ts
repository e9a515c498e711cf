import { describe, expect, it } from 'vitest';
import { ChartConfig } from '../../contract/chart.ts';
import { Field } from '#modules/datasets/contract/field.ts';
import { withKpiDefaults } from './kpi-default.ts';

const field = (id: string, name: string, role: 'dimension' | 'measure', type: string) => Field.parse({ id, name, role, type });
const FIELDS = [
  field('unit', '单位', 'dimension', 'string'),
  field('day', '签订日期', 'dimension', 'date'),
  field('amount', '合同额', 'measure', 'number'),
  field('goal', '合同额目标', 'measure', 'number'),
  field('people', '人数', 'measure', 'number'),
];
const chart = (over: object) => ChartConfig.parse({ dataSetId: '1', chartType: 'kpi', ...over });
const of = (col: string) => ({ col, aggregateType: 'sum' });

describe('a card that just got its figure', () => {
  it('shows its way, the change in a year and its target', () => {
    const made = withKpiDefaults(chart({}), chart({ measures: [of('amount')] }), FIELDS);
    expect(made).toMatchObject({ seriesType: 'trend', rows: [{ col: 'day', grain: 'month' }] });
    expect(made.measures.map(({ col, modifier }) => [col, modifier ?? null])).toEqual([
      ['amount', null],
      ['amount', 'yoy'],
      ['goal', null],
    ]);
  });
  it('has no target where no field names one, and no way without a time', () => {
    expect(withKpiDefaults(chart({}), chart({ measures: [of('people')] }), FIELDS).measures).toHaveLength(2);
    const timeless = FIELDS.filter(({ type }) => type !== 'date');
    expect(withKpiDefaults(chart({}), chart({ measures: [of('people')] }), timeless)).toMatchObject({ rows: [], measures: [of('people')] });
    expect(withKpiDefaults(chart({}), chart({ measures: [of('amount')] }), timeless)).toMatchObject({ seriesType: 'progress' });
  });
  it('puts the category of the type before aside', () => {
    const bar = chart({ chartType: 'bar', rows: [{ col: 'unit' }], measures: [of('amount')] });
    const made = withKpiDefaults(bar, chart({ rows: [{ col: 'unit' }], measures: [of('amount')] }), FIELDS);
    expect(made).toMatchObject({ rows: [{ col: 'day' }], parked: { rows: [{ col: 'unit' }] } });
  });
  it('stays as its author made it', () => {
    const own = chart({ measures: [of('amount'), of('people')] });
    expect(withKpiDefaults(chart({}), own, FIELDS)).toBe(own);
    const again = chart({ measures: [of('people')] });
    expect(withKpiDefaults(chart({ measures: [of('amount')] }), again, FIELDS)).toBe(again);
  });
});
