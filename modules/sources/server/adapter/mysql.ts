import type { Duplex } from 'node:stream';
import { createPool, type Connection as Client, type Pool, type PoolConnection } from 'mysql2';
import { Permits } from '#kit/server/permits.ts';
import { mysqlCreate } from './create-texts.ts';
import { ask, connectOnce, end, type Opened } from './mysql-connect.ts';
import { sourceError } from './mysql-errors.ts';
import { sessionText } from './mysql-flavour.ts';
import { harvest } from './mysql-harvest.ts';
import { probe } from './mysql-probe.ts';
import { Rows } from './mysql-rows.ts';
import { assertCanUndo } from './mysql-undo.ts';
import { takeConnection } from './take-connection.ts';
import {
  SourceError,
  type Connection,
  type OpenResult,
  type ReadRequest,
  type SourceAdapter,
  type SourcePool,
  type WriteOutcome,
} from './types.ts';
import { atOnce, noAnswer, Silent, watchConnection, type Watched } from './watch.ts';

const LOCK_SECONDS = 3;
const MAX_CONNECTIONS = 20;
const MAX_IDLE = 5;
const IDLE_MS = 30_000;
const FIRST_BATCH = 200;

type Limits = Pick<ReadRequest, 'searchPath' | 'timeoutMs' | 'signal'>;

const socketOf = (client: Client): Duplex => (client as unknown as { stream: Duplex }).stream;
const identifier = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

interface Ready {
  readonly pool: Pool;
  readonly opened: Omit<Opened, 'client'>;
  /** connections that wait for work */
  readonly idle: ReadonlySet<PoolConnection>;
}

type Explaining = Watched & { explained(error: unknown, text: string): SourceError };

