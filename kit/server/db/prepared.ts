import { CamelCasePlugin, type Compilable, type Kysely } from 'kysely';
import type pg from 'pg';

const pools = new WeakMap<object, { pool: pg.Pool; named: boolean }>();

/** Registers the pool behind a query builder; called by `openDatabase`. */
export const rememberPool = (db: Kysely<any>, pool: pg.Pool): void => void pools.set(db, { pool, named: true });

/** Pool statistics (limit, in use, idle, waiting) of the pool behind a query builder; null inside a transaction. */
export function poolFigures(db: Kysely<any>): { max: number; used: number; idle: number; waiting: number } | null {
  const pool = pools.get(db)?.pool;
  if (!pool) return null;
  const { totalCount, idleCount, waitingCount } = pool;
  return { max: pool.options.max, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/**
 * SQLSTATEs that mean "prepare again": statement unknown or already there (a transaction pooler in between), or its result type changed by
 * a migration.
 */
const NOT_HERE = new Set(['26000', '42P05', '0A000']);

/**
 * Runs a named prepared statement, for the few statements of nearly every call: the server keeps the plan per connection. Not inside
 * transactions; column names come back as written. Falls back to an unnamed statement where prepared statements do not work.
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

/** The global naming rule: camelCase in code, snake_case in SQL; keys inside JSON documents are kept. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

const names = new Map<string, string>();
/** Limit of distinct prepared texts: each stays planned on every connection, so varying texts would exhaust the server's memory. */
const MAX_NAMES = 200;
function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) return null;
  const name = `steady_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * Runs a Kysely query as a prepared statement (see `runPrepared`); inside a transaction, or beyond the limit of distinct texts, as an
 * ordinary one. For queries whose text does not vary by caller, or only in few ways.
 */
export async function runPreparedQuery<Row>(db: Kysely<any>, query: Compilable<Row> & { execute(): Promise<Row[]> }): Promise<Row[]> {
  if (!pools.has(db)) return query.execute();
  const { sql: text, parameters, queryId } = query.compile();
  const name = nameOf(text);
  if (name === null) return query.execute();
  const rows = await runPrepared<any>(db, { name, text }, parameters);
  const { rows: named } = await camelCase.transformResult({ queryId, result: { rows } });
  return named as Row[];
}
