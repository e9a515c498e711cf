import { useEffect, useMemo, useRef } from 'react';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ChartQuery } from '#modules/datasets/contract/query.ts';
import { readChart } from '#modules/charts/core/index.ts';
import { shapeOfScreen } from '../../core/outline.ts';
import { useCall } from '#kit/web/use-call.ts';
import { draftFeed, type DraftFeed } from '#modules/charts/web/parts.ts';
import { screenApi } from './api.ts';
import { asksSomething } from './canvas/canvas-context.ts';
import type { Editor } from './editor.ts';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';

const PAUSE_MS = 250;

/** The stored charts that the nodes show. */
export function useStoredCharts(editor: Editor): ReadonlyMap<string, ChartConfig> {
  const ids = useStore(
    editor.store,
    useShallow(({ config }) => [...new Set(Object.values(config.nodes).flatMap(({ chartId }) => chartId ?? []))].toSorted()),
  );
  const found = useCall(
    screenApi.chart.configs,
    { query: { ids: ids.join(',') } },
    { enabled: ids.length > 0, staleTime: 15_000, keepPrevious: true },
  );
  const rows = found.data;
  return useMemo(
    () =>
      new Map(
        (rows ?? []).flatMap(({ id, chartConfig }) => {
          const chart = readChart(chartConfig);
          return chart ? [[id, chart] as const] : [];
        }),
      ),
    [rows],
  );
}

/** Live data for the canvas: the queries as they are being built, asked again a moment after they change. */
export function useDraftFeed(editor: Editor, charts: ReadonlyMap<string, ChartConfig>): DraftFeed {
  const latest = useRef(charts);
  const feed = useMemo(() => {
    const shape = () => shapeOfScreen(editor.state.config, Object.fromEntries(latest.current));
    const tiles = (): Record<string, ChartQuery> =>
      Object.fromEntries([...shape().tiles].flatMap(([key, { chart }]) => (asksSomething(chart) ? [[key, chart]] : [])));
    return draftFeed(tiles, shape);
  }, [editor]);
  useEffect(() => {
    latest.current = charts;
    feed.edited();
  }, [charts, feed]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = editor.store.subscribe((state, before) => {
      if (state.config === before.config) return;
      clearTimeout(timer);
      timer = setTimeout(() => feed.edited(), PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [editor, feed]);
  useEffect(() => () => feed.close(), [feed]);
  return feed;
}
