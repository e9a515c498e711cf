import { MANAGED_HOST } from '../contract/source.ts';
import type { OpenResult, SourcePool } from './adapter/types.ts';
import type { Source } from './load-source.ts';
import { managedPool } from './managed-pool.ts';

const IDLE_MS = 10 * 60_000;
const SWEEP_MS = 60_000;
/** Sources with open connections on one node; the one that was not used for longest makes room. */
const MAX_POOLS = 100;

interface Held {
  readonly pool: SourcePool;
  lastUse: number;
  /** results that are being read and writes that run: an hour of reading is one use */
  busy: number;
}

/** A pool that notes in `held` while something runs on it. */
function counted(pool: SourcePool, held: Pick<Held, 'lastUse' | 'busy'>): SourcePool {
  const enter = () => {
    held.busy++;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      held.busy--;
      held.lastUse = Date.now();
    };
  };
  const within = async <T>(leave: () => void, work: Promise<T>, isOver: (value: T) => boolean): Promise<T> => {
    try {
      const value = await work;
      if (isOver(value)) leave();
      return value;
    } catch (error) {
      leave();
      throw error;
    }
  };
  return {
    ...(pool.fast && { fast: pool.fast }),
    async open(request): Promise<OpenResult> {
      const leave = enter();
      const result = await within(leave, pool.open(request), () => false);
      return {
        columns: result.columns,
        read: (most) => within(leave, result.read(most), (rows) => rows.length === 0),
        close: () => within(leave, result.close(), () => true),
      };
    },
    write: (request) => within(enter(), pool.write(request), () => true),
    close: () => pool.close(),
  };
}

const isOlder = (key: string, { id, row }: Source): boolean => {
  const [sourceId, version] = key.split(':');
  return sourceId === id && Number(version) < row.configVersion;
};

/** Connection pools by source and version of its configuration, so that a changed password is never used with an old connection. */
class Pools {
  readonly #held = new Map<string, Held>();
  #sweep: NodeJS.Timeout | null = null;

  /** The pool of a source, opened if need be; `now` in milliseconds. Pools idle for long, or beyond the limit of pools, are closed; none that is in use. */
  of(source: Source, now: number): SourcePool {
    const key = `${source.id}:${source.row.configVersion}`;
    // whoever read the source before it was changed, and is still at it, does not close what others have opened since
    for (const other of this.#held.keys()) if (isOlder(other, source)) this.#drop(other);
    let held = this.#held.get(key);
    if (!held) {
      if (this.#held.size >= MAX_POOLS) this.#makeRoom();
      const pool = source.adapter.pool(source.connection);
      const use = { lastUse: now, busy: 0 };
      held = Object.assign(use, { pool: counted(source.row.host === MANAGED_HOST ? managedPool(pool) : pool, use) });
      this.#held.set(key, held);
    }
    held.lastUse = now;
    this.#sweep ??= setInterval(() => this.#evict(Date.now()), SWEEP_MS).unref();
    return held.pool;
  }

  /** Closes the pools of a source without waiting for running queries. */
  forget(sourceId: string): void {
    for (const key of this.#held.keys()) if (key.startsWith(`${sourceId}:`)) this.#drop(key);
  }

  /** Closes all pools and waits for them; errors of closing are ignored. */
  async close(): Promise<void> {
    if (this.#sweep) clearInterval(this.#sweep);
    this.#sweep = null;
    const pools = [...this.#held.values()];
    this.#held.clear();
    await Promise.allSettled(pools.map(({ pool }) => pool.close()));
  }

  #makeRoom(): void {
    const idle = [...this.#held].filter(([, { busy }]) => busy === 0);
    const [oldest] = idle.toSorted(([, a], [, b]) => a.lastUse - b.lastUse);
    if (oldest) this.#drop(oldest[0]);
  }

  #evict(now: number): void {
    for (const [key, held] of this.#held) if (held.busy === 0 && now - held.lastUse > IDLE_MS) this.#drop(key);
  }

  #drop(key: string): void {
    const held = this.#held.get(key);
    this.#held.delete(key);
    void held?.pool.close().catch(() => undefined); // closing a pool of a dead server fails, and that is the end of it
  }
}
/** The connection pools of this node. Outside the drivers only the gate opens connections through it. */
export const pools = new Pools();
