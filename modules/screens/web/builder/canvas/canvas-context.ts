import { createContext, useContext } from 'react';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ScreenConfig } from '../../../contract/screen-config.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';

/** What all nodes of the canvas share; stays the same object while nothing of it changes. */
export interface CanvasShared {
  readonly elements: Map<string, HTMLElement>;
  readonly feed: TileFeed;
  /** the document as far as bodies look beyond their own node */
  readonly look: ScreenConfig;
}
export const CanvasContext = createContext<CanvasShared>(null as unknown as CanvasShared);

/** Stored charts that nodes show, by id. */
export const StoredCharts = createContext<ReadonlyMap<string, ChartConfig>>(new Map());
export const useStoredChart = (id: string | null): ChartConfig | null => {
  const charts = useContext(StoredCharts);
  return id === null ? null : (charts.get(id) ?? null);
};

/** Whether a chart has a field on a shelf: without one there is nothing to ask. */
export const asksSomething = (chart: ChartConfig): boolean => chart.rows.length + chart.columns.length + chart.measures.length > 0;
