import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { PostgresFast } from './postgres-fast.ts';

const app = startApp();
let servers: Server[] = [];
/** what the lanes of this test told the server, over all of their connections */
let told = '';
afterEach(() => {
  told = '';
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
    incoming.on('data', (bytes: Buffer) => {
      told += bytes.toString('latin1');
      outgoing.write(bytes);
    });
    incoming.on('end', () => outgoing.end());
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

/** How many statements for several runs were prepared, on whichever connections. */
const batches = (): number => told.split('as "run of batch" (').length - 1;
const wordOf = (i: number): string => [`词${i}`, `"q\\${i}`, `{a,${i}}`, '', `😀${i}`, "'; --"][i % 6]!;

it.each([
  ['rows in their order', 'select i, $1::int as n from generate_series(1, $1::int % 7) i order by i desc limit $2', (i: number) => [i, 5]],
  ['several values', "select $1::text || '$2' as a, $2::int8 + $3::numeric as b", (i: number) => [wordOf(i), i, `${i}.50`]],
  ['nothing', 'select 1 as a where $1::int < 0', (i: number) => [i]],
  ['null', 'select $1::text is null as a, $1::text as b', (i: number) => [i % 2 ? null : wordOf(i)]],
  [
    'named queries',
    'with x as (select $1::int as a) select a, (select count(*) from x)::int as n from x union all select $1 * 2, 0 order by 1',
    (i: number) => [i],
  ],
  ['other limits', 'select g from generate_series(1, $1::int) g order by g limit $2 offset $3', (i: number) => [i + 3, i % 3, i % 2]],
])('answers runs that wait together as each alone: %s', async (_what, text, paramsOf) => {
  const lane = await laneThrough((bytes) => bytes);
  const runs = Array.from({ length: 60 }, (_, i) => paramsOf(i));
  const alone: string[] = [];
  for (const params of runs) alone.push((await read(lane, text, params))!.json.toString());
  expect(batches()).toBe(0);
  const together = await Promise.all(runs.map((params) => read(lane, text, params)));
  expect(together.map((answer) => answer!.json.toString())).toEqual(alone);
  expect(batches()).toBe(1);
  lane.close();
});

it('fails the run whose values are at fault, and no other', async () => {
  const lane = await laneThrough((bytes) => bytes);
  const text = 'select 10 / $1::int as a';
  await read(lane, text, [1]);
  const all = await Promise.allSettled([1, 0, 2, 'x', 5].map((value) => read(lane, text, [value])));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect((all[4] as PromiseFulfilledResult<Awaited<ReturnType<typeof read>>>).value?.json.toString()).toBe('[{"a":2}]');
  lane.close();
});

it('gives each run that waits with others what its caller may see, up to its own size', async () => {
  const lane = await laneThrough((bytes) => bytes);
  const text = "select $1::int as id, repeat('x', $1::int) as words";
  const request = { text, searchPath: ['public'], timeoutMs: 5_000, expectedMs: 1 };
  const idOnly = (columns: readonly { readonly name: string }[]) =>
    columns.map(({ name }) => ({ name: name === 'id' ? name : null, show: null }));
  await read(lane, text, [1]);
  const large = lane.read({ ...request, params: [5_000], outs, maxBytes: 1_000 });
  const all = lane.read({ ...request, params: [2], outs, maxBytes: 1_000 });
  const few = lane.read({ ...request, params: [3], outs: idOnly, maxBytes: 1_000 });
  await expect(large).rejects.toThrow();
  expect((await all)?.json.toString()).toBe('[{"id":2,"words":"xx"}]');
  expect((await few)?.json.toString()).toBe('[{"id":3}]');
  lane.close();
});

describe('on a connection of its own', () => {
  const going = new AbortController().signal;
  const readAlone = (lane: PostgresFast, text: string, { params = [] as unknown[], timeoutMs = 5_000, signal = going } = {}) =>
    lane.readAlone({ text, params, searchPath: ['public'], timeoutMs, outs, maxBytes: 1_000_000, expectedMs: 100 }, signal);
  const pidOf = async (reading: ReturnType<typeof readAlone>) => JSON.parse((await reading)!.json.toString())[0].pid as number;
  const PID = 'select pg_backend_pid() as pid, pg_sleep(0.05)::text as waited';

  it('answers rows, refuses to write, and is used again', async () => {
    const lane = await laneThrough((bytes) => bytes);
    expect((await readAlone(lane, 'select $1::text as a, 2 as b', { params: ['一'] }))?.json.toString()).toBe('[{"a":"一","b":2}]');
    await expect(readAlone(lane, 'create table t (a integer)')).rejects.toThrow(/只读/);
    const first = await pidOf(readAlone(lane, PID));
    expect(await pidOf(readAlone(lane, PID))).toBe(first);
    const pids = await Promise.all([1, 2, 3].map(() => pidOf(readAlone(lane, PID))));
    expect(new Set(pids).size).toBe(3);
    lane.close();
  });

  it('holds each statement to its own limit', async () => {
    const lane = await laneThrough((bytes) => bytes);
    await expect(readAlone(lane, 'select pg_sleep(20)::text as a', { timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' });
    expect(await readAlone(lane, 'select pg_sleep(0.4)::text as a', { timeoutMs: 5_000 })).toMatchObject({ count: 1 });
    await expect(readAlone(lane, 'select pg_sleep(20)::text as a', { timeoutMs: 300 })).rejects.toMatchObject({ kind: 'timeout' });
    lane.close();
  });

  it('ends with its caller, at the server too, and leaves nothing to the next one', async () => {
    const lane = await laneThrough((bytes) => bytes);
    const gone = new AbortController();
    const reading = readAlone(lane, "select pg_sleep(20)::text as a, 'abandoned' as b", { signal: gone.signal });
    const running = async () => {
      const { rows } = await app.database.pool.query(
        "select 1 from pg_stat_activity where state = 'active' and query like '%abandoned%' and pid <> pg_backend_pid()",
      );
      return rows.length;
    };
    await until(running, (count) => count === 1);
    gone.abort();
    await expect(reading).rejects.toMatchObject({ kind: 'cancelled' });
    await until(running, (count) => count === 0);
    expect(await readAlone(lane, 'select 1 as a')).toMatchObject({ count: 1 });
    lane.close();
  });
});
