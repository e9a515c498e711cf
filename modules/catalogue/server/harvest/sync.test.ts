import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { syncPlanned } from './plan.ts';

const app = startApp();
const source = testSource(
  app,
  `create schema sales;
   create table customer (id int primary key, name varchar(50) not null, phone text, balance numeric(18,2) default 0);
   comment on table customer is '客户'; comment on column customer.name is '客户名称';
   create table orders (id bigint primary key, customer_id int not null references customer (id), amount numeric(12,2), note text);
   create index orders_amount on orders (amount desc, lower(note));
   create view big_orders as select id, amount from orders where amount > 1000;
   create table doomed (a int); create table temporary_x (a int);
   create table sales.visit (day date not null, n int) partition by range (day);
   create table sales.visit_1 partition of sales.visit for values from ('2026-01-01') to ('2026-07-01');
   create table sales.visit_2 partition of sales.visit for values from ('2026-07-01') to ('2027-01-01');
   create function add_up(a int, b int) returns int language sql as 'select a + b';
   create procedure tidy() language plpgsql as 'begin delete from doomed; end'`,
);
const base = '/data/metadata/sources';
let id = '';

const sync = async () => (await synchronised(app, id)).runs[0];
const changesOf = async (runId: string) => {
  const { data } = await app.admin('GET', `/data/metadata/changeRecords/page?runId=${runId}&pageSize=200`);
  return data.data as Record<string, unknown>[];
};
const brief = (rows: Record<string, unknown>[]) =>
  rows.map((row) => [row['objectName'], row['changeKind'], row['fieldName'], row['fieldOldValue'], row['fieldNewValue']]).sort();

/** The connection of a harvest that waits for a lock; asked on another connection than the one that holds it. */
const blocked = async () => {
  const found = await until(
    () =>
      sql<{ pid: number }>`select pid from pg_stat_activity where usename = ${source.reader} and wait_event_type = 'Lock'`
        .execute(app.database.db)
        .then(({ rows }) => rows),
    (rows) => rows.length > 0,
  );
  return found[0]!.pid;
};

beforeAll(async () => {
  await source.sql(`grant usage on schema sales to ${source.reader}; grant select on all tables in schema sales to ${source.reader}`);
  id = await source.register({ excludeTables: ['*.temporary_*'] });
});

describe('first run', () => {
  test('reads tables with keys, indexes, views with their text, partitions as a count, routines, and leaves no change record', async () => {
    const rows = await app.database.db
      .selectFrom('metadataTable')
      .select(['schemaName', 'tableName', 'tableKind', 'viewSql', 'indexes', 'partitionCount', 'grams', 'changeTime'])
      .where('sourceId', '=', id)
      .orderBy('schemaName')
      .orderBy('tableName')
      .execute();
    expect(rows.map((row) => `${row.schemaName}.${row.tableName} ${row.tableKind}`)).toEqual([
      'public.big_orders view',
      'public.customer table',
      'public.doomed table',
      'public.orders table',
      'sales.visit partitioned',
    ]);
    expect(rows[0]?.viewSql).toMatch(/FROM public\.orders/i);
    expect(rows[3]?.indexes).toEqual([{ name: 'orders_amount', isUnique: false, columns: ['amount', 'lower(note)'], method: 'btree' }]);
    expect(rows[4]?.partitionCount).toBe(2);
    expect(rows[1]?.grams).toContain('客户');
    expect(rows.every((row) => row.changeTime === null)).toBe(true);
    const routines = await app.database.db
      .selectFrom('metadataRoutine')
      .select(['routineName', 'routineKind', 'language', 'signature', 'body'])
      .where('sourceId', '=', id)
      .orderBy('routineName')
      .execute();
    expect(routines).toEqual([
      { routineName: 'add_up', routineKind: 'function', language: 'sql', signature: 'a integer, b integer', body: 'select a + b' },
      { routineName: 'tidy', routineKind: 'procedure', language: 'plpgsql', signature: '', body: 'begin delete from doomed; end' },
    ]);
    expect((await app.admin('GET', `/data/metadata/changeRecords/page?sourceId=${id}`)).data.total).toBe(0);
    const runs = await app.admin('GET', `/data/metadata/syncRuns/page?sourceId=${id}`);
    expect(runs.data.data[0]).toMatchObject({ state: 'done', triggerKind: 'manual', added: 5, columnsAdded: 13, changes: 0 });
    expect(runs.data.data[0].phases).toHaveProperty('write');
    const [row] = await app.database.db
      .selectFrom('metadataSource')
      .select(['tableCount', 'columnCount', 'routineCount'])
      .where('id', '=', id)
      .execute();
    expect(row).toEqual({ tableCount: 5, columnCount: 13, routineCount: 2 });
  });
});

