import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { requestedBeyond, ranked } from '../../core/chart/asked.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import { chartOption } from '../../core/option/index.ts';
import { noticesOf } from '../../core/option/notices.ts';
import { ChartView } from './ChartView.tsx';

const look = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans });
const chart = (chartType: string, over: object = {}) =>
  ChartConfig.parse({ dataSetId: '1', chartType, rows: [{ col: 'x' }], measures: [{ col: 'n', aggregateType: 'sum' }], ...over });
const answer = (cut?: ChartData['cut']): ChartData => ({
  columns: [
    { key: 'd0', col: 'x', name: '客户', role: 'dimension', shelf: 'rows', type: 'string' },
    { key: 'm0', col: 'n', name: '金额', role: 'measure', shelf: 'measures', type: 'number' },
  ],
  rows: [
    ['甲', 30],
    ['乙', 20],
    ['其他', 50],
  ],
  truncated: cut?.kind === 'limit',
  ...(cut && { cut }),
  queriedAt: '',
  ms: 0,
  cache: 'off',
});
const limit: ChartData['cut'] = { kind: 'limit', shown: 1000, total: 5000, hasOthers: false, bottom: false };
const top: ChartData['cut'] = { kind: 'top', shown: 20, total: 5000, hasOthers: true, bottom: false };

describe('what an answer leaves out', () => {
  it('is said in a sentence', () => {
    expect(noticesOf(chart('bar'), answer(limit))).toEqual(['只显示前 1,000 项，共 5,000 项']);
    expect(noticesOf(chart('table'), answer({ ...limit, total: null }))).toEqual(['只显示前 1,000 行，其余未显示']);
    expect(noticesOf(chart('bar'), answer(top))).toEqual(['前 20 项，共 5,000 项，其余合为“其他”']);
    expect(noticesOf(chart('bar'), answer({ ...top, hasOthers: false, bottom: true }))).toEqual(['只显示后 20 项，共 5,000 项']);
    expect(noticesOf(chart('pie'), answer(limit))).toEqual(['只显示前 1,000 项，共 5,000 项', '占比按显示的部分计算']);
    expect(noticesOf(chart('bar'), answer())).toEqual([]);
  });
  it('names what a drawing leaves out of its answer', () => {
    const columns = [
      ...answer().columns.slice(0, 1),
      { key: 'd1', col: 'y', name: '产品', role: 'dimension', shelf: 'columns', type: 'string' } as const,
      ...answer().columns.slice(1),
    ];
    const many = (n: number): ChartData => ({
      ...answer(),
      columns,
      rows: Array.from({ length: n }, (_, i) => [`客户${i % 7}`, `产品${i}`, 1]),
    });
    const crossed = (type: string) => chart(type, { columns: [{ col: 'y' }] });
    expect(noticesOf(crossed('bar'), many(61))).toEqual(['只画出前 60 个系列，共 61 个系列']);
    expect(noticesOf(crossed('line'), many(60))).toEqual([]);
    expect(noticesOf(crossed('scatter'), many(31))).toEqual(['只画出前 30 组，共 31 组']);
    const boxes: ChartData = { ...answer(), rows: Array.from({ length: 4100 }, (_, i) => [`客户${i}`, 4100 - i]) };
    expect(noticesOf(chart('treemap'), boxes)).toEqual(['只画出前 4000 项，共 4,100 项']);
    expect(noticesOf(chart('radar'), { ...boxes, rows: boxes.rows.slice(0, 25) })).toEqual(['只画出前 24 项，共 25 项']);
    expect(noticesOf(chart('wordCloud'), boxes)).toEqual(['只画出前 200 项，共 4,100 项']);
  });
  it('stands on the tile', async () => {
    render(<ChartView config={chart('table')} data={answer(limit)} surface="page" />);
    expect(await screen.findByText('只显示前 1,000 行，共 5,000 行')).toBeDefined();
  });
});

it('shares of a pie are of everything, the unseen being 其他', () => {
  const data = {
    ...answer({ ...limit, whole: [1000] }),
    rows: [
      ['甲', 300],
      ['乙', 200],
    ],
  };
  const built = chartOption({ config: chart('pie'), data, look, size: { w: 600, h: 400 } });
  const [series] = built.option.series as { data: { name: string; value: number }[] }[];
  expect(series!.data.map(({ name, value }) => [name, value])).toEqual([
    ['甲', 300],
    ['乙', 200],
    ['其他', 500],
  ]);
  expect(built.summary).toContain('甲 30.0%');
  expect(noticesOf(chart('pie'), data)).toEqual(['只显示前 1,000 项，共 5,000 项']);
});

it('the rest of a ranking is no value that could be clicked', () => {
  const config = chart('bar', { topN: { n: 2, by: 'm0', of: 'd0', others: true } });
  const { pick } = chartOption({ config, data: answer(top), look, size: { w: 600, h: 400 } });
  expect(pick({ seriesIndex: 0, dataIndex: 0 })).toEqual([{ col: 'x', value: '甲' }]);
  expect(pick({ seriesIndex: 0, dataIndex: 2 })).toEqual([]);
});

describe('a new chart', () => {
  const hasOrder = (col: string) => col === 'day';
  const grow = (type: string, col: string, aggregateType = 'sum') => {
    const before = chart(type, { measures: [], rows: [{ col }] });
    return ranked(before, { ...before, measures: [{ col: 'n', aggregateType: aggregateType as 'sum' }] }, hasOrder).topN;
  };
  it('is ranked by its measure, the rest added up where that means something', () => {
    expect(grow('bar', 'x')).toEqual({ n: 50, by: 'm0', of: 'd0', others: true, bottom: false });
    expect(grow('pie', 'x')).toMatchObject({ n: 20, others: true });
    expect(grow('bar', 'x', 'avg')).toMatchObject({ others: false });
  });
  it('stays as it is along time, and where somebody gave an order', () => {
    expect(grow('bar', 'day')).toBeUndefined();
    expect(grow('line', 'x')).toBeUndefined();
    const sorted = chart('bar', { sort: [{ by: 'd0', dir: 'asc' }], rows: [] });
    expect(ranked(sorted, { ...sorted, rows: [{ col: 'x' }] }, hasOrder).topN).toBeUndefined();
  });
  it('a pie without an order asks for its largest parts and for the whole', () => {
    expect(requestedBeyond(chart('pie'))).toEqual({ share: true, sort: [{ by: 'm0', dir: 'desc' }] });
    expect(requestedBeyond(chart('pie', { rows: [{ col: 'x', grain: 'month' }] }))).toEqual({ share: true });
    expect(requestedBeyond(chart('bar'))).toEqual({});
  });
});
