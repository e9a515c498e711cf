import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { maskOf, sampleStats, kindOf, sampleStatement } from '#modules/gate/server/index.ts';

const app = startApp();
const source = testSource(
  app,
  `create table person (id int primary key, name varchar(50), phone text, balance numeric(10,2), born date, is_vip boolean, extra jsonb, "odd ""name" text);
   insert into person select g, case when g % 10 = 0 then null else '客户' || g % 3 end, '138' || lpad(g::text, 8, '0'), g, date '2000-01-01' + g, g % 2 = 0, '{}', null
     from generate_series(1, 200) g;
   create table measured as select g as v, repeat('x', 50) as filler from generate_series(1, 300000) g;
   create view young as select * from person where born > '2000-02-01'`,
);
const base = '/data/metadata/profiles';
let id = '';
const tables = new Map<string, string>();

const done = (tableId: string) =>
  until(
    () => app.admin('GET', `${base}/table/${tableId}`),
    ({ data }) => data.job !== null && data.job.state !== 'waiting' && data.job.state !== 'running',
  );
const statsOf = (data: { columns: { columnName: string; stats: Record<string, unknown> }[] }, name: string) =>
  data.columns.find((column) => column.columnName === name)!.stats;

beforeAll(async () => {
  id = await source.register({ isShared: '1' });
  for (const table of (await app.admin('GET', `/data/metadata/sources/${id}/tables`)).data) tables.set(table.tableName, table.id);
  await sealColumns(app, id, 'phone');
});

describe('a table', () => {
  test('is counted exactly, with values, shapes and a distribution', async () => {
    const table = tables.get('person')!;
    expect((await app.admin('GET', `${base}/table/${table}`)).data).toMatchObject({ profileTime: null, job: null });
    expect((await app.admin('POST', `${base}/run`, { tableId: table })).status).toBe(200);
    const { data } = await done(table);
    expect(data.job).toMatchObject({ state: 'done', text: '已分析 1 张表' });
    expect(data).toMatchObject({ rowCount: '200', isSampled: '0' });
    expect(statsOf(data, 'name')).toMatchObject({
      kind: 'text',
      nulls: 20,
      distinct: 3,
      min: '客户0',
      max: '客户2',
      minLength: 3,
      maxLength: 3,
    });
    expect(statsOf(data, 'name').patterns).toEqual([{ mask: '字字9', count: 180 }]);
    expect((statsOf(data, 'name')['top'] as { count: number }[]).map((one) => one.count)).toEqual([60, 60, 60]);
    expect(statsOf(data, 'balance')).toMatchObject({
      kind: 'number',
      min: '1.00',
      max: '200.00',
      mean: 100.5,
      quantiles: [50.75, 100.5, 150.25],
    });
    expect(statsOf(data, 'balance').histogram).toEqual({ low: 1, high: 200, counts: Array.from({ length: 20 }, () => 10) });
    expect(statsOf(data, 'born')).toMatchObject({ kind: 'time', min: '2000-01-02', max: '2000-07-19' });
    expect(statsOf(data, 'is_vip')).toMatchObject({ kind: 'boolean', distinct: 2 });
    expect(statsOf(data, 'extra')).toMatchObject({ kind: 'other', nulls: 0, distinct: null });
    expect(statsOf(data, 'odd "name')).toMatchObject({ nulls: 200, distinct: 0, min: null });
  });

  test('of a sensitive column no value is stored, only how it looks', async () => {
    const { data } = await app.admin('GET', `${base}/table/${tables.get('person')}`);
    expect(statsOf(data, 'phone')).toMatchObject({ distinct: 200, min: null, max: null, top: null, histogram: null, minLength: 11 });
    expect(statsOf(data, 'phone').patterns).toEqual([{ mask: '99999999999', count: 200 }]);
    const stored = await app.database.db.selectFrom('metadataProfile').select('stats').execute();
    expect(JSON.stringify(stored)).not.toContain('1380000');
  });

  test('a level that comes later hides what was stored before', async () => {
    const set = (level: string | null) =>
      app.database.db.updateTable('metadataColumn').set({ level }).where('sourceId', '=', id).where('columnName', '=', 'balance').execute();
    await set('L4');
    const { data } = await app.admin('GET', `${base}/table/${tables.get('person')}`);
    expect(statsOf(data, 'balance')).toMatchObject({ min: null, mean: null, histogram: null, nulls: 0 });
    await set(null);
  });

  test('a large one is sampled', async () => {
    const table = tables.get('person')!;
    await app.database.db.updateTable('metadataTable').set({ rowEstimate: '2000000' }).where('id', '=', table).execute();
    await app.admin('POST', `${base}/run`, { tableId: table });
    const { data } = await until(
      () => app.admin('GET', `${base}/table/${table}`),
      (answer) => answer.data.isSampled === '1',
    );
    expect(data.rowCount).toBe('2000000');
  });
});

