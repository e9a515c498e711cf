import { useState } from 'react';
import { useParams } from 'react-router';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { chartCalls } from '../../contract/chart-calls.ts';
import { ChartConfig } from '../../contract/chart.ts';
import { NO_SET } from '../../core/chart/shelves.ts';
import { readChart } from '../../core/chart/read-chart.ts';
import { DesignGate } from '#kit/web/designer/DesignGate.tsx';
import { Builder } from './Builder.tsx';
import { BuildContext, makeBuild } from './store.ts';
import './build-chart.css';

const api = createClient({ chart: chartCalls }, send);

type Row = CallReply<typeof api.chart.get>;

/** The builder of a chart that was read; it lives as long as its page, whatever is read again meanwhile. */
function Opened({ row }: { row: Row }) {
  const [store] = useState(() =>
    makeBuild({
      id: row.id,
      name: row.chartName,
      version: row.version,
      config: readChart(row.chartConfig) ?? ChartConfig.parse({ dataSetId: row.dataSetId ?? NO_SET, chartType: 'bar' }),
    }),
  );
  return (
    <BuildContext value={store}>
      <Builder canEdit={row.canEdit} />
    </BuildContext>
  );
}

/** The chart builder: /visual/chart/build/:id over the whole window. */
export default function ChartBuildPage() {
  const { id = '' } = useParams();
  return <StoredChart key={id} id={id} />;
}

function StoredChart({ id }: { id: string }) {
  const found = useCall(api.chart.get, { params: { id } });
  return (
    <DesignGate found={found} list={{ path: '/visual/datachart', name: '图表配置' }} mayRead>
      {(row) => <Opened row={row} />}
    </DesignGate>
  );
}
