import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type KyselyPlugin,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { enterCall, type Permit } from './call-share.ts';
import { AppConnection } from './connection.ts';
import { retryConflicts } from './retry.ts';
import type { Tables } from './tables.ts';

/**
 * Kysely driver of the app database: sets the isolation level, retries conflicts and applies the per-account connection limit, in one
 * place.
 */
class AppDriver extends PostgresDriver {
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.PoolClient, AppConnection>();
  readonly #permits = new WeakMap<DatabaseConnection, Permit>();

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override async acquireConnection(): Promise<AppConnection> {
    const permit = await enterCall();
    try {
      const client = await this.#pool.connect();
      let connection = this.#connections.get(client);
      if (!connection) this.#connections.set(client, (connection = new AppConnection(client)));
      if (permit) this.#permits.set(connection, permit);
      return connection;
    } catch (error) {
      permit?.release();
      throw error;
    }
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = connection as AppConnection;
    const permit = this.#permits.get(own);
    this.#permits.delete(own);
    own.isInTransaction = false;
    own.client.release();
    permit?.release();
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    (connection as AppConnection).isInTransaction = true;
    await super.beginTransaction(connection as never, { isolationLevel: 'read committed', ...defined(settings) });
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
    return new AppDriver(this.#pool);
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
