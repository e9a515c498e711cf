import { describe, expect, it } from 'vitest';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { Field } from '#modules/datasets/contract/field.ts';
import { node } from '../../../core/test-screen.ts';
import { rulesOf, shelfOf, withPut } from './shelf-rules.ts';

const field = (id: string, role: Field['role']): Field =>
  Field.parse({ id, name: id, type: role === 'measure' ? 'number' : 'string', role });
const [city, year, month, amount, cost] = [
  field('city', 'dimension'),
  field('year', 'dimension'),
  field('month', 'dimension'),
  field('amount', 'measure'),
  field('cost', 'measure'),
] as const;
const chart = (chartType: string, put: object = {}) => ChartConfig.parse({ dataSetId: '1', chartType, ...put });
const cols = (config: ChartConfig, shelf: 'rows' | 'columns' | 'measures') => config[shelf].map(({ col }) => col);

describe('the shelves of a widget', () => {
  it('are those of its chart type, and of its kind where it draws itself', () => {
    const pie = chart('pie');
    const drawn = rulesOf(node('a', { type: 'chart', chart: pie }), pie);
    const listed = rulesOf(node('a', { type: 'rank', chart: chart('table') }), chart('table'));
    expect(drawn.hints.rows).not.toBe('');
    expect(listed.measures.max).toBeGreaterThan(0);
    expect(listed).not.toEqual(rulesOf(node('a', { type: 'chart' }), chart('table')));
  });
  it('give a field the first place that has room: dimensions rows, then columns, measures their own', () => {
    const bar = chart('bar');
    const rules = { ...rulesOf(node('a', { type: 'chart' }), bar), rows: { min: 0, max: 1 }, columns: { min: 0, max: 1 } };
    expect(shelfOf(bar, rules, amount)).toBe('measures');
    expect(shelfOf(bar, rules, city)).toBe('rows');
    const withRow = withPut(bar, rules, { field: city, shelf: 'rows' });
    expect(shelfOf(withRow, rules, year)).toBe('columns');
    const full = withPut(withRow, rules, { field: year, shelf: 'columns' });
    expect(shelfOf(full, rules, month)).toBe('rows');
    expect(cols(withPut(full, rules, { field: month, shelf: 'rows' }), 'rows')).toEqual(['month']);
  });
  it('stay as they are where nothing fits', () => {
    const bar = chart('bar');
    const rules = { ...rulesOf(node('a', { type: 'chart' }), bar), measures: { min: 0, max: 2 }, columns: { min: 0, max: 0 } };
    const two = [amount, cost].reduce((config, one) => withPut(config, rules, { field: one, shelf: 'measures' }), bar);
    expect(cols(two, 'measures')).toEqual(['amount', 'cost']);
    expect(shelfOf(two, rules, field('tax', 'measure'))).toBeNull();
    expect(withPut(two, rules, { field: field('tax', 'measure'), shelf: 'measures' })).toBe(two);
    expect(withPut(bar, rules, { field: city, shelf: 'columns' })).toBe(bar);
  });
  it('take a field at the place where it is dropped', () => {
    const bar = chart('bar');
    const rules = { ...rulesOf(node('a', { type: 'chart' }), bar), rows: { min: 0, max: 3 } };
    const two = [city, year].reduce((config, one) => withPut(config, rules, { field: one, shelf: 'rows' }), bar);
    expect(cols(withPut(two, rules, { field: month, shelf: 'rows', at: 1 }), 'rows')).toEqual(['city', 'month', 'year']);
  });
});
