import type { ReactNode, RefObject } from 'react';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { chartCalls } from '../../contract/chart-calls.ts';
import { readChart } from '../../core/doc/read-chart.ts';
import type { ChartHandle } from '../chart/ChartView.tsx';
import { useSave } from '../designer/use-save.tsx';
import { chartDiff } from './chart-diff.ts';
import { useBuildStore } from './store.ts';
import { thumbnailOf } from './thumbnail.ts';

const api = createClient({ chart: chartCalls }, send);
/** A picture never keeps a chart from being saved. */
const PICTURE_MS = 3000;

async function pictureOf(handle: ChartHandle | null): Promise<string | null> {
  if (!handle) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PICTURE_MS));
  try {
    const png = await Promise.race([handle.toPng(1), late]);
    return png === null ? null : await thumbnailOf(png);
  } catch {
    return null;
  }
}

/** Saves the chart with a small picture of it. */
export function useSaveChart(picture: RefObject<ChartHandle | null>): {
  save: () => Promise<boolean>;
  isSaving: boolean;
  dialog: ReactNode;
} {
  const store = useBuildStore();
  const refresh = useRefresh();
  return useSave({
    store,
    what: '图表',
    diff: chartDiff,
    async put({ id, name, config }, version) {
      const chartThumbnail = await pictureOf(picture.current);
      const body = { chartConfig: JSON.stringify(config), chartName: name, version, ...(chartThumbnail && { chartThumbnail }) };
      const done = await api.chart.build({ params: { id }, body }, { quiet: true });
      void refresh(api.chart.page);
      return done;
    },
    async load() {
      const row = await api.chart.get({ params: { id: store.getState().id } }, { quiet: true });
      return { config: readChart(row.chartConfig), version: row.version };
    },
  });
}
