import pg from 'pg';
import type { Logger } from 'pino';
import { AppDatabase } from './dialect.ts';
import { camelCase, preparingClient, rememberPool } from './prepared.ts';
import { PreparedNames } from './prepared-names.ts';
import { retryConflicts } from './retry.ts';
import { watchConnections } from './watch.ts';

/** `date` and `timestamp` have no zone: as a moment they would depend on the zone of the process. */
const TEXTS: ReadonlySet<number> = new Set([1082, 1114]);

/** int8 and numeric stay text, `date` stays `YYYY-MM-DD` and `timestamp` `YYYY-MM-DD HH:MM:SS`; everything else is pg's default. */
const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    TEXTS.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/** Timeout for acquiring a connection from the pool, and for connecting. */
const ACQUIRE_MS = 10_000;
/** Statements in progress get this long when the pool closes. */
const CLOSE_MS = 2_000;

export interface Database {
  readonly pool: pg.Pool;
  readonly db: AppDatabase;
  /** Health probe: null when the database is reachable, else the reason; takes two seconds at most. */
  reach(): Promise<string | null>;
  /** Closes the pool; connections that do not end within two seconds are destroyed. */
  close(): Promise<void>;
}

/**
 * Opens the app database: one connection pool and a typed query builder (camelCase in code, snake_case in SQL). Every connection gets
 * session limits and is watched for silence; conflicts of transactions and single statements are retried.
 */
export function openDatabase(config: pg.PoolConfig, log: Pick<Logger, 'warn'>): Database {
  const common: pg.PoolConfig = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, ...config, types: pgTypes };
  const watch = watchConnections(common, log);
  const names = new PreparedNames();
  const pool = new pg.Pool({
    Client: preparingClient(names),
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: ACQUIRE_MS,
    ...common,
    onConnect: (client) => watch.onConnect(client),
  });
  watch.attach(pool);
  // an idle connection that breaks emits an error on the pool: without a listener it would end the process
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  retryStatements(pool);
  const db = AppDatabase.open(pool, [camelCase]);
  rememberPool(db, pool, names);
  return {
    pool,
    db,
    reach: () => watch.reach(),
    async close() {
      watch.stop();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
      // a connection attempt to an unresponsive server is not waited for
      await Promise.race([db.destroy(), late]);
      clearTimeout(timer);
      watch.cutAll();
    },
  };
}

/** `pool.query` is its own transaction: it is retried after a conflict. */
function retryStatements(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const again = (...args: unknown[]) =>
    typeof args.at(-1) === 'function' ? query(...args) : retryConflicts(() => query(...args) as Promise<unknown>);
  pool.query = again as typeof pool.query;
}
