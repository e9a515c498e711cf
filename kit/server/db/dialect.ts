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

/** The driver of the app database: isolation, retries and the share of each person in the connections are decided here, for everybody. */
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

  /** A statement outside a transaction is a transaction of its own: it may be tried again by itself. */
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

/** The builder whose `execute` runs its work again after a conflict. */
function retried<DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const { execute, setAccessMode, setIsolationLevel } = builder;
  builder.execute = (work) => retryConflicts(() => execute.call(builder, work) as ReturnType<typeof work>);
  builder.setAccessMode = (mode) => retried(setAccessMode.call(builder, mode));
  builder.setIsolationLevel = (level) => retried(setIsolationLevel.call(builder, level));
  return builder;
}

/**
 * The query builder of the app database. Every `transaction()` is READ COMMITTED unless it says otherwise, and is run again after a
 * serialisation failure or a deadlock: its work may run several times, so side effects belong behind it.
 */
export class AppDatabase extends Kysely<Tables> {
  constructor(pool: pg.Pool, plugins: KyselyPlugin[]) {
    super({ dialect: new AppDialect(pool), plugins });
  }
  override transaction(): TransactionBuilder<Tables> {
    return retried(super.transaction());
  }
}
