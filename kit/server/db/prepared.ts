import { CamelCasePlugin, type Compilable, type CompiledQuery, type Kysely } from 'kysely';
import pg from 'pg';
import type { PreparedNames } from './prepared-names.ts';

const pools = new WeakMap<object, { readonly pool: pg.Pool; readonly names: PreparedNames }>();

/** Registers the pool behind a query builder; called by `openDatabase`. */
export const rememberPool = (db: Kysely<any>, pool: pg.Pool, names: PreparedNames): void => void pools.set(db, { pool, names });

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
  if (!known.names.isUsed) return plain();
  try {
    return (await known.pool.query<Row>({ name, text, values: [...values] })).rows;
  } catch (error) {
    if (!NOT_HERE.has((error as { code?: string }).code ?? '')) throw error;
    known.names.isUsed = false;
    return plain();
  }
}

/** The global naming rule: camelCase in code, snake_case in SQL; keys inside JSON documents are kept. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

const steady = new WeakSet<CompiledQuery>();
/** Tells the connection that will run this query to give its text a name at once: for texts that do not vary by caller. */
export const markSteady = (query: CompiledQuery): void => void steady.add(query);
export const isSteady = (query: CompiledQuery): boolean => steady.has(query);

/**
 * Runs a Kysely query as a prepared statement (see `runPrepared`), in a transaction too; beyond the limit of distinct texts as an ordinary
 * one. For queries whose text does not vary by caller, or only in few ways.
 */
export async function runPreparedQuery<Row>(db: Kysely<any>, query: Compilable<Row>): Promise<Row[]> {
  const compiled = query.compile();
  const { sql: text, parameters, queryId } = compiled;
  const name = pools.get(db)?.names.of(text) ?? null;
  if (name === null) {
    // in a transaction its connection gives the name
    markSteady(compiled);
    return (await db.executeQuery<Row>(compiled)).rows;
  }
  const rows = await runPrepared<any>(db, { name, text }, parameters);
  const { rows: named } = await camelCase.transformResult({ queryId, result: { rows } });
  return named as Row[];
}

/**
 * Connections that run writes that come again and again, and texts of `runPreparedQuery`, as prepared statements: about half the work for
 * the server and for us. Where the server does not know a name (a transaction pooler in between), the statement fails as a conflict, which
 * repeats its transaction, and no names are used from then on.
 */
export function preparingClient(names: PreparedNames): typeof pg.Client {
  return class extends pg.Client implements PreparingClient {
    nameText(text: string): void {
      names.of(text);
    }
    override query(...args: any[]): any {
      const [text, values] = args as [unknown, unknown];
      const name = args.length === 2 && typeof text === 'string' && Array.isArray(values) && names.isUsed ? names.ofHot(text) : null;
      const query = super.query as (...all: unknown[]) => unknown;
      if (name === null) return query.apply(this, args);
      return (query.call(this, { name, text, values }) as Promise<unknown>).catch((error: unknown) => {
        if (!NOT_HERE.has((error as { code?: string }).code ?? '')) throw error;
        names.isUsed = false;
        throw Object.assign(new Error('a prepared statement was lost on the way', { cause: error }), { code: '40001' });
      });
    }
  };
}

export interface PreparingClient {
  /** Gives a text its name before it has come often. */
  nameText(text: string): void;
}