describe('values of a table with more rows than are sampled', () => {
  const profiled = async (rowEstimate: string) => {
    const table = tables.get('measured')!;
    await app.database.db.updateTable('metadataTable').set({ rowEstimate }).where('id', '=', table).execute();
    const before = (await app.admin('GET', `${base}/table/${table}`)).data.profileTime;
    await app.admin('POST', `${base}/run`, { tableId: table });
    const { data } = await until(
      () => app.admin('GET', `${base}/table/${table}`),
      (answer) => answer.data.profileTime !== before && answer.data.job?.state === 'done',
    );
    return statsOf(data, 'v') as { quantiles: number[]; histogram: { low: number; high: number; counts: number[] } } & Record<
      string,
      unknown
    >;
  };
  /** 1 to 300,000 without gaps: each share of the rows lies at that share of the highest value. */
  const isSpread = ({ quantiles, histogram }: Awaited<ReturnType<typeof profiled>>) => {
    for (const [i, share] of [0.25, 0.5, 0.75].entries()) expect(Math.abs(quantiles[i]! / 300_000 - share)).toBeLessThan(0.03);
    expect(histogram.low).toBeLessThan(3000);
    expect(histogram.high).toBeGreaterThan(297_000);
    const total = histogram.counts.reduce((sum, n) => sum + n, 0);
    for (const n of histogram.counts) expect(Math.abs(n / total - 0.05)).toBeLessThan(0.02);
  };

  test('are chosen by chance from all rows when the scan sees them all', async () => {
    const stats = await profiled('300000');
    expect(stats).toMatchObject({ scanned: 300_000, min: '1', max: '300000', sampled: 10_000, isRandomSample: true });
    isSpread(stats);
  });

  test('are chosen by chance from a sampled scan too', async () => {
    const stats = await profiled('2000000');
    expect(stats).toMatchObject({ sampled: 10_000, isRandomSample: true });
    expect(stats['scanned']).toBeLessThan(300_000);
    isSpread(stats);
  });
});

test('every kind of source chooses by chance over the whole table', () => {
  const table = { schemaName: 's', tableName: 't', tableKind: 'table', rowEstimate: '4000000' };
  const columns = [{ id: '1', columnName: 'v', dataType: 'int', level: null }];
  const texts = (['mysql', 'oracle', 'tsql', 'clickhouse', 'sqlite'] as const).map((dialect) =>
    sampleStatement(dialect, table, columns, 'sample'),
  );
  expect(texts).toEqual([
    'select `v` from (select `v` from `s`.`t` where rand() < 0.05) t order by rand() limit 10000',
    'select * from (select "v" from (select "v" from "s"."t" where dbms_random.value < 0.05) t order by dbms_random.value) where rownum <= 10000',
    'select top 10000 [v] from (select [v] from [s].[t] where (abs(checksum(newid())) % 1000000) / 1000000.0 < 0.05) t order by newid()',
    'select "v" from (select "v" from "s"."t" where rand32() / 4294967296.0 < 0.05) t order by rand32() / 4294967296.0 limit 10000',
    'select "v" from (select "v" from "s"."t" where abs(random() % 1000000) / 1000000.0 < 0.05) t order by abs(random() % 1000000) / 1000000.0 limit 10000',
  ]);
});

