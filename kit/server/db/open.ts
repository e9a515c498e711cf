import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { camelCase, rememberPool } from './prepared.ts';
import type { Tables } from './tables.ts';

/** `date` and `timestamp` have no zone: as a moment they would depend on the zone of the process. */
const TEXTS: ReadonlySet<number> = new Set([1082, 1114]);

/** int8 and numeric stay text, `date` stays `YYYY-MM-DD` and `timestamp` `YYYY-MM-DD HH:MM:SS`; everything else is pg's default. */
const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    TEXTS.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

export interface Database {
  readonly pool: pg.Pool;
  readonly db: Kysely<Tables>;
  close(): Promise<void>;
}

/** Opens the app database: one pool and the typed query builder over it (camelCase in code, snake_case in SQL). */
export function openDatabase(config: pg.PoolConfig, log: Pick<Logger, 'warn'>): Database {
  const pool = new pg.Pool({ max: 20, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000, ...config, types: pgTypes });
  // Without listeners a connection that dies in the pool would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [camelCase],
  });
  rememberPool(db, pool);
  return { pool, db, close: () => db.destroy() };
}
