import { vi } from 'vitest';
import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';
import { IDLE, type ClickedValue, type FilterOption, type TileFeed, type TileState } from '#modules/charts/web/parts.ts';

/** A column of an answer for tests, by its key and name. */
export const column = (key: string, name: string, extra: Partial<ResultColumn> = {}): ResultColumn & { at: number } => ({
  at: 0,
  key,
  col: name,
  name,
  role: key.startsWith('d') ? 'dimension' : 'measure',
  shelf: key.startsWith('d') ? 'rows' : 'measures',
  type: key.startsWith('d') ? 'string' : 'number',
  ...extra,
});
/** An answer for tests. */
export const data = (columns: ResultColumn[], rows: Scalar[][]): ChartData => ({
  columns,
  rows,
  truncated: false,
  queriedAt: '2026-11-20T02:48:00.000Z',
  ms: 3,
  cache: 'miss',
});

/** A feed whose tiles the test sets. */
export function feedOf(states: Record<string, Partial<TileState>>) {
  const all = new Map(Object.entries(states).map(([key, state]) => [key, { ...IDLE, ...state }]));
  const watchers = new Map<string, Set<() => void>>();
  const changes = new Set<() => void>();
  const feed = {
    get: (key: string) => all.get(key) ?? IDLE,
    subscribe: (key: string, changed: () => void) => {
      const known = watchers.get(key) ?? new Set();
      watchers.set(key, known.add(changed));
      return () => void known.delete(changed);
    },
    want: vi.fn(),
    drop: vi.fn(),
    refresh: vi.fn(),
    setFilters: vi.fn(),
    filters: {},
    links: {} as Record<string, readonly ClickedValue[]>,
    drills: {} as Record<string, readonly ClickedValue[]>,
    setLink(key: string, values: readonly ClickedValue[]) {
      feed.links = { ...feed.links, [key]: values };
      for (const change of changes) change();
    },
    setDrill: vi.fn(),
    onChange: (changed: () => void) => {
      changes.add(changed);
      return () => void changes.delete(changed);
    },
    options: async (): Promise<readonly FilterOption[]> => [],
    detail: async () => data([], []),
    close: () => undefined,
    put(key: string, state: Partial<TileState>) {
      all.set(key, { ...IDLE, ...state });
      for (const changed of watchers.get(key) ?? []) changed();
    },
  };
  return feed satisfies TileFeed;
}
