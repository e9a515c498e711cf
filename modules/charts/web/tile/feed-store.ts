import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { TileLine } from '../../contract/tile.ts';
import type { FilterValue } from '../../contract/view-filter.ts';
import { changedTiles, type ViewSelection } from '../../core/tile/tile-query.ts';
import type { Shape } from '../../core/tile/shape.ts';
import { RefreshClock } from './refresh-clock.ts';
import { IDLE, type ClickedValue, type DrillPathStep, type FilterOption, type TileFeed, type TileState } from './tiles.ts';

/** Why the request for the tiles runs: what a person does keeps the session alive, what a timer does must not. */
export interface FetchOptions {
  readonly fresh: boolean;
  readonly isPassive: boolean;
  readonly signal: AbortSignal;
}
/** Where a feed gets its answers. */
export interface FeedSource {
  ask(
    tiles: readonly { key: string; etag?: string }[],
    selection: ViewSelection,
    how: FetchOptions,
    onLine: (line: TileLine) => void,
  ): Promise<void>;
  options(filterId: string, search: string, selection: ViewSelection): Promise<readonly FilterOption[]>;
  detail(key: string, values: readonly ClickedValue[], selection: ViewSelection): Promise<ChartData>;
}
export interface FeedSetup {
  readonly source: FeedSource;
  /** what is known of the document; without it a change asks for every wanted tile again */
  readonly shape?: () => Shape | null;
  readonly filters?: Readonly<Record<string, FilterValue>>;
  readonly links?: ViewSelection['links'];
  readonly drills?: ViewSelection['drills'];
  /** nothing is asked before somebody filters or refreshes */
  readonly isHeld?: boolean;
  /** a whole request failed: true = the caller deals with it */
  readonly onFailure?: (error: unknown) => boolean;
}

/** Requests of one frame go together. */
const WINDOW_MS = 16;
const NO_RIGHT = 'auth.noPermission';
const PASSING = new Set([
  'client.noResponse',
  'client.timeout',
  'server.unavailable',
  'source.unreachable',
  'source.timeout',
  'throttle.exceeded',
]);

interface Entry {
  state: TileState;
  etag?: string;
  isWanted: boolean;
  /** asked for since the last thing that it depends on changed */
  isAsked: boolean;
  batch: Batch | null;
}
interface Batch {
  readonly open: Set<string>;
  readonly abort: AbortController;
}
interface Failure {
  key: string;
  message: string;
  requestId?: string;
}
const failureOf = (error: unknown): Failure => {
  const known = error as { key?: string; message?: string; requestId?: string | null };
  return typeof known?.key === 'string'
    ? { key: known.key, message: known.message ?? '', ...(known.requestId && { requestId: known.requestId }) }
    : { key: 'client.noResponse', message: '数据没有取到，请重试' };
};
const without = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
const EMPTY: ReadonlySet<string> = new Set();

/**
 * The one implementation of TileFeed: gathers wanted tiles for a frame, asks for them in one request, hands out lines as they arrive, keeps
 * the last good data, refreshes by timers that rest in hidden tabs and back off after errors.
 */
export class FeedStore implements TileFeed {
  readonly #setup: FeedSetup;
  readonly #entries = new Map<string, Entry>();
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #changeWatchers = new Set<() => void>();
  readonly #clock: RefreshClock;
  #queue = new Map<string, { fresh: boolean; isPassive: boolean }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #selection: ViewSelection;
  #isHeld: boolean;
  #isClosed = false;

