import { useEffect, useState } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { ChartConfig } from '../../contract/chart.ts';
import { ChartQuery } from '#modules/datasets/contract/query.ts';
import { requestedBeyond } from '../../core/chart/asked.ts';
import { draftFeed, type DraftFeed } from '../tile/draft-feed.ts';
import type { Build } from './store.ts';

export const TILE = 'chart';
/** After the last change: the letters of a number are not asked for one by one. */
const ASK_AFTER_MS = 350;

const PARTS = Object.keys(ChartQuery.shape) as (keyof ChartQuery)[];

/** The question of a chart without its looks, null while it cannot be asked. */
export function questionOf(config: ChartConfig): ChartQuery | null {
  const asked = Object.fromEntries(PARTS.map((part) => [part, config[part]]));
  const read = ChartQuery.safeParse({ ...asked, grandTotal: undefined, ...requestedBeyond(config) });
  return read.success ? read.data : null;
}

/** The data of the chart that is being built, asked anew when its question changed. */
export function useChartFeed(store: StoreApi<Build>, isReady: boolean): DraftFeed {
  const [feed] = useState(() =>
    draftFeed(
      (): Record<string, ChartQuery> => {
        const question = questionOf(store.getState().config);
        return question ? { [TILE]: question } : {};
      },
      undefined,
      () => store.getState().config.cache,
    ),
  );
  const question = useStore(store, (state) => JSON.stringify(questionOf(state.config)));
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => {
      feed.want(TILE);
      feed.edited();
    }, ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [feed, question, isReady]);
  useEffect(() => () => feed.drop(TILE), [feed]);
  return feed;
}
