import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name text, phone text);
   insert into customer values (1, '甲', '13812345678');
   create table digit as select d, d::text as text from generate_series(0, 9) d`,
);
let id = '';
let keys = 0;
const run = (sqlText: string) => app.admin('POST', '/data/console/sql/run', { sqlKey: `k${++keys}`, sourceId: id, sqlText });

beforeAll(async () => {
  id = await source.register();
  await app.database.db.updateTable('metadataColumn').set({ level: 'L3' }).where('columnName', '=', 'phone').execute();
});

test('a value of hundreds of megabytes ends the query, not the process', async () => {
  const [answer] = (await run("select repeat('x', 200000000)")).data;
  expect(answer).toMatchObject({ success: false });
  expect(answer.error.message).toContain('128MB');
  expect((await run('select 1')).data[0]).toMatchObject({ success: true });
}, 60_000);

test('a source that goes away in the middle of a query is an answer, not the end of the process', async () => {
  const running = run('select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b');
  await until(
    () =>
      source.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where usename = '${source.reader}' and state = 'active' and query like '%generate_series%'`,
      ),
    ({ rowCount }) => (rowCount ?? 0) > 0,
  );
  expect((await running).status).toBeLessThan(503);
  expect((await run('select 1')).data[0]).toMatchObject({ success: true });
}, 60_000);

test('wide rows arrive in smaller portions', async () => {
  const [answer] = (await run("select g, repeat('x', 300000) as x from generate_series(1, 900) g")).data;
  expect(answer).toMatchObject({ success: true, truncated: true });
}, 60_000);

test('a script of thousands of statements is refused before any runs', async () => {
  expect(await run(Array(2000).fill('select 1').join(';'))).toMatchObject({ status: 422, error: 'gate.refused' });
});

test('a masked value cannot be spelled out of conditions, scopes or functions', async () => {
  const texts = [
    `select (select string_agg(text, '' order by p) from generate_series(1, 11) p, digit where substr(c.phone, p, 1) = text) as x from customer c`,
    'select (select phone from generate_series(1, 1) g) as x from customer',
    `select (select q.v from (values ('x')) s(phone), (select phone as v) q) as x from customer`,
    'select c.phone as x from customer c',
    `select row_to_json(c)::text as x from customer c`,
  ];
  for (const text of texts) {
    const answer = await run(text);
    expect(answer.raw.toString(), text).not.toContain('13812345678');
  }
  expect(await run("select name as x from customer where phone = '13812345678'")).toMatchObject({ status: 422, error: 'gate.refused' });
  expect((await run('select name as x from customer where phone is not null')).data[0].dataList).toEqual([{ x: '甲' }]);
});

test('columns that moved since the last synchronisation stay hidden', async () => {
  await source.sql('alter table customer rename to old_customer');
  await source.sql("create table customer as select phone as id, name, '1'::text as phone from old_customer");
  await source.sql(`grant select on customer to ${source.reader}`);
  await source.sql('alter table customer rename column id to secret');
  expect((await run('select * from customer')).raw.toString()).not.toContain('13812345678');
});