  constructor(setup: FeedSetup) {
    this.#setup = setup;
    this.#selection = { filters: setup.filters ?? {}, links: setup.links ?? {}, drills: setup.drills ?? {} };
    this.#isHeld = setup.isHeld ?? false;
    this.#clock = new RefreshClock(
      (keys) => this.#ask(keys, { fresh: false, isPassive: true }),
      (key) => {
        const shape = setup.shape?.();
        const tile = shape?.tiles.get(key);
        return shape && tile ? tile.refreshSec || shape.refreshSec : 0;
      },
    );
  }

  get filters(): TileFeed['filters'] {
    return this.#selection.filters;
  }
  get links(): TileFeed['links'] {
    return this.#selection.links;
  }
  get drills(): TileFeed['drills'] {
    return this.#selection.drills;
  }
  get selection(): ViewSelection {
    return this.#selection;
  }

  get(key: string): TileState {
    return this.#entries.get(key)?.state ?? IDLE;
  }

  subscribe(key: string, changed: () => void): () => void {
    const known = this.#watchers.get(key) ?? new Set();
    this.#watchers.set(key, known.add(changed));
    return () => void known.delete(changed);
  }

  /** True while somebody shows this tile. */
  isWatched(key: string): boolean {
    return (this.#watchers.get(key)?.size ?? 0) > 0;
  }

  onChange(changed: () => void): () => void {
    this.#changeWatchers.add(changed);
    return () => void this.#changeWatchers.delete(changed);
  }

  want(key: string): void {
    const entry = this.#entry(key);
    entry.isWanted = true;
    this.#clock.start(key);
    if (!entry.isAsked) this.#ask([key], { fresh: false, isPassive: false });
  }

  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.isWanted = false;
    const wasWaiting = this.#queue.delete(key);
    this.#clock.stop(key);
    if (!entry.batch && !wasWaiting) return;
    this.#leave(entry, key);
    entry.isAsked = false;
    this.#set(key, { ...entry.state, status: entry.state.data ? 'ready' : 'idle', since: null });
  }

  refresh(keys?: readonly string[], fresh = false): void {
    this.#isHeld = false;
    const asked = keys ?? [...this.#entries].filter(([, entry]) => entry.isWanted).map(([key]) => key);
    this.#ask(asked, { fresh, isPassive: false });
  }

  /** As `refresh`, but nobody asked for it: tiles keep their face and no session is kept alive. */
  pull(keys?: readonly string[]): void {
    if (this.#isHeld) return;
    const asked = keys ?? [...this.#entries].filter(([, entry]) => entry.isWanted).map(([key]) => key);
    this.#ask(asked, { fresh: false, isPassive: true });
  }

  setFilters(values: Readonly<Record<string, FilterValue | undefined>>): void {
    const filters: Record<string, FilterValue> = { ...this.#selection.filters };
    for (const [id, value] of Object.entries(values))
      if (value === undefined) delete filters[id];
      else filters[id] = value;
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    this.#change({ ...this.#selection, filters }, wasHeld);
  }

  setLink(key: string, values: readonly ClickedValue[]): void {
    this.#change({
      ...this.#selection,
      links: values.length > 0 ? { ...this.#selection.links, [key]: values } : without(this.#selection.links, key),
    });
  }

  setDrill(key: string, path: readonly DrillPathStep[]): void {
    const drills = path.length > 0 ? { ...this.#selection.drills, [key]: path } : without(this.#selection.drills, key);
    // going back up leaves the level whose click filters others
    const isBack = path.length < (this.#selection.drills[key]?.length ?? 0);
    this.#change({ ...this.#selection, drills, ...(isBack && { links: without(this.#selection.links, key) }) });
  }

  options(filterId: string, search: string, filters?: Readonly<Record<string, FilterValue>>): Promise<readonly FilterOption[]> {
    return this.#setup.source.options(filterId, search, filters ? { ...this.#selection, filters } : this.#selection);
  }

  detail(key: string, values: readonly ClickedValue[]): Promise<ChartData> {
    return this.#setup.source.detail(key, values, this.#selection);
  }

  /** The document is another one now (a new version, an edit): what differs is asked again. */
  renew(selection: Partial<ViewSelection> = {}): void {
    this.#change({ ...this.#selection, ...selection }, true);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#clock.close();
    for (const entry of this.#entries.values()) entry.batch?.abort.abort();
    this.#entries.clear();
    this.#watchers.clear();
    this.#changeWatchers.clear();
  }

  #entry(key: string): Entry {
    let entry = this.#entries.get(key);
    if (!entry) this.#entries.set(key, (entry = { state: IDLE, isWanted: false, isAsked: false, batch: null }));
    return entry;
  }

  #set(key: string, state: TileState): void {
    const entry = this.#entry(key);
    if (entry.state === state) return;
    entry.state = state;
    for (const watcher of this.#watchers.get(key) ?? EMPTY_WATCHERS) watcher();
  }

  /** The tiles that a change touches; all of them while the document is unknown or refuses the wish. */
  #touched(before: ViewSelection, after: ViewSelection): ReadonlySet<string> | 'all' {
    const shape = this.#setup.shape?.();
    if (!shape) return 'all';
    try {
      return new Set(changedTiles(shape, before, after));
    } catch {
      return 'all';
    }
  }

  #change(next: ViewSelection, isAll = false): void {
    const touched = isAll ? 'all' : this.#touched(this.#selection, next);
    this.#selection = next;
    for (const watcher of this.#changeWatchers) watcher();
    const ask: string[] = [];
    for (const [key, entry] of this.#entries) {
      if (touched !== 'all' && !touched.has(key)) continue;
      entry.isAsked = false;
      if (entry.isWanted) ask.push(key);
    }
    this.#ask(ask, { fresh: false, isPassive: false });
  }

  #ask(keys: readonly string[], how: { fresh: boolean; isPassive: boolean }): void {
    if (this.#isClosed || this.#isHeld) return;
    for (const key of keys) {
      const entry = this.#entry(key);
      if (!entry.isWanted) continue;
      entry.isAsked = true;
      const waiting = this.#queue.get(key);
      this.#queue.set(key, { fresh: how.fresh || (waiting?.fresh ?? false), isPassive: how.isPassive && (waiting?.isPassive ?? true) });
      // what a timer asks for does not make a tile look busy
      if (!how.isPassive) this.#set(key, { ...entry.state, status: 'queued', since: Date.now() });
    }
    if (this.#queue.size > 0) this.#timer ??= setTimeout(() => this.#flush(), WINDOW_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    const queue = this.#queue;
    this.#queue = new Map();
    for (const fresh of [false, true])
      for (const isPassive of [false, true]) {
        const keys = [...queue].filter(([, how]) => how.fresh === fresh && how.isPassive === isPassive).map(([key]) => key);
        if (keys.length > 0) void this.#run(keys, fresh, isPassive);
      }
  }

  #leave(entry: Entry, key: string): void {
    const { batch } = entry;
    entry.batch = null;
    if (!batch) return;
    batch.open.delete(key);
    if (batch.open.size === 0) batch.abort.abort();
  }

  async #run(keys: readonly string[], fresh: boolean, isPassive: boolean): Promise<void> {
    const batch: Batch = { open: new Set(keys), abort: new AbortController() };
    const tiles = keys.map((key) => {
      const entry = this.#entry(key);
      this.#leave(entry, key);
      entry.batch = batch;
      if (!isPassive) this.#set(key, { ...entry.state, status: 'running', since: entry.state.since ?? Date.now() });
      return { key, ...(entry.etag !== undefined && entry.state.data && { etag: entry.etag }) };
    });
    try {
      await this.#setup.source.ask(tiles, this.#selection, { fresh, isPassive, signal: batch.abort.signal }, (line) =>
        this.#receive(batch, line),
      );
      this.#failAll(batch, { key: 'client.noResponse', message: '数据没有取到，请重试' });
    } catch (error) {
      if (this.#isClosed || batch.abort.signal.aborted) return;
      const isSettled = this.#setup.onFailure?.(error) ?? false;
      this.#failAll(batch, failureOf(error), isSettled);
    }
  }

  #failAll(batch: Batch, failure: Failure, isSettled = false): void {
    for (const key of batch.open.size > 0 ? [...batch.open] : EMPTY) this.#fail(key, batch, failure, isSettled);
  }

  #fail(key: string, batch: Batch, failure: Failure, isSettled: boolean): void {
    const entry = this.#entry(key);
    if (entry.batch !== batch) return;
    entry.batch = null;
    batch.open.delete(key);
    if (isSettled) entry.isAsked = false;
    const status = failure.key === NO_RIGHT ? 'noRight' : isSettled ? 'queued' : 'error';
    // what the viewer may not see (any more) does not stay on the screen
    const data = status === 'noRight' ? null : entry.state.data;
    if (status === 'noRight') entry.etag = undefined;
    this.#set(key, { status, data, error: isSettled ? null : failure, since: null });
    if (entry.isWanted) this.#clock.failed(key, PASSING.has(failure.key));
  }

  #receive(batch: Batch, line: TileLine): void {
    const entry = this.#entries.get(line.key);
    if (!entry || entry.batch !== batch) return;
    if (line.error) {
      const { error, msg, requestId } = line.error;
      return this.#fail(line.key, batch, { key: error, message: msg, ...(requestId && { requestId }) }, false);
    }
    entry.batch = null;
    batch.open.delete(line.key);
    const held = entry.state.data;
    const data = line.same && held ? { ...held, queriedAt: line.queriedAt ?? held.queriedAt, isLastGood: false } : (line.data ?? null);
    entry.etag = line.etag;
    this.#set(line.key, { status: 'ready', data, error: null, since: null });
    if (entry.isWanted) this.#clock.succeeded(line.key);
  }
}
const EMPTY_WATCHERS: ReadonlySet<() => void> = new Set();
