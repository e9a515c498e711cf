import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';
import { IDLE, type ClickedValue, type TileFeed, type TileState } from '#modules/charts/web/tile/tiles.ts';
import type { FilterValue } from '#modules/charts/contract/view-filter.ts';

type Spec = readonly [name: string, extra?: Partial<ResultColumn>];
/** An answer of fixed figures: dimensions, measures, rows. */
export function answer(dims: readonly Spec[], measures: readonly Spec[], rows: readonly (readonly Scalar[])[]): ChartData {
  const column = ([name, extra]: Spec, i: number, role: 'dimension' | 'measure'): ResultColumn => ({
    key: `${role === 'dimension' ? 'd' : 'm'}${i}`,
    col: name,
    name,
    role,
    shelf: role === 'dimension' ? 'rows' : 'measures',
    type: role === 'dimension' ? 'string' : 'number',
    ...extra,
  });
  return {
    columns: [...dims.map((one, i) => column(one, i, 'dimension')), ...measures.map((one, i) => column(one, i, 'measure'))],
    rows: rows.map((row) => [...row]),
    truncated: false,
    queriedAt: '2026-11-20T02:48:00.000Z',
    ms: 12,
    cache: 'miss',
  };
}

/** A chart whose shelves fit an answer. */
export function chartFor(data: ChartData, chartType: ChartConfig['chartType'], extra: Partial<ChartConfig> = {}): ChartConfig {
  const slots = (shelf: ResultColumn['shelf']) =>
    data.columns.filter((one) => one.shelf === shelf).map(({ col, format }) => ({ col, format }));
  return {
    v: 1,
    dataSetId: '1',
    rows: slots('rows'),
    columns: slots('columns'),
    measures: slots('measures'),
    filters: [],
    having: [],
    sort: [],
    limit: 1000,
    fill: 'none',
    isDetail: false,
    totals: false,
    params: {},
    chartType,
    options: {},
    theme: 'default',
    drill: [],
    rules: [],
    refs: [],
    refreshSec: 0,
    idleFilters: [],
    ...extra,
  };
}

/** A feed of fixed answers that tests change by hand. */
export class FixedFeed implements TileFeed {
  readonly #states = new Map<string, TileState>();
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #changes = new Set<() => void>();
  readonly asked: string[] = [];
  filters: Record<string, FilterValue> = {};
  links: Record<string, readonly ClickedValue[]> = {};
  drills: Record<string, readonly ClickedValue[]> = {};

  constructor(answers: Readonly<Record<string, ChartData>>) {
    for (const [key, data] of Object.entries(answers)) this.#states.set(key, { status: 'ready', data, error: null, since: null });
  }
  put(key: string, state: Partial<TileState>): void {
    this.#states.set(key, { ...this.get(key), ...state });
    for (const watcher of this.#watchers.get(key) ?? []) watcher();
  }
  get(key: string): TileState {
    return this.#states.get(key) ?? IDLE;
  }
  subscribe(key: string, changed: () => void): () => void {
    const known = this.#watchers.get(key) ?? new Set();
    this.#watchers.set(key, known.add(changed));
    return () => void known.delete(changed);
  }
  want(key: string): void {
    this.asked.push(key);
  }
  drop(): void {}
  refresh(keys: readonly string[] = []): void {
    this.asked.push(...keys);
  }
  setFilters(values: Readonly<Record<string, FilterValue | undefined>>): void {
    const next = { ...this.filters, ...values };
    this.filters = Object.fromEntries(Object.entries(next).filter((entry): entry is [string, FilterValue] => entry[1] !== undefined));
    this.#tell();
  }
  setLink(key: string, values: readonly ClickedValue[]): void {
    const { [key]: _, ...rest } = this.links;
    this.links = values.length > 0 ? { ...rest, [key]: values } : rest;
    this.#tell();
  }
  setDrill(key: string, path: readonly ClickedValue[]): void {
    const { [key]: _, ...rest } = this.drills;
    this.drills = path.length > 0 ? { ...rest, [key]: path } : rest;
    this.#tell();
  }
  #tell(): void {
    for (const change of this.#changes) change();
  }
  onChange(changed: () => void): () => void {
    this.#changes.add(changed);
    return () => void this.#changes.delete(changed);
  }
  async options() {
    return [
      { value: '华南分公司', label: '华南分公司' },
      { value: '华东分公司', label: '华东分公司' },
    ];
  }
  async detail(): Promise<ChartData> {
    return answer([['名称']], [], [['甲']]);
  }
  close(): void {}
}
