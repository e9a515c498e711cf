import { LRUCache } from 'lru-cache';

interface CacheOptions {
  /** stable name, `metadata.catalogue` */
  readonly name: string;
  /** what people call it, 数据源目录 */
  readonly label: string;
  /** one Chinese sentence: content of the cache and the effect of clearing it */
  readonly summary: string;
  /** maximum number of entries */
  readonly max: number;
}

/** Statistics of a cache; never its content. */
export interface CacheFigures extends CacheOptions {
  readonly size: number;
  readonly hits: number;
  readonly misses: number;
  /** epoch milliseconds of the last clearing, or of creation */
  readonly since: number;
}

export interface NamedCache<V extends {}> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

interface Registered {
  figures(): CacheFigures;
  clear(): void;
}

const caches = new Map<string, Registered>();

/**
 * Creates an in-process LRU cache that 缓存监控 lists. Evicts beyond `max` entries (and `bytes.most` of total size). Clearing it at any moment
 * must be harmless. Throws when the name is taken.
 */
export function namedCache<V extends {}>(options: CacheOptions, bytes?: { readonly most: number; of(value: V): number }): NamedCache<V> {
  if (caches.has(options.name)) throw new Error(`cache ${options.name} is declared twice`);
  const entries = new LRUCache<string, V>({
    max: options.max,
    ...(bytes && { maxSize: bytes.most, sizeCalculation: (value) => Math.max(1, Math.ceil(bytes.of(value))) }),
  });
  let hits = 0;
  let misses = 0;
  let since = Date.now();
  caches.set(options.name, {
    figures: () => ({ ...options, size: entries.size, hits, misses, since }),
    clear() {
      entries.clear();
      [hits, misses, since] = [0, 0, Date.now()];
    },
  });
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) misses += 1;
      else hits += 1;
      return value;
    },
    set: (key, value) => void entries.set(key, value),
    delete: (key) => void entries.delete(key),
  };
}

/** Statistics of all caches of this process. */
export const cacheFigures = (): CacheFigures[] => [...caches.values()].map((cache) => cache.figures());

/** Clears a cache of this process; false when the name is unknown. */
export function clearCache(name: string): boolean {
  const cache = caches.get(name);
  cache?.clear();
  return cache !== undefined;
}
