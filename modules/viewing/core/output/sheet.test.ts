import { expect, it } from 'vitest';
import type { ChartData, ResultColumn } from '#modules/datasets/contract/query.ts';
import { cellOf, numberFormat } from './cells.ts';
import { pivotSheet, plainSheet, sheetNames } from './sheet.ts';

const column = (key: string, shelf: ResultColumn['shelf'], over: Partial<ResultColumn> = {}): ResultColumn => ({
  key,
  col: key,
  name: key,
  shelf,
  role: shelf === 'measures' ? 'measure' : 'dimension',
  type: shelf === 'measures' ? 'number' : 'string',
  ...over,
});
const data = (columns: ResultColumn[], rows: ChartData['rows'], totals?: number[]): ChartData => ({
  columns,
  rows,
  totals,
  truncated: false,
  queriedAt: '2026-01-01T00:00:00Z',
  ms: 1,
  cache: 'miss',
});

it('values keep their types: numbers, days, moments, buckets in words, text', () => {
  const day = column('day', 'rows', { type: 'date' });
  expect(cellOf(column('m', 'measures'), 1.5)).toBe(1.5);
  expect(cellOf(day, '2026-03-01')).toEqual({ serial: 46082, style: 'day' });
  expect(cellOf(column('t', 'rows', { type: 'datetime' }), '2026-03-01 12:00:00')).toEqual({ serial: 46082.5, style: 'time' });
  expect(cellOf({ ...day, grain: 'month' }, '2026-03-01')).toBe('2026-03');
  expect(cellOf({ ...day, grain: 'quarter' }, '2026-04-01')).toBe('2026年2季度');
  expect(cellOf(column('d', 'rows'), null)).toBeNull();
});

it('a pivot that no sheet holds leaves row by row', () => {
  const wide = Array.from({ length: 20_000 }, (_, n) => [`r${n % 3}`, `c${n}`, n]);
  const large = Array.from({ length: 3000 }, (_, n) => [`r${n}`, `c${n}`, n]);
  const columns = [column('d0', 'rows'), column('d1', 'columns'), column('m0', 'measures')];
  for (const rows of [wide, large]) {
    const sheet = pivotSheet('宽表', data(columns, rows));
    expect(sheet.columns).toHaveLength(3);
    expect([...sheet.rows]).toHaveLength(rows.length);
  }
  expect(pivotSheet('小表', data(columns, large.slice(0, 40))).columns).toHaveLength(41);
});

it.each([
  [{ kind: 'percent', digits: 2 }, '0.00%'],
  [{ kind: 'currency' }, '"¥"#,##0.00'],
  [{ kind: 'number', digits: 0, unit: '人' }, '#,##0"人"'],
  [{ kind: 'auto' }, undefined],
] as const)('the format %j is %s in Excel', (format, code) => {
  expect(numberFormat({ scale: 'none', thousands: true, ...format }, null)).toBe(code);
});

it('a pivot has its column dimensions across, merged where they say the same', () => {
  const columns = [column('区域', 'rows'), column('年', 'columns'), column('季', 'columns'), column('金额', 'measures')];
  const sheet = pivotSheet(
    '表',
    data(
      columns,
      [
        ['华东', '2025', 'Q1', 1],
        ['华东', '2025', 'Q2', 2],
        ['华东', '2026', 'Q1', 3],
        ['华北', '2025', 'Q2', 4],
        ['华东', null, null, 6],
        [null, null, null, 10],
      ],
      [0, 0, 0, 0, 2, 3],
    ),
  );
  expect(sheet.head?.rows).toEqual([
    ['', '2025', '2025', '2026', '合计'],
    ['', 'Q1', 'Q2', 'Q1', '合计'],
    ['区域', '金额', '金额', '金额', '金额'],
  ]);
  expect(sheet.head?.merges).toEqual(['B1:C1']);
  expect([...sheet.rows]).toEqual([
    ['华东', 1, 2, 3, 6],
    ['华北', null, 4, null, null],
    ['合计', null, null, null, 10],
  ]);
});

it('rows of totals say so in a plain sheet', () => {
  const sheet = plainSheet(
    '表',
    data(
      [column('区域', 'rows'), column('金额', 'measures')],
      [
        ['华东', 1],
        [null, 1],
      ],
      [0, 1],
    ),
  );
  expect([...sheet.rows].at(-1)).toEqual(['合计', 1]);
});

it('sheets have names that differ and that Excel takes', () => {
  expect(sheetNames(['收入/月', '收入:月', '', "a'b"])).toEqual(['收入 月', '收入 月 2', '图表', 'a b']);
});
