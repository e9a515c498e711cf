import { CamelCasePlugin, type Compilable, type Kysely } from 'kysely';
import pg from 'pg';

/** Whether the server keeps what is prepared; false from the first name on that it did not know. */
export interface Naming {
  isUsed: boolean;
}
const pools = new WeakMap<object, { readonly pool: pg.Pool; readonly naming: Naming }>();

/** Registers the pool behind a query builder; called by `openDatabase`. */
export const rememberPool = (db: Kysely<any>, pool: pg.Pool, naming: Naming): void => void pools.set(db, { pool, naming });

/** Registers the pool behind one query builder for another one. */
export function copyPool(from: Kysely<any>, to: Kysely<any>): void {
  const known = pools.get(from);
  if (known) pools.set(to, known);
}

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
  if (!known.naming.isUsed) return plain();
  try {
    return (await known.pool.query<Row>({ name, text, values: [...values] })).rows;
  } catch (error) {
    if (!NOT_HERE.has((error as { code?: string }).code ?? '')) throw error;
    known.naming.isUsed = false;
    return plain();
  }
}

/** The global naming rule: camelCase in code, snake_case in SQL; keys inside JSON documents are kept. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

const names = new Map<string, string>();
/** Limit of distinct prepared texts: each stays planned on every connection, so varying texts would exhaust the server's memory. */
const MAX_NAMES = 300;
/** The name of a text from now on, on every connection that runs it; null beyond the limit of distinct texts. */
export function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) return null;
  const name = `steady_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * Runs a Kysely query as a prepared statement (see `runPrepared`), in a transaction too; beyond the limit of distinct texts as an ordinary
 * one. For queries whose text does not vary by caller, or only in few ways.
 */
export async function runPreparedQuery<Row>(db: Kysely<any>, query: Compilable<Row>): Promise<Row[]> {
  const compiled = query.compile();
  const { sql: text, parameters, queryId } = compiled;
  const name = nameOf(text);
  // the connection of a transaction finds the name of a text that has one
  if (name === null || !pools.has(db)) return (await db.executeQuery<Row>(compiled)).rows;
  const rows = await runPrepared<any>(db, { name, text }, parameters);
  const { rows: named } = await camelCase.transformResult({ queryId, result: { rows } });
  return named as Row[];
}

/** Inserts, and writes and locks of a row by its id: their plans do not depend on the values. */
const STEADY =
  /^\s*insert\b|^(?:update|delete|with)\b.*\bwhere (?:"\w+"\.)?"id" = \$\d+|^select\b.*\bwhere (?:"\w+"\.)?"id" = .*\bfor update\b/is;
/** The unique index of a conflict is found by its condition when the plan is made: a plan for any values would not find it. */
const CONDITIONAL = /\bon conflict\b.*\bwhere\b.*\$\d/is;
/** A text is hot when it has come so often. */
const HOT_AFTER = 5;
const MAX_SEEN = 2_000;
/** Rows in their hundreds make texts of their own, each rare. */
const MAX_TEXT = 4_000;
const seen = new Map<string, number>();
function nameOfHot(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (text.length > MAX_TEXT || !STEADY.test(text) || CONDITIONAL.test(text)) return null;
  const times = (seen.get(text) ?? 0) + 1;
  if (times >= HOT_AFTER) {
    seen.delete(text);
    return nameOf(text);
  }
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.set(text, times);
  return null;
}

/**
 * Connections that run writes that come again and again, and texts of `runPreparedQuery`, as prepared statements: about half the work for
 * the server and for us. Where the server does not know a name (a transaction pooler in between), the statement fails as a conflict, which
 * repeats its transaction, and no names are used from then on.
 */
export function preparingClient(naming: Naming): typeof pg.Client {
  return class extends pg.Client {
    override query(...args: any[]): any {
      const [text, values] = args as [unknown, unknown];
      const name = args.length === 2 && typeof text === 'string' && Array.isArray(values) && naming.isUsed ? nameOfHot(text) : null;
      const query = super.query as (...all: unknown[]) => unknown;
      if (name === null) return query.apply(this, args);
      return (query.call(this, { name, text, values }) as Promise<unknown>).catch((error: unknown) => {
        if (!NOT_HERE.has((error as { code?: string }).code ?? '')) throw error;
        naming.isUsed = false;
        throw Object.assign(new Error('a prepared statement was lost on the way', { cause: error }), { code: '40001' });
      });
    }
  };
}
