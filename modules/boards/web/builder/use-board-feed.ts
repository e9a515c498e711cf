import { useEffect, useMemo, useState } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { useCall } from '#kit/web/use-call.ts';
import type { ChartQuery } from '#modules/datasets/contract/query.ts';
import { itemsOf } from '../../core/commands.ts';
import { readChart, type ChartsById, type Shape } from '#modules/charts/core/index.ts';
import { shapeOfBoard } from '../../core/outline.ts';
import { questionOf } from '#modules/charts/web/builder-parts.ts';
import { draftFeed, type DraftFeed } from '#modules/charts/web/parts.ts';
import { boardApi } from './api.ts';
import type { BoardDesign } from './store.ts';

const PAUSE_MS = 250;

/** The stored charts that the tiles show, as they are now. */
export function useStoredCharts(store: StoreApi<BoardDesign>): { charts: ChartsById; isLoading: boolean } {
  const ids = useStore(
    store,
    useShallow(({ config }) => [...new Set(itemsOf(config).flatMap((item) => item.chartId ?? []))].toSorted()),
  );
  const found = useCall(
    boardApi.chart.configs,
    { query: { ids: ids.join(',') } },
    { enabled: ids.length > 0, staleTime: 5000, keepPrevious: true },
  );
  const rows = found.data;
  const charts = useMemo((): ChartsById => {
    return Object.fromEntries(
      (rows ?? []).flatMap(({ id, chartConfig }) => {
        const chart = readChart(chartConfig);
        return chart ? [[id, chart]] : [];
      }),
    );
  }, [rows]);
  return { charts, isLoading: ids.length > 0 && found.isLoading };
}

/** A feed over a document that changes; `show` tells it the present one. */
function movingFeed(first: Shape): { feed: DraftFeed; show: (shape: Shape) => void } {
  let shape = first;
  const tiles = (): Record<string, ChartQuery> =>
    Object.fromEntries(
      [...shape.tiles].flatMap(([key, tile]) => {
        const question = questionOf(tile.chart);
        return question ? [[key, question]] : [];
      }),
    );
  const feed = draftFeed(tiles, () => shape);
  return { feed, show: (next) => void (shape = next) };
}

/** Live data for the board that is being built: the queries as they are now, asked again a moment after they change. */
export function useBoardFeed(store: StoreApi<BoardDesign>, charts: ChartsById): { feed: DraftFeed; shape: Shape } {
  const config = useStore(store, (state) => state.config);
  const shape = useMemo(() => shapeOfBoard(config, charts), [config, charts]);
  const [{ feed, show }] = useState(() => movingFeed(shape));
  useEffect(() => {
    show(shape);
    const timer = setTimeout(() => feed.edited(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [shape, feed, show]);
  return { feed, shape };
}
