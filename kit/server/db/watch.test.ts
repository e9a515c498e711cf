import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { openDatabase, type Database } from './open.ts';

const app = startApp();
/** Parts of a large statement are passed on one after the other. */
const LARGE_BYTES = 30_000;
const PAUSE_MS = 16;
const TEXT_CHARS = 16_000_000;
let way: Server;
let own: Database;

beforeAll(async () => {
  const { host, port } = app.connection;
  way = createServer((incoming) => {
    const server = connect(`${host}/.s.PGSQL.${port}`);
    server.on('error', () => incoming.destroy()).pipe(incoming);
    incoming.on('error', () => server.destroy()).on('close', () => server.destroy());
    const passOn = async () => {
      for await (const part of incoming as AsyncIterable<Buffer>) {
        server.write(part);
        if (part.length > LARGE_BYTES) await wait(PAUSE_MS);
      }
    };
    passOn().catch(() => server.destroy());
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const slow = { ...app.connection, host: '127.0.0.1', port: (way.address() as AddressInfo).port, max: 1 };
  own = openDatabase(slow, { warn: () => undefined });
});
afterAll(async () => {
  await own.close();
  way.close();
});

it('a statement that takes long to be sent is no silence, and its connection stays', async () => {
  const lengthOf = async (text: string) =>
    (await own.pool.query<{ length: number }>({ name: 'length', text: 'select length($1::text) as length', values: [text] })).rows[0]
      ?.length;
  // prepared: from now on the server hears of the statement when it has all of it
  expect(await lengthOf('x')).toBe(1);
  const began = performance.now();
  expect(await lengthOf('x'.repeat(TEXT_CHARS))).toBe(TEXT_CHARS);
  // longer than a connection may be silent
  expect(performance.now() - began).toBeGreaterThan(3_500);
}, 120_000);
