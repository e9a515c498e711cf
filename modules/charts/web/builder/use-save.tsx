import { useMemo } from 'react';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { chartCalls } from '../../contract/chart-calls.ts';
import { readChart } from '../../core/chart/read-chart.ts';
import { openDesign } from '#kit/web/designer/open-document.ts';
import { takePicture } from '#kit/web/designer/take-picture.ts';
import { useSave, type Saver } from '#kit/web/designer/use-save.tsx';
import { chartDiff } from './chart-diff.ts';
import { useBuildStore } from './store.ts';

const api = createClient({ chart: chartCalls }, send);
/** Saves the chart. */
export function useSaveChart(): Saver {
  const store = useBuildStore();
  const document = useMemo(() => openDesign(store), [store]);
  const refresh = useRefresh();
  return useSave({
    document,
    what: '图表',
    diff: chartDiff,
    async put({ name, config }, version) {
      const { id } = store.getState();
      const body = { chartConfig: JSON.stringify(config), chartName: name, version, chartThumbnail: await takePicture() };
      const done = await api.chart.build({ params: { id }, body }, { quiet: true });
      void refresh(api.chart.page);
      return done;
    },
    async load() {
      const row = await api.chart.get({ params: { id: store.getState().id } }, { quiet: true });
      return { config: readChart(row.chartConfig), version: row.version, name: row.chartName };
    },
  });
}
