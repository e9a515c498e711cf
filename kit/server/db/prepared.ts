import { CamelCasePlugin, type Compilable, type Kysely } from 'kysely';
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

/** As everywhere: columns are camelCase in code and snake_case in SQL, documents keep their keys. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

const names = new Map<string, string>();
/** Each text is kept planned on each connection: a query whose text varies must not fill the memory of the server. */
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
 * Runs a query of the builder that comes with nearly every call as a prepared statement (see `runPrepared`); within a transaction, and
 * when its text is one of too many, as any other. For queries whose text does not depend on who calls, or in few ways only.
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
