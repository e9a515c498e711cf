import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { PostgresFast } from './postgres-fast.ts';

const app = startApp();
let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

const KEY_DATA = 0x4b;
/** BackendKeyData with the number of another process, as a pooler greets. */
function withOtherProcess(bytes: Buffer): Buffer {
  for (let at = 0; at + 13 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1))
    if (bytes[at] === KEY_DATA) bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1, at + 5);
  return bytes;
}

/** The lane to the database of the test, through something that passes on what it hears, changed or not. */
async function laneThrough(change: (bytes: Buffer) => Buffer, user = app.connection.user): Promise<PostgresFast> {
  const { host, port, database, password } = app.connection;
  const server = createServer((incoming) => {
    const outgoing = connect(join(String(host), `.s.PGSQL.${port}`));
    outgoing.on('data', (bytes: Buffer) => incoming.write(change(bytes)));
    incoming.pipe(outgoing);
    for (const socket of [incoming, outgoing]) socket.on('error', () => socket.destroy());
    incoming.on('close', () => outgoing.destroy());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new PostgresFast({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    database: String(database),
    username: String(user),
    password: typeof password === 'string' ? password : 'x',
    sslMode: 'disable',
    sid: null,
    files: [],
    url: null,
  });
}
const outs = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => ({ name, show: null }));
const read = (lane: PostgresFast, text: string, params: readonly unknown[] = []) =>
  lane.read({ text, params, searchPath: ['public'], timeoutMs: 5_000, outs, maxBytes: 1_000_000, expectedMs: 1 });

it('answers rows, and refuses to write', async () => {
  const lane = await laneThrough((bytes) => bytes);
  expect((await read(lane, 'select $1::text as a, 2 as b', ['x']))?.json.toString()).toBe('[{"a":"x","b":2}]');
  await expect(read(lane, 'create table t (a integer)')).rejects.toThrow(/只读/);
  await expect(read(lane, 'select 1 / $1::int as a', [0])).rejects.toThrow(/除数为零/);
  expect((await read(lane, 'select 1 / $1::int as a', [1]))?.json.toString()).toBe('[{"a":1}]');
  lane.close();
});

it('leaves a source behind a pooler to the ordinary way: settings and statements would not stay with a connection', async () => {
  let hasGreeted = false;
  const lane = await laneThrough((bytes) => {
    if (hasGreeted) return bytes;
    hasGreeted = bytes.includes(KEY_DATA);
    return withOtherProcess(bytes);
  });
  expect(await read(lane, 'select 1 as a')).toBeNull();
  expect(await read(lane, 'select 1 as a')).toBeNull();
  lane.close();
});

it('fails no call where the account may have no more connections', async () => {
  const lane = await laneThrough((bytes) => bytes);
  expect(await read(lane, 'select 1 as a')).not.toBeNull();
  await app.database.pool.query('create role narrow login connection limit 1');
  const { host, port, database } = app.connection;
  const taken = new pg.Client({ host, port, database, user: 'narrow' });
  await taken.connect();
  const narrow = await laneThrough((bytes) => bytes, 'narrow');
  expect(await read(narrow, 'select 1 as a')).toBeNull();
  await taken.end();
  narrow.close();
  lane.close();
});
