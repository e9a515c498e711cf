import { useCallback, useSyncExternalStore } from 'react';
import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import type { FilterValue } from '../../contract/view-filter.ts';

/** What is known of the data of one tile. */
export interface TileState {
  /** `idle` = nobody asked yet, `noRight` = the viewer may not read the data behind it */
  readonly status: 'idle' | 'queued' | 'running' | 'ready' | 'error' | 'noRight';
  /** the last good answer, kept while a new one is fetched */
  readonly data: ChartData | null;
  readonly error: { readonly key: string; readonly message: string; readonly requestId?: string } | null;
  /** when the running request began, epoch ms */
  readonly since: number | null;
}
export const IDLE: TileState = { status: 'idle', data: null, error: null, since: null };

export interface ClickedValue {
  readonly col: string;
  readonly value: Scalar;
}
/** A step down, with the field below where the viewer chose it. */
export interface DrillPathStep extends ClickedValue {
  readonly to?: string;
}
export interface FilterOption {
  readonly value: Scalar;
  readonly label: string;
}

/** Where the tiles of a board, a screen or a builder get their data; one request for all that are wanted. */
export interface TileFeed {
  get(key: string): TileState;
  subscribe(key: string, changed: () => void): () => void;
  /** the tile came into view; asked once until something that it depends on changes */
  want(key: string): void;
  /** the tile is gone: it is no longer refreshed */
  drop(key: string): void;
  /** asks again, past the cache when `fresh`; all wanted tiles unless given */
  refresh(keys?: readonly string[], fresh?: boolean): void;
  /** filters by id; undefined takes a filter away */
  setFilters(values: Readonly<Record<string, FilterValue | undefined>>): void;
  readonly filters: Readonly<Record<string, FilterValue>>;
  /** values clicked in a tile filter others; an empty list undoes it */
  setLink(key: string, values: readonly ClickedValue[]): void;
  setDrill(key: string, path: readonly DrillPathStep[]): void;
  readonly links: Readonly<Record<string, readonly ClickedValue[]>>;
  readonly drills: Readonly<Record<string, readonly DrillPathStep[]>>;
  /** hears of changes of filters, links and drills */
  onChange(changed: () => void): () => void;
  /** choices of a filter; `filters` narrows them by values that are not applied yet */
  options(filterId: string, search: string, filters?: Readonly<Record<string, FilterValue>>): Promise<readonly FilterOption[]>;
  /** rows of a data point, as a table */
  detail(key: string, values: readonly ClickedValue[]): Promise<ChartData>;
  close(): void;
}

/** The state of one tile; the component is drawn again when it changes. */
export function useTile(feed: TileFeed, key: string): TileState {
  const subscribe = useCallback((changed: () => void) => feed.subscribe(key, changed), [feed, key]);
  return useSyncExternalStore(subscribe, () => feed.get(key));
}
