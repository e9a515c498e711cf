import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChartConfig } from '../../contract/chart.ts';
import type { TileFeed, TileState } from '../tile/tiles.ts';
import { Canvas } from './Canvas.tsx';
import { BuildContext, makeBuild } from './store.ts';

const config = ChartConfig.parse({ dataSetId: '1', chartType: 'bar', rows: [{ col: 'month' }], measures: [{ col: 'revenue' }] });
/** Has asked for nothing, and never will. */
const IDLE = { status: 'idle' } as TileState;
const silent = { get: () => IDLE, subscribe: () => () => undefined } as unknown as TileFeed;

it('a chart whose data set is gone says so, and what to do, instead of waiting for ever', () => {
  const store = makeBuild({ id: '1', name: '图', version: 0, config });
  render(
    <BuildContext value={store}>
      <Canvas feed={silent} lacks={[]} problem="数据集不存在或已删除，请刷新后重试" fields={[]} />
    </BuildContext>,
  );
  expect(screen.getByRole('alert').textContent).toBe(
    '数据集不可用数据集不存在或已删除，请刷新后重试在左侧另选一个数据集，两者都有的字段会保留',
  );
});
