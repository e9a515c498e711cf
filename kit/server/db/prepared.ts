import type { Kysely } from 'kysely';
import type pg from 'pg';

const pools = new WeakMap<object, { pool: pg.Pool; named: boolean }>();

/** Remembers the pool below a query builder; for `openDatabase`. */
export const rememberPool = (db: Kysely<any>, pool: pg.Pool): void => void pools.set(db, { pool, named: true });

/** Connections of the pool below a query builder; null inside a transaction. */
export function poolFigures(db: Kysely<any>): { max: number; used: number; idle: number; waiting: number } | null {
  const pool = pools.get(db)?.pool;
  if (!pool) return null;
  const { totalCount, idleCount, waitingCount } = pool;
  return { max: pool.options.max, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** The statement is unknown or already there (a pooler between us and the database), or a migration changed its result. */
const NOT_HERE = new Set(['26000', '42P05', '0A000']);

/**
 * Runs a statement that the server keeps planned on each connection, for the few that run with every call. Outside transactions only;
 * column names arrive as the text gives them. Where prepared statements do not work it goes on without.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  db: Kysely<any>,
  { name, text }: { readonly name: string; readonly text: string },
  values: readonly unknown[],
): Promise<Row[]> {
  const known = pools.get(db);
  if (!known) throw new Error('prepared statements need the database itself, not a transaction');
  const plain = async () => (await known.pool.query<Row>(text, [...values])).rows;
  if (!known.named) return plain();
  try {
    return (await known.pool.query<Row>({ name, text, values: [...values] })).rows;
  } catch (error) {
    if (!NOT_HERE.has((error as { code?: string }).code ?? '')) throw error;
    known.named = false;
    return plain();
  }
}
