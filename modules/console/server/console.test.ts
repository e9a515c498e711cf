import { expect, test, beforeAll } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { CANARY, sealColumns, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name text not null, phone text, born date, seen timestamptz, total numeric(18,2), big bigint, doc jsonb, ok boolean);
   insert into customer values (1, '甲', '13800000001', '1990-01-02', '2026-01-02 03:04:05+08', 12.50, 9007199254740993, '{"a": 1}', true), (2, '=1+1', null, null, null, null, null, null, false);
   create table numbers as select g as n, g % 7 as k from generate_series(1, 20000) g;
   create table closed (id int)`,
);
let id = '';
let keys = 0;
const run = (sqlText: string, over: Record<string, unknown> = {}, call = app.admin) =>
  call('POST', '/data/console/sql/run', { sqlKey: `k${++keys}`, sourceId: id, sqlText, ...over });

beforeAll(async () => {
  id = await source.register();
  await source.sql(`revoke select on closed from ${source.reader}`);
});

test('answers one entry per statement with exact values', async () => {
  const answer = await run('select 1 as a; -- 第二条\nselect * from customer order by id');
  expect(answer.status).toBe(200);
  expect(answer.data).toHaveLength(2);
  expect(answer.data[0]).toMatchObject({ sql: 'select 1 as a', success: true, count: 1, columnList: ['a'], dataList: [{ a: 1 }] });
  expect(answer.data[1].dataList[0]).toEqual({
    id: 1,
    name: '甲',
    phone: '13800000001',
    born: '1990-01-02',
    seen: '2026-01-02T03:04:05+08:00',
    total: '12.50',
    big: '9007199254740993',
    doc: '{"a": 1}',
    ok: true,
  });
  expect(answer.data[1].columns[2]).toMatchObject({ name: 'phone', kind: 'text', masked: false, from: ['public.customer.phone'] });
  expect((await run('select 1 as a, 2 as a')).data[0].columnList).toEqual(['a', 'a_2']);
  expect((await run('select n from numbers where false')).data[0]).toMatchObject({ count: 0, columnList: ['n'], truncated: false });
});

test('stops at the row cap and says so', async () => {
  expect((await run('select n from numbers')).data[0]).toMatchObject({ count: 1000, truncated: true });
  expect((await run('select n from numbers limit 1000')).data[0]).toMatchObject({ count: 1000, truncated: false });
});

test('a refused script runs nothing and names the place', async () => {
  const before = (await app.admin('GET', `/data/console/sql/history/page?sourceId=${id}&outcome=success`)).data.total;
  const answer = await run('select 1;\nselect pg_cancel_backend(1)');
  expect([answer.status, answer.error]).toEqual([422, 'gate.refused']);
  expect(answer.data.position).toEqual({ offset: 17, line: 2, column: 8 });
  const history = await app.admin('GET', `/data/console/sql/history/page?sourceId=${id}&outcome=success`);
  expect(history.data.total).toBe(before);
  const refusals = await app.admin('GET', `/data/console/sql/history/page?sourceId=${id}&outcome=refused`);
  expect(refusals.data.data[0]).toMatchObject({ username: 'admin', sqlText: 'select 1;\nselect pg_cancel_backend(1)' });
});

test('nobody is exempt: the administrator is refused too', async () => {
  for (const sql of [
    'select * from pg_class',
    'drop table customer',
    'set role postgres',
    'select * from hidden',
    'vacuum',
    'delete from customer; drop table customer',
  ])
    expect((await run(sql)).error).toBe('gate.refused');
});

test('an error of the source is an answer with a position in the text of the writer', async () => {
  const text = "select 1;\n/* 说明 */ select '😀' as e, sum(name) from customer";
  const answer = await run(text);
  expect(answer.status).toBe(200);
  expect(answer.data.map((entry: { success: boolean }) => entry.success)).toEqual([true, false]);
  const { error } = answer.data[1];
  expect(error).toMatchObject({ code: '42883', position: { line: 2 } });
  expect(text.slice(error.position.offset, error.position.offset + 3)).toBe('sum');
  const denied = await run('select * from closed');
  expect(denied.data[0]).toMatchObject({ success: false, error: { code: '42501' } });
  expect((await run('select 1/0')).data[0].error.message).toContain('除数为零');
});

test('a long statement can be stopped, also when the browser just leaves', async () => {
  const slow = 'select count(*) from numbers a, numbers b, numbers c where a.n + b.n + c.n < 0';
  const pending = run(slow, { sqlKey: 'stop_me' });
  for (let asked = false; !asked; await sleep(30)) asked = (await app.admin('POST', '/data/console/sql/stop', { sqlKey: 'stop_me' })).data;
  const answer = await pending;
  expect(answer.data[0]).toMatchObject({ success: false, error: { message: '查询已停止' } });
  const busy = `select count(*)::int as n from pg_stat_activity where usename = '${source.reader}' and state = 'active' and query like '%numbers a%'`;
  await until(
    () => source.sql(busy),
    ({ rows }) => rows[0].n === 0,
  );
  const other = app.as((await app.make.user({ perms: ['metadata:sqlconsole:run'] })).token);
  const mine = run(slow, { sqlKey: 'not_yours' });
  await sleep(200);
  expect((await other('POST', '/data/console/sql/stop', { sqlKey: 'not_yours' })).data).toBe(false);
  await app.admin('POST', '/data/console/sql/stop', { sqlKey: 'not_yours' });
  await mine;
});

test('changing data needs its permission and a confirmation with the exact number', async () => {
  await source.sql(`grant insert, update, delete on numbers to ${source.reader}`);
  const reader = app.as((await app.make.user({ perms: ['metadata:sqlconsole:run'] })).token);
  expect((await run('delete from numbers', {}, reader)).error).toBe('gate.refused');
  const asked = await run('delete from numbers where k = 3');
  expect([asked.status, asked.error]).toEqual([409, 'console.confirmRequired']);
  const expected = (await source.sql('select count(*)::int as n from numbers where k = 3')).rows[0].n;
  expect(asked.data.count).toBe(expected);
  expect(expected).toBeGreaterThan(0);
  const done = await run('delete from numbers where k = 3', { confirmed: true });
  expect(done.data[0]).toMatchObject({ success: true, count: expected, kind: 'write' });
  expect((await source.sql('select count(*)::int as n from numbers where k = 3')).rows[0].n).toBe(0);
  const failed = await run("update numbers set k = 'x'", { confirmed: true });
  expect(failed.data[0].success).toBe(false);
  expect((await run('drop table numbers', { confirmed: true })).error).toBe('gate.refused');
  expect((await run('select 1; delete from numbers', { confirmed: true })).error).toBe('gate.refused');
});

test('what a classified column gives is masked, in any disguise, and errors do not quote it', async () => {
  await sealColumns(app, id, 'phone');
  const answer = await run('select name, phone, id from customer where id = 1');
  expect(answer.data[0].dataList[0]).toMatchObject({ name: '甲', phone: '138****0001', id: 1 });
  expect(await run("select substr(phone, 1, 11) || '!' as p from customer where id = 1")).toMatchObject({
    status: 422,
    error: 'gate.refused',
  });
  for (const sql of [
    'select c from customer c',
    'select row_to_json(c) from customer c',
    'with x(a) as (select phone from customer) select max(a) from x',
    'select name from customer union all select phone from customer',
  ])
    expect((await run(sql)).raw.toString()).not.toContain('13800000001');
  const failed = await run('select phone::int / 0 from customer where id = 1');
  expect(failed.raw.toString()).not.toContain('13800000001');
  const history = await app.admin('GET', `/data/console/sql/history/page?sourceId=${id}`);
  const row = history.data.data.find((entry: { masked: string[] }) => entry.masked.length > 0);
  expect(row.tables).toEqual(['public.customer']);
  await app.database.db.updateTable('metadataColumn').set({ level: null }).where('sourceId', '=', id).execute();
});

test("the history is one's own unless one audits", async () => {
  const user = await app.make.user({ perms: ['metadata:sqlconsole:list', 'metadata:sqlconsole:run'] });
  const own = app.as(user.token);
  await run('select 42 as own', {}, own);
  const mine = await own('GET', '/data/console/sql/history/page');
  expect(mine.data.data.map((row: { userId: string }) => row.userId)).toEqual([user.id]);
  expect(mine.data.data[0]).toMatchObject({ rowCount: '1', outcome: 'success', purpose: 'console' });
  expect((await app.admin('GET', '/data/console/sql/history/page')).data.total).toBeGreaterThan(1);
});

test('the export streams every row and defuses formulas', async () => {
  const answer = await app.admin('POST', '/data/console/sql/export', {
    sourceId: id,
    sqlText: 'select id, name, phone from customer order by id',
  });
  expect(answer.status).toBe(200);
  expect(answer.raw.toString()).toBe("\ufeffid,name,phone\r\n1,甲,13800000001\r\n2,'=1+1,\r\n");
  const all = await app.admin('POST', '/data/console/sql/export', { sourceId: id, sqlText: 'select n from numbers' });
  expect(all.raw.toString().trim().split('\r\n').length).toBeGreaterThan(10_000);
  expect((await app.admin('POST', '/data/console/sql/export', { sourceId: id, sqlText: 'select 1/0' })).status).toBe(422);
  const runner = app.as((await app.make.user({ perms: ['metadata:sqlconsole:run'] })).token);
  expect((await runner('POST', '/data/console/sql/export', { sourceId: id, sqlText: 'select 1' })).status).toBe(403);
});

test('format, check and completion', async () => {
  const formatted = await app.admin('POST', '/data/console/sql/format', { sqlText: 'select a,b from t where a=1' });
  expect(formatted.data.sqlText.split('\n').length).toBeGreaterThan(2);
  const checked = await app.admin('POST', '/data/console/sql/check', {
    sourceId: id,
    sqlText: 'select id from customer;\nselect nope from customer',
  });
  expect(checked.data.errors[0]).toMatchObject({ position: { line: 2, column: 8 } });
  const completion = await app.admin('GET', `/data/console/sql/completion?sourceId=${id}`);
  expect(completion.data.tables.map((table: { tableName: string }) => table.tableName)).toContain('customer');
});

test('a disabled source is closed, a changed password is used at once, and no answer holds the secret', async () => {
  const row = (await app.admin('GET', `/data/metadata/sources/${id}`)).data;
  await app.admin('PUT', `/data/metadata/sources/${id}`, { ...row, status: '0' });
  expect((await run('select 1')).error).toBe('gate.refused');
  const now = (await app.admin('GET', `/data/metadata/sources/${id}`)).data;
  await app.admin('PUT', `/data/metadata/sources/${id}`, { ...now, status: '1', dbSchema: { ...now.dbSchema, dbName: 'gone' } });
  const answer = await run('select 1');
  expect([answer.status, answer.error]).toEqual([502, 'source.unreachable']);
  expect(answer.raw.toString()).not.toContain(CANARY);
  const history = JSON.stringify(await app.database.db.selectFrom('metadataSqlHistory').selectAll().execute());
  expect(history).not.toContain(CANARY);
});

test('the parser survives what is meant to break it', async () => {
  const deep = `select ${'('.repeat(3000)}1${')'.repeat(3000)}`;
  expect((await run(deep)).error).toBe('gate.refused');
  expect((await run(`select ${'1+'.repeat(60_000)}1`)).status).toBeLessThan(500);
  expect((await run(`select '${'x'.repeat(210_000)}'`)).error).toBe('gate.refused');
  expect((await run('select 1\u0000')).error).toBe('gate.refused');
  expect((await run('   ')).error).toBe('gate.refused');
});
