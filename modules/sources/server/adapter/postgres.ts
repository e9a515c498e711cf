import type { Duplex } from 'node:stream';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { Permits } from '#kit/server/permits.ts';
import { cancelStatement } from './postgres-cancel.ts';
import { catalogueSql } from './postgres-catalogue.ts';
import { connectOnce } from './postgres-connect.ts';
import { PostgresFast } from './postgres-fast.ts';
import { postgresCreate } from './postgres-create.ts';
import { sourceError } from './postgres-errors.ts';
import { readFlavour } from './postgres-flavour.ts';
import { harvest } from './postgres-harvest.ts';
import { resultColumn, valueTypes } from './postgres-values.ts';
import { takeConnection } from './take-connection.ts';
import {
  SourceError,
  type Connection,
  type OpenResult,
  type Probe,
  type ReadRequest,
  type SourceAdapter,
  type SourcePool,
  type WriteOutcome,
} from './types.ts';
import { atOnce, noAnswer, Silent, watchConnection, type Watched } from './watch.ts';

const LOCK_MS = 3_000;
const MAX_CONNECTIONS = 20;
const IDLE_MS = 30_000;
/**
 * From version 16 on `count(distinct a)` sorts the rows that all aggregates of its query read, so that `string_agg(b, ',')` beside it
 * lists b in the order of a column that the reader may only see masked.
 */
const PRESORTING = 'enable_presorted_aggregate';
/** Rows are asked for in portions of about this size. */
const GOOD_BATCH_BYTES = 16 * 1_048_576;

interface PgRow {
  [name: string]: string | number | boolean | null;
}

