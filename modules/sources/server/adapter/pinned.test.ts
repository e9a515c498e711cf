import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import mssql from 'mssql';
import { mssqlBy, type MssqlDriver } from './mssql.ts';
import { connectPinned } from './pinned.ts';
import { connectionTo, failure } from './test-recorded.ts';

let knocks = 0;
const server = createServer((socket) => {
  knocks++;
  socket.destroy();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());
const port = () => (server.address() as AddressInfo).port;

test('a server cannot send its client to an address that is never a database', async () => {
  for (const host of ['169.254.169.254', '100.100.100.200', 'metadata.google.internal', '[::]', '::ffff:169.254.169.254', '0251.0376.1'])
    await expect(connectPinned({ host, port: 80 }), host).rejects.toMatchObject({ name: 'SourceError', kind: 'unreachable' });
  const socket = await connectPinned({ host: '127.0.0.1', port: port() });
  socket.destroy();
});

test('the driver of SQL Server makes each of its connections by that', async () => {
  const used: { host: string; port: number }[] = [];
  class Watched extends mssql.ConnectionPool {
    constructor(config: mssql.config) {
      const options = config.options as { connector: typeof connectPinned };
      const { connector } = options;
      super({
        ...config,
        options: {
          ...options,
          connector: (...all: Parameters<typeof connectPinned>) => (used.push(all[0]), connector(...all)),
        } as mssql.IOptions,
      });
    }
  }
  const adapter = mssqlBy(async () => ({ ...mssql, ConnectionPool: Watched }) as unknown as MssqlDriver);
  const before = knocks;
  await failure(adapter.probe(connectionTo(port(), { host: '127.0.0.1', sslMode: 'disable' })));
  expect(used[0]).toMatchObject({ host: '127.0.0.1', port: port() });
  expect(knocks).toBeGreaterThan(before);
});