class MysqlPool implements SourcePool {
  readonly #connection: Connection;
  #ready: Promise<Ready> | null = null;
  readonly #places = new Permits(MAX_CONNECTIONS);

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The first connection finds out about TLS, the address and the product; the pool keeps what it found. */
  async #start(): Promise<Ready> {
    this.#ready ??= (async () => {
      const { client, ...opened } = await connectOnce(this.#connection);
      await end(client);
      const pool = createPool({
        ...opened.config,
        connectionLimit: MAX_CONNECTIONS,
        maxIdle: MAX_IDLE,
        idleTimeout: IDLE_MS,
      });
      const idle = new Set<PoolConnection>();
      pool.on('acquire', (client: PoolConnection) => idle.delete(client));
      pool.on('release', (client: PoolConnection) => idle.add(client));
      return { pool, opened, idle };
    })();
    try {
      return await this.#ready;
    } catch (error) {
      this.#ready = null;
      throw error;
    }
  }

  async #begin(client: Client, opened: Ready['opened'], mode: 'read only' | 'read write', limits: Limits): Promise<void> {
    const { flavour } = opened;
    await ask(client, sessionText(flavour, opened.mode, { timeoutMs: limits.timeoutMs, lockSeconds: LOCK_SECONDS }));
    // one database is looked in, not a path: the first
    await ask(client, `use ${identifier(limits.searchPath[0] ?? this.#connection.database)}`);
    if (flavour.hasTransactions) await ask(client, `start transaction ${mode}`);
  }

  /** Asks the server to stop what a connection does, on a connection of its own. */
  async #kill(threadId: number): Promise<void> {
    const { client } = await connectOnce(this.#connection);
    await ask(client, `kill query ${Math.trunc(threadId)}`).finally(() => end(client));
  }

  /** Whether the server works for a connection; one that is stuck in sending to us does not. A product that keeps no such list is believed. */
  async #isWorking(threadId: number): Promise<boolean> {
    const { client } = await connectOnce(this.#connection);
    try {
      const rows = await ask(client, `select command, state from information_schema.processlist where id = ${Math.trunc(threadId)}`).catch(
        () => null,
      );
      return rows === null || rows.some(([command, state]) => command !== 'Sleep' && !/net|client/i.test(String(state ?? '')));
    } finally {
      await end(client);
    }
  }

  /** Ties a connection to a signal and a deadline; `ended` undoes it. */
  #watch(client: Client, request: Pick<ReadRequest, 'signal' | 'timeoutMs'>): Explaining {
    const threadId = (client as unknown as { threadId: number }).threadId;
    const watched = watchConnection(socketOf(client), request, {
      cancel: () => this.#kill(threadId),
      isWorking: () => this.#isWorking(threadId),
    });
    const { state } = watched;
    return {
      ...watched,
      explained: (error: unknown, text: string): SourceError => {
        if (state.stopped === 'cancelled') return new SourceError('cancelled', '查询已停止', { cause: error });
        if (state.stopped === 'timeout')
          return new SourceError('timeout', '执行超过时间限制，已自动停止，请缩小查询范围', { code: '3024', cause: error });
        if (state.stopped === 'tooLarge')
          return new SourceError('statement', '查询结果的单个批次超过128MB，请减少字段或截取过长的内容', { cause: error });
        return state.stopped === 'silent' || error instanceof Silent ? noAnswer(error) : sourceError(error, text);
      },
    };
  }

  /** After one connection of the pool went silent: the idle ones went with it, and the name may lead elsewhere by now. */
  #renew({ pool, idle }: Ready, current: Promise<Ready> | null): void {
    if (this.#ready === current) this.#ready = null;
    for (const client of idle) {
      socketOf(client).destroy();
      client.destroy();
    }
    pool.end(() => undefined);
  }

  /** A connection in a transaction of the request. */
  #take(request: ReadRequest) {
    return takeConnection<PoolConnection, Explaining>({
      places: this.#places,
      request,
      connect: async () => {
        const starting = this.#start();
        const current = this.#ready;
        const ready = await starting;
        const client = await new Promise<PoolConnection>((resolve, reject) =>
          ready.pool.getConnection((error, connection) => (error ? reject(sourceError(error)) : resolve(connection))),
        );
        return { client, renew: () => this.#renew(ready, current), begin: () => this.#begin(client, ready.opened, 'read only', request) };
      },
      socketOf,
      watch: (client) => this.#watch(client, request),
      failed: (client, watch, error) => {
        const failure = watch.explained(error, request.text);
        // a statement that the server refused leaves its connection in order
        if (failure.kind === 'statement' || failure.kind === 'denied') client.release();
        else void this.#abandon(client); // it throws nothing
        return failure;
      },
    });
  }

  /** A result that was not read to its end: the server must stop making it, and what is on its way is thrown away. */
  async #abandon(client: PoolConnection): Promise<void> {
    const threadId = client.threadId;
    socketOf(client).destroy();
    client.destroy();
    await this.#kill(threadId).catch(() => undefined); // it has ended by itself
  }

  async open(request: ReadRequest): Promise<OpenResult> {
    request.signal.throwIfAborted();
    const { client, watch, leave } = await this.#take(request);
    let rows: Rows | null = null;
    let isOpen = true;
    const finish = async (isBroken: boolean) => {
      if (!isOpen) return;
      isOpen = false;
      watch.ended();
      if (isBroken || watch.state.stopped !== null || rows?.isOver === false) {
        const gone = this.#abandon(client);
        leave();
        // nobody waits for a server that says nothing
        return watch.state.stopped === 'silent' ? undefined : gone;
      }
      try {
        await atOnce(socketOf(client), reset(client));
        client.release();
      } catch {
        await this.#abandon(client);
      } finally {
        leave();
      }
    };
    const failed = async (error: unknown): Promise<SourceError> => {
      const mapped = watch.explained(error, request.text);
      // a statement that the server refused leaves its connection in order
      await finish(mapped.kind !== 'statement' && mapped.kind !== 'denied');
      return mapped;
    };
    try {
      rows = new Rows(client, request.text, request.params);
      const columns = await watch.waitFor(rows.columns());
      // an error of the first rows belongs to opening
      let first = columns.length === 0 ? [] : await watch.waitFor(rows.take(FIRST_BATCH));
      return {
        columns,
        read: async (most) => {
          if (first.length > 0) {
            const batch = first.slice(0, most);
            first = first.slice(most);
            return batch;
          }
          if (!isOpen || columns.length === 0) return [];
          try {
            watch.state.bytes = 0;
            return await watch.waitFor(rows!.take(most));
          } catch (error) {
            throw await failed(error);
          }
        },
        close: () => finish(false),
      };
    } catch (error) {
      throw await failed(error);
    }
  }

  async write(request: Parameters<SourcePool['write']>[0]): Promise<WriteOutcome> {
    request.signal.throwIfAborted();
    const { client, ...opened } = await connectOnce(this.#connection);
    const watch = this.#watch(client, request);
    const counts: number[] = [];
    const ms: number[] = [];
    try {
      if (!opened.flavour.hasTransactions) throw new SourceError('denied', `${opened.flavour.label} 不支持撤销修改，不能在工作台修改数据`);
      await assertCanUndo(client, request.texts);
      await this.#begin(client, opened, 'read write', request);
      for (const text of request.texts) {
        const started = performance.now();
        counts.push(await watch.waitFor(affected(client, text)));
        ms.push(performance.now() - started);
      }
      await watch.waitFor(ask(client, request.commit ? 'commit' : 'rollback'));
      return { counts, ms };
    } catch (error) {
      if (watch.state.stopped === 'cancelled')
        throw new SourceError('cancelled', '执行已停止，修改已撤销', { index: counts.length, cause: error });
      if (watch.state.stopped !== null) throw watch.explained(error, '');
      throw sourceError(error, request.texts[counts.length] ?? '', counts.length);
    } finally {
      watch.ended();
      await end(client);
    }
  }

  async close(): Promise<void> {
    const ready = await this.#ready?.catch(() => null);
    this.#ready = null;
    if (ready) await new Promise<void>((resolve) => ready.pool.end(() => resolve()));
  }
}

/** Ends the transaction and forgets variables, temporary tables and settings: nothing of one statement is there for the next. */
const reset = (client: PoolConnection): Promise<void> =>
  new Promise((resolve, reject) => {
    client.reset((error) => (error ? reject(error) : resolve()));
  });

/** Rows that a statement met (as PostgreSQL counts, not only those whose values differ afterwards). */
const affected = (client: Client, text: string): Promise<number> =>
  new Promise((resolve, reject) =>
    client.query({ sql: text }, (error, result) => {
      if (error) reject(error);
      else resolve(Array.isArray(result) ? result.length : ((result as { affectedRows?: number }).affectedRows ?? 0));
    }),
  );

/** MySQL and what speaks its protocol. */
export const mysql: SourceAdapter = {
  dialect: 'mysql',
  probe,
  harvest,
  pool: (connection) => new MysqlPool(connection),
  createText: mysqlCreate,
};
