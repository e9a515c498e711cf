import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { adapterOf } from '#modules/sources/server/adapter/index.ts';
import { SourceError, type Connection, type SourcePool } from '#modules/sources/server/adapter/types.ts';
import { frozenProxy, type FrozenProxy } from './frozen-proxy.ts';
import { outsideDatabase, type OutsideDatabase } from './outside-database.ts';

/** A statement may take this long: a silent connection must be noticed by other means. */
const TIMEOUT_MS = 60_000;
const RECOVERED_MS = 15_000;
const CLIENTS = 5;

interface Kind {
  /** where the server listens */
  target(): { host: string; port: number } | { path: string };
  connection(port: number): Connection;
  kind: string;
  searchPath(): string[];
  /** sleeps for seconds, and answers 1 */
  slow(seconds: number): string;
  /** the given number of rows of 1 kB each */
  rows(n: number): string;
}

function keepsUp({ target, connection, kind, searchPath, slow, rows }: Kind): void {
  let proxy: FrozenProxy;
  let pool: SourcePool;
  const leaving = new AbortController();
  beforeEach(async () => {
    proxy = await frozenProxy(target());
    pool = (await adapterOf(kind)).pool(connection(proxy.port));
  });
  afterEach(async () => {
    void pool.close();
    await proxy.close();
  });
  const open = (text: string, signal = leaving.signal) =>
    pool.open({ text, params: [], searchPath: searchPath(), timeoutMs: TIMEOUT_MS, signal });
  const query = async (text: string): Promise<unknown[][]> => {
    const result = await open(text);
    const found = await result.read(10);
    await result.close();
    return found;
  };
  const failure = async (work: Promise<unknown>): Promise<SourceError & { ms: number }> => {
    const began = performance.now();
    const error = await work.then(
      (found) => expect.fail(`it answered ${JSON.stringify(found)}`) as never,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(SourceError);
    return Object.assign(error as SourceError, { ms: performance.now() - began });
  };

  it('serves the next reads through new connections when the idle ones went silent', async () => {
    await Promise.all(Array.from({ length: CLIENTS }, () => query('select 1')));
    expect(proxy.open()).toBeGreaterThan(0);
    proxy.freeze();
    const began = performance.now();
    const found = await Promise.all(Array.from({ length: CLIENTS }, () => query('select 7')));
    const took = performance.now() - began;
    process.stdout.write(`  ${CLIENTS} reads after a freeze of idle connections: ${Math.round(took)} ms\n`);
    expect(found.map((one) => Number(one[0]?.[0]))).toEqual(Array.from({ length: CLIENTS }, () => 7));
    expect(took).toBeLessThan(RECOVERED_MS);
    expect(await query('select 1')).toHaveLength(1);
  });

  it('gives up a statement under way on a silent connection, and says so', async () => {
    const running = failure(open(slow(40)));
    await wait(1_500);
    proxy.freeze({ newToo: true });
    const frozenAt = performance.now();
    const error = await running;
    process.stdout.write(`  a statement under way was given up after ${Math.round(performance.now() - frozenAt)} ms\n`);
    expect(error).toMatchObject({ kind: 'unreachable', message: '数据源没有响应，连接已断开，请稍后重试' });
    expect(performance.now() - frozenAt).toBeLessThan(RECOVERED_MS);
    // and it is back with the network
    proxy.thaw();
    const backAt = performance.now();
    expect(await query('select 1')).toHaveLength(1);
    expect(performance.now() - backAt).toBeLessThan(RECOVERED_MS);
  });

  it('gives up a result that is half read', async () => {
    const result = await open(rows(200_000));
    expect((await result.read(100)).length).toBeGreaterThan(0);
    proxy.freeze();
    const drained = (async () => {
      while ((await result.read(5_000)).length > 0);
    })();
    const error = await failure(drained);
    expect(error).toMatchObject({ kind: 'unreachable' });
    expect(error.ms).toBeLessThan(RECOVERED_MS);
    expect(await query('select 1')).toHaveLength(1);
  });

  it('says within moments that a source cannot be reached, and that it is back', async () => {
    await query('select 1');
    proxy.freeze({ newToo: true });
    const error = await failure(query('select 1'));
    expect(error.kind).toBe('unreachable');
    expect(error.ms).toBeLessThan(RECOVERED_MS);
    proxy.thaw();
    expect(await query('select 1')).toHaveLength(1);
  });

  it('leaves a slow statement alone', async () => {
    const found = await query(slow(11));
    expect(found).toHaveLength(1);
  });
}

const COMMON = { sid: null, url: null, files: [], sslMode: 'disable' } as const;

describe('a PostgreSQL source that goes silent', () => {
  let database: OutsideDatabase;
  beforeAll(async () => {
    database = await outsideDatabase();
    await database.create('src');
  });
  afterAll(() => database.stop());
  keepsUp({
    kind: '5',
    target: () => ({ path: database.socket }),
    connection(port) {
      const { username, password } = new URL(database.url('src', port));
      return { ...COMMON, host: '127.0.0.1', port, database: 'src', username, password };
    },
    searchPath: () => ['public'],
    slow: (seconds) => `select 1 from pg_sleep(${seconds})`,
    rows: (n) => `select i, repeat('x', 1000) from generate_series(1, ${n}) i`,
  });
});

describe.runIf(hasMariadb)('a MariaDB source that goes silent', () => {
  const mariadb = startMariadb();
  keepsUp({
    kind: '2',
    target: () => ({ host: mariadb.host, port: mariadb.port }),
    connection: (port) => ({ ...COMMON, host: mariadb.host, port, database: mariadb.database, ...mariadb.reader }),
    searchPath: () => [mariadb.database],
    slow: (seconds) => `select sleep(${seconds})`,
    rows: (n) => `select seq, repeat('x', 1000) from seq_1_to_${n}`,
  });
});
