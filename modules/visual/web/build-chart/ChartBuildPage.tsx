import { Button, Result, Spin } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { chartCalls } from '../../contract/chart-calls.ts';
import { ChartConfig } from '../../contract/chart.ts';
import { NO_SET } from '../../core/chart/shelves.ts';
import { readChart } from '../../core/doc/read-chart.ts';
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
      <Builder />
    </BuildContext>
  );
}

/** The chart builder: /visual/chart/build/:id over the whole window. */
export default function ChartBuildPage() {
  const { id = '' } = useParams();
  const chart = useCall(api.chart.get, { params: { id } }, { staleTime: Infinity });
  if (chart.error)
    return (
      <div className="cb-wait">
        <Result
          status={chart.error.status === 404 ? '404' : 'error'}
          title={chart.error.message}
          extra={
            <Button type="primary" onClick={() => void chart.refetch()}>
              重试
            </Button>
          }
        />
      </div>
    );
  if (!chart.data)
    return (
      <div className="cb-wait">
        <Spin />
      </div>
    );
  return <Opened key={id} row={chart.data} />;
}