test('a source is profiled as a whole, views too; a table that cannot be read does not stop the others', async () => {
  await source.sql(`revoke select on person from ${source.reader}`);
  const made = await app.admin('POST', `${base}/run`, { sourceId: id });
  const job = await until(
    () => app.node.app.jobs.get(app.database.db, made.data.jobId),
    (one) => one?.state === 'done' || one?.state === 'failed',
  );
  expect(job?.text).toContain('1 张失败（public.person：数据源账号没有该对象的权限）');
  const view = await app.admin('GET', `${base}/table/${tables.get('young')}`);
  expect(view.data).toMatchObject({ rowCount: '169' });
  await source.sql(`grant select on person to ${source.reader}`);
});

test('rights: running needs its permission, values need preview, and nothing out of reach is found', async () => {
  const table = tables.get('person')!;
  const elsewhere = (await app.make.dept()).id;
  const reader = app.as((await app.make.user({ perms: ['metadata:datacolumn:list'], dataScope: '4', deptId: elsewhere })).token);
  expect((await reader('POST', `${base}/run`, { tableId: table })).status).toBe(403);
  expect((await app.stranger('GET', `${base}/table/${table}`)).status).toBe(401);
  expect((await app.admin('POST', `${base}/run`, { tableId: table, sourceId: id })).status).toBe(400);
  expect((await app.admin('POST', `${base}/run`, { tableId: '404' })).status).toBe(404);
  expect(statsOf((await reader('GET', `${base}/table/${table}`)).data, 'name').top).not.toBeNull();
  const { data } = await app.admin('GET', `/data/metadata/sources/${id}`);
  await app.admin('PUT', `/data/metadata/sources/${id}`, { ...data, isShared: '0' });
  expect((await reader('GET', `${base}/table/${table}`)).status).toBe(404);
  const user = await app.make.user({ perms: ['metadata:datacolumn:list'], dataScope: '4', deptId: elsewhere });
  await app.database.db
    .insertInto('metadataAuthorize')
    .values({
      id: '1',
      objectType: 'table',
      objectId: table,
      sourceId: id,
      tableId: table,
      subjectType: 'user',
      subjectId: user.id,
      actions: ['meta'],
    })
    .execute();
  const meta = await app.as(user.token)('GET', `${base}/table/${table}`);
  expect(meta.data.columns[1]).toMatchObject({ columnName: 'name', valuesHidden: true, stats: { top: null, min: null, distinct: 3 } });
});

test('whoever reads some rows of a table is told no values of the others', async () => {
  const table = tables.get('person')!;
  const elsewhere = (await app.make.dept()).id;
  const shownTo = async (rowFilter: string | null) => {
    const user = await app.make.user({ perms: ['metadata:datacolumn:list'], dataScope: '4', deptId: elsewhere });
    const actions = ['meta', 'preview', 'query'];
    const grant = { objectType: 'table', objectId: table, subjectType: 'user', subjectId: user.id, actions, rowFilter };
    const made = await app.admin('POST', '/data/metadata/authorizes', grant);
    expect([made.status, made.msg]).toEqual([200, made.msg]);
    return (await app.as(user.token)('GET', `${base}/table/${table}`)).data;
  };
  expect(statsOf(await shownTo(null), 'balance')['max']).not.toBeNull();
  const some = await shownTo('id <= 10');
  expect(statsOf(some, 'balance')).toMatchObject({ min: null, max: null, histogram: null });
  expect(statsOf(some, 'name')).toMatchObject({ top: null });
});

test('kinds of types and shapes of values', () => {
  expect(['int4', 'numeric', 'Nullable(Decimal(10,2))', 'bigint unsigned'].map((type) => kindOf(type, 'clickhouse'))).toEqual(
    Array(4).fill('number'),
  );
  expect(['timestamptz', 'date', 'datetime2'].map((type) => kindOf(type, 'postgres'))).toEqual(Array(3).fill('time'));
  expect([
    kindOf('text', 'postgres'),
    kindOf('text', 'tsql'),
    kindOf('money', 'postgres'),
    kindOf('int4range', 'postgres'),
    kindOf('text[]', 'postgres'),
  ]).toEqual(['text', 'other', 'other', 'other', 'other']);
  expect(maskOf('张三 Li-138')).toBe('字字 AA-999');
  expect(sampleStats('text', ['a', 'a', 'b', null], false)).toMatchObject({ top: [{ value: 'a', count: 2 }], sampled: 3 });
});
