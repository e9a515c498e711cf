import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type KyselyPlugin,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { enterCall, type Permit } from './call-share.ts';
import { retryConflicts } from './retry.ts';
import type { Tables } from './tables.ts';

/**
 * Kysely driver of the app database: sets the isolation level, retries conflicts and applies the per-account connection limit, in one
 * place.
 */
class AppDriver extends PostgresDriver {
  readonly #inTransaction = new WeakSet<DatabaseConnection>();
  readonly #prepared = new WeakSet<DatabaseConnection>();
  readonly #permits = new WeakMap<DatabaseConnection, Permit>();

  override async acquireConnection(): ReturnType<PostgresDriver['acquireConnection']> {
    const permit = await enterCall();
    try {
      const connection = await super.acquireConnection();
      if (!this.#prepared.has(connection)) this.#prepare(connection);
      if (permit) this.#permits.set(connection, permit);
      return connection;
    } catch (error) {
      permit?.release();
      throw error;
    }
  }

  override async releaseConnection(connection: Parameters<PostgresDriver['releaseConnection']>[0]): Promise<void> {
    const permit = this.#permits.get(connection);
    this.#permits.delete(connection);
    this.#inTransaction.delete(connection);
    await super.releaseConnection(connection);
    permit?.release();
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, { isolationLevel: 'read committed', ...defined(settings) });
    this.#inTransaction.add(connection);
  }

  /** A statement outside a transaction is its own transaction, so it can be retried on its own. */
  #prepare(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(query: CompiledQuery) =>
      this.#inTransaction.has(connection) ? execute<R>(query) : retryConflicts(() => execute<R>(query));
    this.#prepared.add(connection);
  }
}

const defined = (settings: TransactionSettings): TransactionSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

class AppDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }
  override createDriver(): Driver {
    return new AppDriver({ pool: this.#pool });
  }
}

/** A transaction builder whose `execute` retries its callback after a serialisation failure or deadlock. */
function retried<DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const { execute, setAccessMode, setIsolationLevel } = builder;
  builder.execute = (work) => retryConflicts(() => execute.call(builder, work) as ReturnType<typeof work>);
  builder.setAccessMode = (mode) => retried(setAccessMode.call(builder, mode));
  builder.setIsolationLevel = (level) => retried(setIsolationLevel.call(builder, level));
  return builder;
}

/**
 * The query builder of the app database. `transaction()` is READ COMMITTED unless told otherwise and is retried after a serialisation
 * failure or deadlock: the callback may run several times, so keep side effects outside of it.
 */
export class AppDatabase extends Kysely<Tables> {
  constructor(pool: pg.Pool, plugins: KyselyPlugin[]) {
    super({ dialect: new AppDialect(pool), plugins });
  }
  override transaction(): TransactionBuilder<Tables> {
    return retried(super.transaction());
  }
}
