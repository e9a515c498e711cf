import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import type { Connection, SourcePool } from './types.ts';

const MAX_CONNECTIONS = 20;

/** What callers of a source notice when all of its connections are in use. */
function itKeepsWaitersInLine(poolOf: () => SourcePool): void {
  const asked = (pool: SourcePool, { signal = new AbortController().signal, timeoutMs = 30_000 } = {}) =>
    pool.open({ text: 'select 1', params: [], searchPath: [], timeoutMs, signal });
  it('tells who gives up at once, and gives the next connection to who still waits', async () => {
    const pool = poolOf();
    const held = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => asked(pool)));
    const leaving = new AbortController();
    const left = asked(pool, { signal: leaving.signal });
    const waits = asked(pool);
    leaving.abort(new Error('the caller went away'));
    await expect(left).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(asked(pool, { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' });
    await held.pop()?.close();
    const late = await waits;
    expect(await late.read(10)).toHaveLength(1);
    await Promise.all([...held, late].map((result) => result.close()));
    // nobody has kept a place
    await Promise.all((await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => asked(pool)))).map((result) => result.close()));
    await pool.close();
  });
}
const places = { sslMode: 'disable', sid: null, url: null, files: [] } as const;

describe('PostgreSQL', () => {
  const app = startApp();
  let proxy!: Server;
  beforeAll(async () => {
    const { host, port } = app.connection;
    // the test cluster has a unix socket only; a source is reached by host and port
    proxy = createServer((incoming) => {
      const outgoing = connect(join(String(host), `.s.PGSQL.${port}`));
      incoming.pipe(outgoing).pipe(incoming);
      incoming.on('error', () => outgoing.destroy());
      outgoing.on('error', () => incoming.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void proxy.close());
  itKeepsWaitersInLine(() => {
    const { database, user, password } = app.connection;
    const { port } = proxy.address() as AddressInfo;
    const account = { username: String(user), password: typeof password === 'string' ? password : 'x' };
    const connection: Connection = { ...places, host: '127.0.0.1', port, database: String(database), ...account };
    return postgres.pool(connection);
  });
});

describe.runIf(hasMariadb)('MariaDB', () => {
  const mariadb = startMariadb('create table one (id int)');
  itKeepsWaitersInLine(() => {
    const { host, port, database } = mariadb;
    return mysql.pool({ ...places, host, port, database, ...mariadb.reader });
  });
});
