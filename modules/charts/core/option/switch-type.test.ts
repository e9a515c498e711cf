import { describe, expect, it } from 'vitest';
import { CHART_TYPES } from '../../contract/chart-types.ts';
import { ChartConfig } from '../../contract/chart.ts';
import { lacking, switchType } from './switch-type.ts';

const config = (more: Record<string, unknown>): ChartConfig => ChartConfig.parse({ dataSetId: '1', chartType: 'bar', ...more });
const bars = config({
  seriesType: 'stackbar',
  rows: [{ col: 'month' }, { col: 'company' }],
  columns: [{ col: 'kind', alias: '类型' }],
  measures: [{ col: 'amount' }, { col: 'income', alias: '收入' }],
  sort: [
    { by: 'd2', dir: 'desc' },
    { by: 'm1', dir: 'asc' },
  ],
  rules: [
    { id: 'a', on: 'm1', op: 'gt', value: 1 },
    { id: 'b', on: 'm0', op: 'bar' },
  ],
  topN: { n: 5, by: 'm1', of: 'd2' },
  filters: [{ col: 'year', op: 'eq', value: 2026 }],
  theme: 'vintage',
});

describe('switching the type of a chart', () => {
  it('keeps everything where the types take the same', () => {
    const { config: line, dropped } = switchType(bars, 'line');
    expect(dropped).toEqual([]);
    expect({ ...line, chartType: 'bar', seriesType: 'stackbar' }).toEqual(bars);
    expect(line.seriesType).toBe('stackline');
    expect(switchType(line, 'bar').config).toEqual(bars);
  });

  it('moves a field to the other shelf before it drops it, and says what it dropped', () => {
    const { config: pie, dropped } = switchType(bars, 'pie');
    expect(pie.rows.map(({ col }) => col)).toEqual(['month', 'company']);
    expect(pie.measures).toHaveLength(2);
    expect(dropped).toEqual(['类型']);
    expect(pie.sort).toEqual([{ by: 'm1', dir: 'asc' }]);
    expect(pie.topN).toBeNull();

    const table = switchType(bars, 'table');
    expect(table.config.rows.map(({ col }) => col)).toEqual(['month', 'company', 'kind']);
    expect(table.config.sort[0]).toEqual({ by: 'd2', dir: 'desc' });
    expect(table.dropped).toEqual([]);
  });

  it('follows fields that change their place, and drops rules over measures that are gone', () => {
    const { config: heat, dropped } = switchType(bars, 'heatmap');
    expect([heat.rows[0]?.col, heat.columns[0]?.col]).toEqual(['month', 'kind']);
    expect(heat.sort).toEqual([{ by: 'd1', dir: 'desc' }]);
    expect(heat.rules.map(({ id }) => id)).toEqual(['b']);
    expect(dropped).toEqual(['company', '收入']);
  });

  it('fills a shelf that the new type must have', () => {
    const { config: heat } = switchType(config({ rows: [{ col: 'a' }, { col: 'b' }], measures: [{ col: 'm' }] }), 'heatmap');
    expect([heat.rows[0]?.col, heat.columns[0]?.col]).toEqual(['a', 'b']);
  });

  it.each(CHART_TYPES.map(({ key }) => key))('to %s: every field is on a shelf or named as dropped, filters and theme stay', (to) => {
    const { config: now, dropped } = switchType(bars, to);
    expect(now.rows.length + now.columns.length + now.measures.length + dropped.length).toBe(5);
    expect(now.filters).toEqual(bars.filters);
    expect(now.theme).toBe('vintage');
    expect(ChartConfig.parse(now)).toEqual(now);
  });

  it('says what is lacking', () => {
    expect(lacking(bars)).toEqual([]);
    expect(lacking(config({ rows: [{ col: 'a' }] })).map(({ shelf }) => shelf)).toEqual(['measures']);
    expect(lacking(config({ chartType: 'table' }))).toHaveLength(1);
  });
});
