import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { AppDatabase } from './dialect.ts';
import { camelCase, rememberPool } from './prepared.ts';
import { retryConflicts } from './retry.ts';
import type { Tables } from './tables.ts';
import { watchConnections } from './watch.ts';

/** `date` and `timestamp` have no zone: as a moment they would depend on the zone of the process. */
const TEXTS: ReadonlySet<number> = new Set([1082, 1114]);

/** int8 and numeric stay text, `date` stays `YYYY-MM-DD` and `timestamp` `YYYY-MM-DD HH:MM:SS`; everything else is pg's default. */
const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    TEXTS.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/** Waiting for a free connection, and connecting. */
const ACQUIRE_MS = 10_000;
/** Statements under way have so long to end when the database is closed. */
const CLOSE_MS = 2_000;

export interface Database {
  readonly pool: pg.Pool;
  readonly db: Kysely<Tables>;
  /** Null when the database can be reached, else why not; two seconds at most. */
  reach(): Promise<string | null>;
  /** Ends the connections; those that do not end within two seconds are cut. */
  close(): Promise<void>;
}

/**
 * Opens the app database: one pool and the typed query builder over it (camelCase in code, snake_case in SQL). Every connection has limits of
 * its own and is given up when it goes silent; conflicts of transactions and of single statements are tried again.
 */
export function openDatabase(config: pg.PoolConfig, log: Pick<Logger, 'warn'>): Database {
  const common: pg.PoolConfig = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, ...config, types: pgTypes };
  const watch = watchConnections(common, log);
  const pool = new pg.Pool({
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: ACQUIRE_MS,
    ...common,
    onConnect: (client) => watch.onConnect(client),
  });
  watch.attach(pool);
  // Without listeners a connection that dies in the pool would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  retryStatements(pool);
  const db = new AppDatabase(pool, [camelCase]);
  rememberPool(db, pool);
  return {
    pool,
    db,
    reach: () => watch.reach(),
    async close() {
      watch.stop();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
      // one that is just connecting to a server that says nothing is not waited for
      await Promise.race([db.destroy(), late]);
      clearTimeout(timer);
      watch.cutAll();
    },
  };
}

/** `pool.query` is a transaction of its own: it is tried again after a conflict. */
function retryStatements(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const again = (...args: unknown[]) =>
    typeof args.at(-1) === 'function' ? query(...args) : retryConflicts(() => query(...args) as Promise<unknown>);
  pool.query = again as typeof pool.query;
}
