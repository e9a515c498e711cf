import { Drawer } from 'antd';
import { ChartConfig } from '../../contract/chart.ts';
import { ChartView } from '../chart/ChartView.tsx';
import { TileBody } from '../tile/TileFrame.tsx';
import type { TileFeed } from '../tile/tiles.ts';
import { useBuild } from './store.ts';
import { TILE } from './use-chart-feed.ts';

/** The numbers behind the chart, as a table. */
export function DataDrawer({ feed, onClose }: { feed: TileFeed; onClose: () => void }) {
  const config = useBuild((state) => state.config);
  const table = ChartConfig.parse({
    ...config,
    chartType: 'table',
    seriesType: null,
    columns: [],
    rows: [...config.rows, ...config.columns],
    options: {},
    rules: [],
    refs: [],
  });
  return (
    <Drawer open title="图表数据" placement="bottom" size={420} onClose={onClose}>
      <div className="cb-data">
        <TileBody feed={feed} tileKey={TILE}>
          {(data) => <ChartView config={table} data={data} surface="page" still />}
        </TileBody>
      </div>
    </Drawer>
  );
}
