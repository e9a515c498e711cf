import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { callsOf } from './calls/of-node.ts';
import { COLUMNS } from './test-kinds.ts';
import { MarketCalls } from './test-market.ts';

const app = startApp();
const source = testSource(
  app,
  `create type mood as enum ('sad', 'ok'); create domain positive as integer check (value > 0);
   create type place as (name text, latitude numeric, tags text[]);
   create table kinds (${COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')});
   insert into kinds values (${COLUMNS.map(([, , first]) => first).join(', ')}), (${COLUMNS.map(([, , , second]) => second).join(', ')});
   insert into kinds (id) values (3);
   create table slow (id integer primary key); insert into slow values (1);
   create view slower as select i as id, repeat('字', i) as word from generate_series(1, 3) i, (select pg_sleep(0.08)) wait;
   create view waits as select 1 as id from pg_sleep(20);
   create table many (id integer primary key, word text); insert into many select i, repeat('字', 50) from generate_series(1, 3000) i;`,
);
const market = new MarketCalls(app);
let steward: Send;
let key = '';
let appId = '';

async function published(url: string, table: string, columns: readonly string[], over: Record<string, unknown> = {}): Promise<string> {
  const id = await market.make(await market.body(url, table, columns, over));
  await market.release(id);
  await market.subscribe(steward, appId, id);
  const path = `v1.0.0${url}`;
  await until(
    () => market.call(`${path}?pageSize=0`, key),
    ({ status }) => status === 400,
  );
  return path;
}
/** Statements that connections of the source's account ran last. */
async function lastStatements(): Promise<string[]> {
  const { rows } = await source.sql(`select query from pg_stat_activity where usename = '${source.reader}'`);
  return (rows as { query: string }[]).map(({ query }) => query);
}

beforeAll(async () => {
  market.sourceId = await source.register();
  await sealColumns(app, market.sourceId, 'c_mobile');
  steward = app.as((await app.make.user({ perms: ['market:subscription:decide'], dataScope: '1' })).token);
  const made = await market.application('车道');
  [appId, key] = [made.appId, made.apiKey];
});

describe('the fast lane', () => {
  it('writes byte for byte what the ordinary way writes, over all types, masked too', async () => {
    const names = COLUMNS.map(([name]) => name);
    const path = await published('/kinds', 'kinds', names);
    const ordinary = await market.call(path, key);
    expect(ordinary.status).toBe(200);
    expect(await lastStatements()).not.toContainEqual(expect.stringMatching(/^select "id"/));
    // once it is known to be short, which the first calls on a busy machine may not show
    let fast = ordinary;
    const again = async () => {
      fast = await market.call(path, key);
      return lastStatements();
    };
    await until(again, (texts) => texts.some((text) => text.startsWith('select "id"')));
    expect(fast.raw.toString()).toBe(ordinary.raw.toString());
    const [first, second, third] = fast.data.data;
    expect(first).toMatchObject({
      c_bigint: '9223372036854775807',
      c_numeric: 'NaN',
      c_boolean: true,
      c_timestamptz: '2026-01-01T08:00:00+08:00',
    });
    expect(first.c_mobile).toMatch(/^138\*+\d{4}$/);
    expect(second).toMatchObject({ c_text: "重庆 😀 '", c_double: 1e20 });
    expect(third).toEqual({ ...Object.fromEntries(names.map((name) => [name, null])), id: 3 });
  });

  it('answers many calls at once, each with its own rows', async () => {
    const path = await published('/many', 'many', ['id', 'word'], {
      params: [{ paramName: 'id', paramType: '2' }],
    });
    await market.call(`${path}?id=1`, key);
    const ids = Array.from({ length: 300 }, (_, i) => i + 1);
    const answers = await Promise.all(ids.map((id) => market.call(`${path}?id=${id}`, key)));
    expect(answers.map(({ data }) => data.data[0]?.id)).toEqual(ids);
    const whole = await market.call(`${path}?pageSize=200&pageNum=15`, key);
    expect(whole.data).toMatchObject({ total: 3000 });
    expect(whole.data.data).toHaveLength(200);
  });

  it('survives a changed table and lost connections without a failed call', async () => {
    const path = 'v1.0.0/many';
    await source.sql('alter table many alter column word type varchar(500)');
    for (let i = 0; i < 3; i++) expect((await market.call(`${path}?id=7`, key)).data.data).toHaveLength(1);
    await source.sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${source.reader}'`);
    for (let i = 0; i < 5; i++) expect((await market.call(`${path}?id=8`, key)).data.data).toHaveLength(1);
  });
});

describe('a statement that is known to be slow', () => {
  it('has a connection of its own, and answers byte for byte what the ordinary way answers', async () => {
    const path = await published('/slower', 'slower', ['id', 'word']);
    const ordinary = await market.call(path, key);
    expect(await lastStatements()).not.toContainEqual(expect.stringMatching(/^select "id".*slower/s));
    const answers = await Promise.all([1, 2, 3].map(() => market.call(path, key)));
    for (const answer of answers) expect(answer.raw.toString()).toBe(ordinary.raw.toString());
    const own = (await lastStatements()).filter((text) => /^select "id".*slower/s.test(text));
    expect(own).toHaveLength(3);
    await market.call(path, key);
    expect((await lastStatements()).filter((text) => /^select "id".*slower/s.test(text))).toHaveLength(3);
  });
});

