import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { PrintTable } from './PrintTable.tsx';

const config = ChartConfig.parse({ dataSetId: '1', chartType: 'table', rows: [{ col: 'name' }], measures: [{ col: 'n' }] });
const data = (count: number, truncated = false): ChartData => ({
  columns: [
    { key: 'd0', col: 'name', name: '客户', role: 'dimension', shelf: 'rows', type: 'string' },
    {
      key: 'm0',
      col: 'n',
      name: '金额',
      role: 'measure',
      shelf: 'measures',
      type: 'number',
      format: { kind: 'number', digits: 2, scale: 'none', thousands: true },
    },
  ],
  rows: Array.from({ length: count }, (_, i) => [`客户${i + 1}`, (i + 1) * 1000]),
  truncated,
  queriedAt: '2026-11-22T00:00:00Z',
  ms: 1,
  cache: 'off',
});

describe('a table on paper', () => {
  it('has all its rows as text, written as in the chart, below a head that repeats', () => {
    render(<PrintTable title="客户清单" config={config} data={data(40)} />);
    const table = screen.getByRole('table');
    expect(within(table).getAllByRole('row')).toHaveLength(41);
    expect(within(table).getByRole('row', { name: '客户40 40,000.00' })).toBeTruthy();
    expect(table.querySelector('thead')?.textContent).toBe('客户金额');
    expect(screen.getByRole('heading', { name: '客户清单 共 40 行' })).toBeTruthy();
  });

  it('says that it ends before the data do', () => {
    render(<PrintTable title="流水" config={config} data={data(3200)} />);
    expect(screen.getAllByRole('row')).toHaveLength(3001);
    expect(screen.getByRole('heading').textContent).toContain('前 3000 行，完整数据请导出 Excel');
  });
});
