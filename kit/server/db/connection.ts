import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { companionOf, isPostponed, keepAnswer } from './postponed.ts';
import { isSteady, type PreparingClient } from './prepared.ts';
import { retryConflicts } from './retry.ts';

/** Members of a pg client beyond its declared type. */
type Inside = pg.PoolClient &
  Partial<PreparingClient> & { pipeline: boolean; readonly connection: { readonly stream: { cork(): void; uncork(): void } } };

const isBegin = ({ sql }: CompiledQuery): boolean => sql.startsWith('start transaction');

/**
 * One connection of the pool, as the query builder uses it. What needs no answer of its own (the begin of a transaction, postponed statements)
 * waits for the next statement and goes with it in one packet: each packet costs more processor time than most statements.
 */
export class AppConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #inside: Inside;
  /** statements of the open transaction that wait for the next one */
  #waiting: CompiledQuery[] = [];
  #inFlight = 0;
  isInTransaction = false;

  constructor(client: pg.PoolClient) {
    this.client = client;
    this.#inside = client as Inside;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // a statement outside a transaction is its own transaction, so it can be retried on its own
    if (!this.isInTransaction) return retryConflicts(() => this.#send<R>(query));
    if (isBegin(query) || isPostponed(query)) {
      this.#waiting.push(query);
      return { rows: [] };
    }
    const isEnd = query.sql === 'commit' || query.sql === 'rollback';
    if (isEnd && this.#waiting[0] && isBegin(this.#waiting[0]) && (query.sql === 'rollback' || this.#waiting.length === 1)) {
      // the server has heard nothing of this transaction
      this.#waiting = [];
      return { rows: [] };
    }
    if (query.sql === 'rollback') this.#waiting = [];
    return this.#send(query);
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the app database has no cursors');
  }

  /** Sends a statement with what waits for it; throws the first error of them in the order of the statements. */
  async #send<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const companion = companionOf(query);
    const before = companion ? [...this.#waiting, companion] : this.#waiting;
    this.#waiting = [];
    if (before.length === 0) return this.#run<R>(query);
    const outcomes = await Promise.allSettled(this.#inOnePacket([...before, query]));
    const own = outcomes.at(-1);
    const failed = outcomes.find(({ status }) => status === 'rejected');
    // what failed before a savepoint that is gone back to is undone by it
    const error = query.sql.startsWith('rollback to ') ? (own?.status === 'rejected' ? own : undefined) : failed;
    if (error?.status === 'rejected') throw error.reason;
    const answer = outcomes.at(-2);
    if (companion && answer?.status === 'fulfilled') keepAnswer(companion, answer.value.rows);
    return (own as PromiseFulfilledResult<QueryResult<R>>).value;
  }

  /** The server works off one after the other and refuses the rest of a transaction when one fails, its commit included. */
  #inOnePacket(queries: readonly CompiledQuery[]): Promise<QueryResult<any>>[] {
    const { stream } = this.#inside.connection;
    this.#inside.pipeline = true;
    stream.cork();
    try {
      return queries.map((query) => this.#run<any>(query));
    } finally {
      stream.uncork();
    }
  }

  async #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    if (isSteady(query)) this.#inside.nameText?.(sql);
    this.#inFlight += 1;
    try {
      const { command, rowCount, rows } = await this.client.query(sql, [...parameters]);
      const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
      return { ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }), rows: (rows ?? []) as R[] };
    } finally {
      this.#inFlight -= 1;
      // cursors and copies of who takes the client next know no pipeline
      if (this.#inFlight === 0) this.#inside.pipeline = false;
    }
  }
}