it('what takes longer than the API allows is ended, and told with when to come again', async () => {
  const path = await published('/waits', 'waits', ['id'], { config: { timeoutMs: 300 } });
  const started = Date.now();
  for (let i = 0; i < 2; i++) {
    const late = await market.call(path, key);
    expect(late).toMatchObject({ status: 503, error: 'api.overload' });
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(Date.now() - started).toBeLessThan(10_000);
  await until(lastStatements, (texts) => !texts.some((text) => text.includes('waits') && text.includes('pg_sleep')));
});

describe('over a socket', () => {
  let origin = '';
  const call = (path: string, init: RequestInit = {}) => fetch(`${origin}/sjzt-datax/data/api/services/${path}`, init);
  beforeAll(async () => {
    origin = await app.node.http.listen({ port: 0, host: '127.0.0.1' });
  });

  it('answers like any call: the same bytes, a request id, refusals in the same form', async () => {
    const path = 'v1.0.0/many?id=7';
    const answer = await call(path, { headers: { api_key: key } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
    expect(await answer.text()).toBe((await market.call(path, key)).raw.toString());
    const refused = await call(path);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ success: false, code: 401, error: 'api.keyMissing' });
    expect((await call('v9.9.9/nowhere')).status).toBe(404);
    expect((await call(`${path}&id=8`, { headers: { 'x-api-key': key } })).status).toBe(400);
  });

  it('gives each caller the own rows of a long answer, also while others go away', async () => {
    const path = await published('/long', 'many', ['id', 'word'], { config: { maxSize: 1000, defaultSize: 1000 } });
    const pages = [1, 2, 3];
    const ids = (page: number) => Array.from({ length: 1000 }, (_, i) => (page - 1) * 1000 + i + 1);
    for (let round = 0; round < 4; round++) {
      const leaving = pages.map((page) => {
        const gone = new AbortController();
        const left = call(`${path}?pageNum=${page}`, { headers: { api_key: key }, signal: gone.signal }).catch(() => null);
        setImmediate(() => gone.abort());
        return left;
      });
      const answers = await Promise.all(
        [...pages, ...pages].map(async (page) => {
          const answer = await call(`${path}?pageNum=${page}`, { headers: { api_key: key } });
          const { data } = (await answer.json()) as { data: { data: { id: number; word: string }[] } };
          return { page, data: data.data };
        }),
      );
      for (const { page, data } of answers) {
        expect(data.map(({ id }) => id)).toEqual(ids(page));
        expect(data.every(({ word }) => word === '字'.repeat(50))).toBe(true);
      }
      await Promise.all(leaving);
    }
  });

  it('stops the statement of a caller who goes away', async () => {
    const path = await published('/abandoned', 'waits', ['id'], { config: { timeoutMs: 30_000 } });
    const gone = new AbortController();
    const left = call(path, { headers: { api_key: key }, signal: gone.signal }).catch((error: Error) => error.name);
    await until(lastStatements, (texts) => texts.some((text) => text.startsWith('select "id"')));
    gone.abort();
    expect(await left).toBe('AbortError');
    const running = async () => {
      const { rows } = await source.sql(`select 1 from pg_stat_activity where usename = '${source.reader}' and state = 'active'`);
      return rows.length;
    };
    await until(running, (count) => count === 0, 10_000);
  });

  it('blames no source for callers who go away: it goes on to answer, and the log says who ended their calls', async () => {
    const path = await published('/left', 'waits', ['id'], { config: { timeoutMs: 30_000 } });
    const beside = await published('/beside', 'many', ['id'], { params: [{ paramName: 'id', paramType: '2' }] });
    const leave = async () => {
      const gone = new AbortController();
      const left = call(path, { headers: { api_key: key }, signal: gone.signal }).catch(() => null);
      await pause(200);
      gone.abort();
      await left;
    };
    // more at once than have a place at the source: some leave while they wait for one
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 8 }, leave));
    const lines = async () => {
      const { data } = await app.admin('GET', '/data/api/apiLogs/page?apiName=left&pageSize=50');
      // without the one that looked whether the API is there
      return (data.data as { httpStatus: number; errorKey: string }[]).filter(({ httpStatus }) => httpStatus !== 400);
    };
    const left = await until(lines, (all) => all.length === 24, 20_000);
    expect(new Set(left.map(({ httpStatus, errorKey }) => `${httpStatus} ${errorKey}`))).toEqual(new Set(['499 api.callerGone']));
    expect(callsOf(app.node.app).breaker.open).toEqual([]);
    expect((await market.call(`${beside}?id=7`, key)).status).toBe(200);
  });
});