async function probe(connection: Connection): Promise<Probe> {
  const { client, tls } = await connectOnce(connection);
  try {
    const flavour = await readFlavour(client);
    const { rows } = await client.query<PgRow>(catalogueSql(flavour).account);
    const row = rows[0] ?? {};
    const warnings: string[] = [];
    if (row.super) warnings.push('该账号是超级用户，建议改用只读账号');
    else if (row.creator) warnings.push('该账号可以创建数据库或角色，建议改用只读账号');
    if (!row.super && Number(row.writable ?? 0) > 0) warnings.push(`该账号可以修改 ${row.writable} 张表，建议改用只读账号`);
    return {
      version: flavour.label,
      database: String(row.database ?? ''),
      tls,
      tables: Number(row.tables ?? 0),
      readable: Number(row.readable ?? 0),
      schemas: row.schemas ? String(row.schemas).split('\n') : [],
      warnings,
      features: { views: true, routines: true, comments: true, statistics: true, cancel: true },
    };
  } catch (error) {
    throw sourceError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

class PostgresPool implements SourcePool {
  readonly #connection: Connection;
  #pool: Promise<pg.Pool> | null = null;
  readonly #places = new Permits(MAX_CONNECTIONS);
  /** connections that wait for work */
  readonly #idle = new WeakMap<pg.Pool, Set<pg.PoolClient>>();
  /** true = the server knows PRESORTING */
  #presorts = false;
  readonly fast: PostgresFast;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.fast = new PostgresFast(connection);
  }

  /** The first connection finds out about TLS and the address; the pool keeps what it found. */
  async #ready(): Promise<pg.Pool> {
    this.#pool ??= (async () => {
      const { client, config } = await connectOnce(this.#connection);
      try {
        const { rows } = await client.query<PgRow>('select count(*)::int as n from pg_settings where name = $1', [PRESORTING]);
        this.#presorts = Number(rows[0]?.n) > 0;
      } finally {
        await client.end();
      }
      const pool = new pg.Pool({ ...config, max: MAX_CONNECTIONS, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true });
      pool.on('error', () => undefined); // an idle connection broke; the next query opens another
      // One that breaks while it is used tells its query; without a listener of its own it would end the process too.
      pool.on('connect', (client) => client.on('error', () => undefined));
      const idle = new Set<pg.PoolClient>();
      this.#idle.set(pool, idle);
      pool.on('acquire', (client) => idle.delete(client));
      pool.on('release', (_error, client) => idle.add(client));
      pool.on('remove', (client) => idle.delete(client));
      return pool;
    })();
    try {
      return await this.#pool;
    } catch (error) {
      this.#pool = null;
      throw error;
    }
  }

  async #begin(
    client: pg.ClientBase,
    mode: 'read only' | 'read write',
    request: Pick<ReadRequest, 'searchPath' | 'timeoutMs' | 'hidesJoinOrder'>,
  ): Promise<void> {
    const path = request.searchPath.map((schema) => pg.escapeIdentifier(schema)).join(', ');
    // in one message: a chart waits for each of them
    await client.query(`begin ${mode};
      select set_config('statement_timeout', '${Math.ceil(request.timeoutMs)}', true), set_config('lock_timeout', '${LOCK_MS}', true),
        set_config('search_path', ${pg.escapeLiteral(path)}, true), set_config('TimeZone', 'Asia/Shanghai', true),
        set_config('DateStyle', 'ISO, YMD', true), set_config('IntervalStyle', 'postgres', true),
        set_config('standard_conforming_strings', 'on', true), set_config('row_security', 'on', true)${
          this.#presorts ? `, set_config('${PRESORTING}', 'off', true)` : ''
        }${request.hidesJoinOrder ? ", set_config('enable_mergejoin', 'off', true)" : ''}`);
  }

  /** Whether the server works for the process behind a connection; one that is stuck in sending to us does not. */
  async #isWorking(pid: number): Promise<boolean> {
    const { client } = await connectOnce(this.#connection);
    try {
      const { rows } = await client.query<PgRow>(
        "select count(*)::int as n from pg_stat_activity where pid = $1 and state = 'active' and wait_event_type is distinct from 'Client'",
        [pid],
      );
      return Number(rows[0]?.n) > 0;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Ties a connection to a signal and a deadline; `ended` undoes it. */
  #watch(client: pg.ClientBase, request: Pick<ReadRequest, 'signal' | 'timeoutMs'>) {
    const pid = (client as unknown as { processID: number }).processID;
    return watchConnection(socketOf(client), request, {
      cancel: () => cancelStatement(this.#connection, pid),
      isWorking: () => this.#isWorking(pid),
    });
  }

  /** After one connection of the pool went silent: the idle ones went with it, and the name may lead elsewhere by now. */
  #renew(pool: pg.Pool, current: Promise<pg.Pool> | null): void {
    if (this.#pool === current) this.#pool = null;
    for (const client of this.#idle.get(pool) ?? []) socketOf(client).destroy();
    if (!pool.ending) void pool.end().catch(() => undefined); // connections in use leave it when they are given back
  }

  /** A connection in a transaction of the request. */
  #take(request: ReadRequest) {
    return takeConnection<pg.PoolClient, Watched>({
      places: this.#places,
      request,
      connect: async () => {
        const ready = this.#ready();
        const current = this.#pool;
        const pool = await ready;
        const client = await pool.connect().catch((error: unknown) => {
          throw sourceError(error);
        });
        return { client, renew: () => this.#renew(pool, current), begin: () => this.#begin(client, 'read only', request) };
      },
      socketOf,
      watch: (client) => this.#watch(client, request),
      failed: (client, watch, error) => {
        client.release(true);
        return stopped(watch, error) ?? (error instanceof Silent ? noAnswer(error) : sourceError(error, request.text));
      },
    });
  }

  async open(request: ReadRequest): Promise<OpenResult> {
    request.signal.throwIfAborted();
    const { client, watch, leave } = await this.#take(request);
    const explained = (error: unknown): SourceError => stopped(watch, error) ?? sourceError(error, request.text);
    let isOpen = true;
    const finish = async (broken: boolean) => {
      if (!isOpen) return;
      isOpen = false;
      try {
        const over = async () => {
          if (!broken) await cursor.close();
          await client.query('rollback');
        };
        await atOnce(socketOf(client), over());
        watch.ended();
        client.release();
      } catch (error) {
        watch.ended();
        client.release(error instanceof Error ? error : true);
      } finally {
        leave();
      }
    };
    const cursor = new Cursor<unknown[]>(request.text, [...request.params], { rowMode: 'array', types: valueTypes });
    try {
      client.query(cursor);
      let first = await watch.waitFor(cursor.read(FIRST_BATCH));
      let lastRows = Math.max(1, first.length);
      const fields = (cursor as unknown as { _result: { fields: { name: string; dataTypeID: number }[] } })._result.fields;
      return {
        columns: fields.map(resultColumn),
        read: async (most) => {
          if (first.length > 0) {
            const batch = first.slice(0, most);
            first = first.slice(most);
            return batch;
          }
          if (!isOpen) return [];
          try {
            const size = Math.max(1, Math.min(most, Math.floor((GOOD_BATCH_BYTES * lastRows) / (watch.state.bytes + 1))));
            watch.state.bytes = 0;
            const rows = await watch.waitFor(cursor.read(size));
            lastRows = Math.max(1, rows.length);
            return rows;
          } catch (error) {
            const mapped = explained(error);
            await finish(true);
            throw mapped;
          }
        },
        close: () => finish(false),
      };
    } catch (error) {
      const mapped = explained(error);
      await finish(true);
      throw mapped;
    }
  }

  async write(request: Parameters<SourcePool['write']>[0]): Promise<WriteOutcome> {
    request.signal.throwIfAborted();
    const { client } = await connectOnce(this.#connection);
    const watch = this.#watch(client, request);
    const counts: number[] = [];
    const ms: number[] = [];
    try {
      await this.#begin(client, 'read write', request);
      for (const text of request.texts) {
        const started = performance.now();
        // values, even an empty list, force the extended protocol: one statement per message
        const { rowCount } = await watch.waitFor(client.query({ text, values: [], queryMode: 'extended' } as pg.QueryConfig));
        counts.push(rowCount ?? 0);
        ms.push(performance.now() - started);
      }
      await watch.waitFor(client.query(request.commit ? 'commit' : 'rollback'));
      return { counts, ms };
    } catch (error) {
      if (watch.state.stopped === 'cancelled')
        throw new SourceError('cancelled', '执行已停止，修改已撤销', { index: counts.length, cause: error });
      if (watch.state.stopped === 'tooLarge' || watch.state.stopped === 'silent') throw stopped(watch, error);
      throw sourceError(error, request.texts[counts.length] ?? '', counts.length);
    } finally {
      watch.ended();
      await client.end().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.fast.close();
    const pool = await this.#pool?.catch(() => null);
    this.#pool = null;
    await pool?.end();
  }
}

const FIRST_BATCH = 200;
const socketOf = (client: pg.ClientBase): Duplex => (client as unknown as { connection: { stream: Duplex } }).connection.stream;
/** Why we ended a statement ourselves, null when we did not. */
function stopped({ state }: Watched, cause: unknown): SourceError | null {
  if (state.stopped === 'cancelled') return new SourceError('cancelled', '查询已停止', { cause });
  if (state.stopped === 'timeout')
    return new SourceError('timeout', '执行超过时间限制，已自动停止，请缩小查询范围', { code: '57014', cause });
  if (state.stopped === 'silent') return noAnswer(cause);
  return state.stopped === 'tooLarge' ? tooLarge(cause) : null;
}
const tooLarge = (cause: unknown) => new SourceError('statement', '查询结果的单个批次超过128MB，请减少字段或截取过长的内容', { cause });

/** PostgreSQL and what speaks its protocol. */
export const postgres: SourceAdapter = {
  dialect: 'postgres',
  probe,
  harvest,
  pool: (connection) => new PostgresPool(connection),
  createText: postgresCreate,
};
