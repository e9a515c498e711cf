import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type KyselyConfig,
  type KyselyPlugin,
  type KyselyProps,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { CallShare } from './call-share.ts';
import { AppConnection } from './connection.ts';
import { copyPool } from './prepared.ts';
import { retryConflicts } from './retry.ts';
import type { Tables } from './tables.ts';

/** Kysely driver of the app database: sets the isolation level, in one place. */
class AppDriver extends PostgresDriver {
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.PoolClient, AppConnection>();

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override async acquireConnection(): Promise<AppConnection> {
    const client = await this.#pool.connect();
    let connection = this.#connections.get(client);
    if (!connection) this.#connections.set(client, (connection = new AppConnection(client)));
    return connection;
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = connection as AppConnection;
    own.isInTransaction = false;
    own.client.release();
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
  readonly #pool: pg.Pool;

  private constructor(pool: pg.Pool, made: KyselyConfig | KyselyProps) {
    super(made as KyselyConfig);
    this.#pool = pool;
  }
  static open(pool: pg.Pool, plugins: KyselyPlugin[]): AppDatabase {
    return new AppDatabase(pool, { dialect: new AppDialect(pool), plugins });
  }

  /**
   * The database as one call sees it: `take` waits for the permit of the call, which all of its connections share, and resolves with the function
   * that gives it back. Work that several calls wait for takes the database itself, so that it does not queue behind one of them.
   */
  forCall(take: () => Promise<() => void>): AppDatabase {
    const share = new CallShare(take);
    const whole = this.getExecutor();
    const dialect = new AppDialect(this.#pool);
    const executor = whole.withConnectionProvider({ provideConnection: (consumer) => share.run(() => whole.provideConnection(consumer)) });
    // the driver is asked to end only, which a call never does
    const own = new AppDatabase(this.#pool, { config: { dialect }, dialect, driver: dialect.createDriver(), executor });
    copyPool(this, own);
    return own;
  }
  override transaction(): TransactionBuilder<Tables> {
    return retried(super.transaction());
  }
}