describe('later runs', () => {
  test('every planted change is reported once, by field, and the next run reports nothing', async () => {
    await source.sql(`
      drop view big_orders;
      alter table customer add level char(1);
      alter table orders drop column note;
      alter table orders alter amount type numeric(20,4);
      create view big_orders as select id, amount from orders where amount > 5000;
      alter table customer alter name type varchar(80);
      alter table customer rename column phone to mobile;
      alter table customer alter balance set not null, alter balance set default 1;
      comment on column customer.name is '姓名';
      comment on table orders is '订单';
      create table fresh (a int primary key);
      drop table doomed;
      create unique index customer_mobile on customer (mobile);
      create or replace function add_up(a int, b int) returns int language sql as 'select a + b + 0'`);
    await source.sql(`grant select on all tables in schema public to ${source.reader}`);
    const run = await sync();
    expect(run).toMatchObject({ state: 'done', added: 1, changed: 3, removed: 1 });
    const rows = await changesOf(run.id);
    expect(brief(rows.filter((row) => row['objectType'] !== 'view'))).toEqual(
      [
        ['public.add_up(a integer, b integer)', 'changed', 'routineBody', 'select a + b', 'select a + b + 0'],
        ['public.big_orders.amount', 'changed', 'dataPrecision', '12,2', '20,4'],
        ['public.customer.balance', 'changed', 'columnNullable', '是', '否'],
        ['public.customer.balance', 'changed', 'dataDefault', '0', '1'],
        ['public.customer.customer_mobile', 'added', 'index', null, '唯一索引 btree (mobile)'],
        ['public.customer.level', 'added', 'columnName', null, 'level char(1)'],
        ['public.customer.mobile', 'renamed', 'columnName', 'phone', 'mobile'],
        ['public.customer.name', 'changed', 'columnComment', '客户名称', '姓名'],
        ['public.customer.name', 'changed', 'dataLength', '50', '80'],
        ['public.doomed', 'removed', 'tableName', 'doomed', null],
        ['public.fresh', 'added', 'tableName', null, 'fresh'],
        ['public.orders', 'changed', 'tableComment', null, '订单'],
        ['public.orders.amount', 'changed', 'dataPrecision', '12,2', '20,4'],
        ['public.orders.note', 'removed', 'columnName', 'note text', null],
        ['public.orders.orders_amount', 'removed', 'index', '索引 btree (amount, lower(note))', null],
      ].sort(),
    );
    const view = rows.find((row) => row['objectType'] === 'view');
    expect(view?.['fieldOldValue']).toContain('1000');
    expect(view?.['fieldNewValue']).toContain('5000');
    expect(rows.every((row) => row['origin'] === 'sync' && row['status'] === '0')).toBe(true);

    const again = await sync();
    expect(again).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(await changesOf(again.id)).toEqual([]);
  });

  test('the structure before a change is kept, and two versions can be compared', async () => {
    const { data } = await app.admin('GET', `${base}/${id}/tables`);
    const customer = data.find((table: { tableName: string }) => table.tableName === 'customer');
    const versions = await app.admin('GET', `/data/metadata/tables/${customer.id}/versions`);
    expect(versions.data.map((version: { versionNo: number; isPresent: boolean }) => [version.versionNo, version.isPresent])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(versions.data[0].changes).toBe(7);
    const compared = await app.admin('GET', `/data/metadata/tables/${customer.id}/compare?from=1&to=2`);
    expect(compared.data.from.columns.map((column: { name: string }) => column.name)).toEqual(['id', 'name', 'phone', 'balance']);
    expect(compared.data.to.columns.map((column: { name: string }) => column.name)).toEqual(['id', 'name', 'mobile', 'balance', 'level']);
    expect(compared.data.changes).toHaveLength(7);
    const back = await app.admin('GET', `/data/metadata/tables/${customer.id}/compare?from=2&to=1`);
    expect(back.data.changes.find((change: { field: string }) => change.field === 'dataLength')).toMatchObject({
      oldValue: '80',
      newValue: '50',
    });
    expect((await app.admin('GET', `/data/metadata/tables/${customer.id}/compare?from=1&to=9`)).status).toBe(404);
  });

  test('a column that looks renamed keeps its level, so that its mask holds on', async () => {
    const { db } = app.database;
    await db
      .updateTable('metadataColumn')
      .set({ level: 'L3', cnName: '手机号' })
      .where('sourceId', '=', id)
      .where('columnName', '=', 'mobile')
      .execute();
    await source.sql('alter table customer rename column mobile to tel');
    await sync();
    const [row] = await db
      .selectFrom('metadataColumn')
      .select(['level', 'cnName'])
      .where('sourceId', '=', id)
      .where('columnName', '=', 'tel')
      .where('deletedAt', 'is', null)
      .execute();
    expect(row).toEqual({ level: 'L3', cnName: '手机号' });
  });

  test('a table that comes back keeps its identity and says so', async () => {
    const idOf = async () =>
      (await app.admin('GET', `${base}/${id}/tables`)).data.find((table: { tableName: string }) => table.tableName === 'fresh')?.id;
    const before = await idOf();
    await source.sql('drop table fresh');
    await sync();
    expect(await idOf()).toBeUndefined();
    await source.sql(`create table fresh (a int primary key); grant select on fresh to ${source.reader}`);
    const run = await sync();
    expect(await idOf()).toBe(before);
    expect(brief(await changesOf(run.id))).toEqual([['public.fresh', 'added', 'tableName', '已移除', 'fresh']]);
  });

  test('what leaves the scope leaves the catalogue without a record of a removal', async () => {
    const { data } = await app.admin('GET', `${base}/${id}`);
    const saved = await app.admin('PUT', `${base}/${id}`, { ...data, excludeTables: ['*.temporary_*', 'sales.*'] });
    expect(saved.status).toBe(200);
    const run = await sync();
    expect(run).toMatchObject({ removed: 0 });
    expect(await changesOf(run.id)).toEqual([]);
    const left = await app.admin('GET', `${base}/${id}/tables`);
    expect(left.data.some((table: { schemaName: string }) => table.schemaName === 'sales')).toBe(false);
    const again = await app.admin('GET', `${base}/${id}`);
    await app.admin('PUT', `${base}/${id}`, { ...again.data, excludeTables: ['*.temporary_*'] });
    await sync();
  });
});

describe('rights', () => {
  test('tables that the account may no longer read stay as they are and are counted', async () => {
    await source.sql(
      `revoke select on customer from ${source.reader}; revoke usage on schema sales from ${source.reader}; alter table customer add secret int`,
    );
    const run = await sync();
    expect(run).toMatchObject({ state: 'done', removed: 0, changed: 0 });
    expect(run.message).toContain('另有 2 张没有读取权限');
    const tables = (await app.admin('GET', `${base}/${id}/tables`)).data.map((table: { tableName: string }) => table.tableName);
    expect(tables).toEqual(expect.arrayContaining(['customer', 'visit']));
    await source.sql(
      `grant select on customer to ${source.reader}; grant usage on schema sales to ${source.reader}; alter table customer drop column secret`,
    );
    expect(await changesOf((await sync()).id)).toEqual([]);
  });

  test('a run that breaks half-way removes nothing', async () => {
    await source.sql('create table gone_soon (a int); create table zz_last (a int)');
    await source.sql(`grant select on gone_soon, zz_last to ${source.reader}`);
    await sync();
    await source.sql('drop table gone_soon');
    await source.sql('begin; lock table zz_last in access exclusive mode');
    await app.admin('POST', `${base}/sync/${id}`);
    await sql`select pg_terminate_backend(${await blocked()})`.execute(app.database.db);
    const failed = await until(
      () => app.admin('GET', `${base}/sync/${id}`),
      (answer) => answer.data.isSync === '3',
    );
    await source.sql('rollback');
    expect(failed.data.runs[0]).toMatchObject({ state: 'failed', removed: 0 });
    expect((await app.admin('GET', `${base}/${id}/tables`)).data.map((table: { tableName: string }) => table.tableName)).toContain(
      'gone_soon',
    );
    const run = await sync();
    expect(brief(await changesOf(run.id))).toEqual([['public.gone_soon', 'removed', 'tableName', 'gone_soon', null]]);
  });

  test('a cancel ends the run at once and leaves the source as it was', async () => {
    await source.sql('begin; lock table zz_last in access exclusive mode');
    await app.admin('POST', `${base}/sync/${id}`);
    await blocked();
    const started = performance.now();
    expect((await app.admin('POST', `${base}/sync/${id}/cancel`)).status).toBe(200);
    const answer = await until(
      () => app.admin('GET', `${base}/sync/${id}`),
      ({ data }) => data.runs[0].state === 'cancelled' && data.isSync !== '1',
    );
    // the source still holds the harvest back; one second and what a busy machine adds
    expect(performance.now() - started).toBeLessThan(10_000);
    await source.sql('rollback');
    expect(answer.data.isSync).toBe('2');
  });
});

describe('plan', () => {
  const run = (nodeApp: typeof app.node.app) =>
    syncPlanned.run({
      runId: 'r',
      app: nodeApp,
      params: {},
      dueTime: new Date(),
      signal: new AbortController().signal,
      log: () => undefined,
      progress: () => undefined,
    });
  const stored = () =>
    app.database.db.selectFrom('metadataSource').select(['nextSyncTime', 'isSync']).where('id', '=', id).executeTakeFirstOrThrow();

  test('a due source is started once, however many nodes look, and its next time lies ahead', async () => {
    const past = new Date(Date.now() - 60_000);
    await app.database.db.updateTable('metadataSource').set({ syncCron: '0 0 3 * * ?', nextSyncTime: past }).where('id', '=', id).execute();
    const answers = await Promise.all([run(app.node.app), run(app.node.app), run(app.node.app)]);
    expect(answers.filter((answer) => answer !== null)).toEqual(['启动 1 个数据源的同步']);
    expect((await stored()).nextSyncTime?.getTime()).toBeGreaterThan(Date.now());
    const done = await until(
      () => app.admin('GET', `/data/metadata/syncRuns/page?sourceId=${id}`),
      ({ data }) => data.data[0].triggerKind === 'plan' && data.data[0].state === 'done',
    );
    expect(done.data.data[0]).toMatchObject({ changes: 0 });
    expect(await run(app.node.app)).toBeNull();
  });

  test('a plan that was only just written waits for its first moment, a disabled source is left alone', async () => {
    const { db } = app.database;
    await db.updateTable('metadataSource').set({ nextSyncTime: null }).where('id', '=', id).execute();
    expect(await run(app.node.app)).toBeNull();
    expect((await stored()).nextSyncTime).not.toBeNull();
    await db
      .updateTable('metadataSource')
      .set({ nextSyncTime: new Date(0), status: '0' })
      .where('id', '=', id)
      .execute();
    expect(await run(app.node.app)).toBeNull();
    await db.updateTable('metadataSource').set({ syncCron: null, nextSyncTime: null, status: '1' }).where('id', '=', id).execute();
  });
});

test('what a killed node left behind is mended at the next look', async () => {
  const { db } = app.database;
  await db
    .insertInto('metadataSyncRun')
    .values({ id: '9', sourceId: id, state: 'running', startTime: new Date(Date.now() + 1000), createBy: 'admin' })
    .execute();
  await db.updateTable('metadataSource').set({ isSync: '1' }).where('id', '=', id).execute();
  const { data } = await app.admin('GET', `${base}/sync/${id}`);
  expect(data.isSync).toBe('3');
  expect(data.runs[0]).toMatchObject({ id: '9', state: 'failed' });
  expect(data.runs[0].message).toContain('节点已停止');
  await sync();
});
