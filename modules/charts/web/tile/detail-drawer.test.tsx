import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import { DetailDrawer } from './DetailDrawer.tsx';
import type { TileFeed } from './tiles.ts';

const answer = (rows: Scalar[][]): ChartData => ({
  columns: [
    { key: 'd0', col: 'name', name: '项目名称', role: 'dimension', shelf: 'rows', type: 'string' },
    {
      key: 'm0',
      col: 'amount',
      name: '合同额',
      role: 'measure',
      shelf: 'measures',
      type: 'number',
      format: { kind: 'number', scale: 'auto', unit: '元', digits: 2, thousands: true },
    },
    {
      key: 'm1',
      col: 'progress',
      name: '进度',
      role: 'measure',
      shelf: 'measures',
      type: 'number',
      format: { kind: 'percent', scale: 'none', digits: 1, thousands: true },
    },
  ],
  rows,
  truncated: false,
  queriedAt: '',
  ms: 1,
  cache: 'off',
});
const show = (rows: Scalar[][]) => {
  const feed = { detail: async () => answer(rows) } as unknown as TileFeed;
  render(<DetailDrawer feed={feed} of={{ key: 'a', title: '项目', values: [] }} onClose={() => undefined} />);
};

it('one record is read from top to bottom, its figures written as everywhere else', async () => {
  show([['滨江大道改造', 9_176_000, 0.861]]);
  expect(await screen.findByText('917.60万元')).toBeDefined();
  expect(screen.getByText('86.1%')).toBeDefined();
  expect(screen.queryByText('共 1 行')).toBeNull();
});

it('several are a table; a masked figure stays as it came', async () => {
  show([
    ['滨江大道改造', '***', 0.5],
    ['城北隧道加固', 1_000_000, 1],
  ]);
  expect(await screen.findByText('***')).toBeDefined();
  expect(screen.getByText('100.00万元')).toBeDefined();
  expect(screen.getByText('共 2 行')).toBeDefined();
});
