import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { sampleStores } from './scan.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id integer primary key, name text); comment on table customer is '客户';
   insert into customer select i, '客户' || i from generate_series(1, 1234) i;
   create table visit (id integer, city text) partition by list (city);
   create table visit_cq partition of visit for values in ('重庆'); create table visit_cd partition of visit for values in ('成都');
   insert into visit select i, case when i % 3 = 0 then '重庆' else '成都' end from generate_series(1, 300) i;
   create view customer_view as select * from customer;`,
);
let sourceId = '';
let id = '';
const sample = (at = new Date()) =>
  sampleStores.run({
    runId: '1',
    app: app.node.app,
    params: {},
    dueTime: at,
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
  });
const row = async () => (await app.admin('GET', `/data/market/stores/${id}`)).data;
const scanned = async () => {
  const { data } = await app.admin('POST', `/data/market/stores/${id}/scan`);
  await until(
    () => app.admin('GET', `/data/market/stores/${id}/monitor`),
    ({ data: now }) => now.scan?.state === 'done' && now.store.lastScanTime !== null,
  );
  return data.jobId as string;
};
const messages = async (title: string): Promise<number> => {
  const { rows } = await app.database.pool.query('select count(*)::int as n from sys_message where title = $1', [title]);
  return rows[0].n;
};

beforeAll(async () => {
  sourceId = await source.register();
});

describe('a store', () => {
  it('is registered once over a source of its kind', async () => {
    const body = { storeName: '业务库', storeType: '1', sourceId, capacityBytes: 10 ** 12 };
    const made = await app.admin('POST', '/data/market/stores', body);
    expect(made.status).toBe(200);
    id = made.data.id;
    expect(await app.admin('POST', '/data/market/stores', { ...body, storeName: '又一个' })).toMatchObject({ status: 409 });
    expect(await app.admin('POST', '/data/market/stores', { ...body, storeName: '文件', storeType: '2' })).toMatchObject({
      status: 400,
      data: [{ path: 'storeType' }],
    });
    expect(await app.admin('POST', '/data/market/stores', { storeName: '空', storeType: '1' })).toMatchObject({ status: 400 });
  });

  it('tells on demand exactly what its source holds', async () => {
    await scanned();
    await source.sql('insert into customer select i, null from generate_series(2000, 2010) i');
    await scanned();
    const { rows } = await source.sql(`select pg_database_size(current_database())::float8 as bytes,
      pg_total_relation_size('customer')::float8 as customer,
      (select sum(pg_total_relation_size(relid))::float8 from pg_partition_tree('visit')) as visit`);
    const found = await row();
    expect(found).toMatchObject({ tableCount: 2, rowCount: 1545, isExact: '1', healthStatus: '1' });
    // the database itself may write between the two questions
    expect(Math.abs(found.usedBytes - rows[0].bytes) / rows[0].bytes).toBeLessThan(0.01);
    expect(found.connections).toBeGreaterThan(0);
    expect(found.latencyMs).toBeGreaterThan(0);
    const { data } = await app.admin('GET', `/data/market/stores/${id}/monitor`);
    const items = new Map(data.items.map((item: { itemName: string }) => [item.itemName, item]));
    expect(items.get('customer')).toMatchObject({ rowCount: 1245, usedBytes: rows[0].customer, isExact: '1' });
    expect(items.get('visit')).toMatchObject({ rowCount: 300, usedBytes: rows[0].visit });
    expect(data.availability).toBe(100);
  });

  it('is sampled by the statistics of its source within five parts of a hundred', async () => {
    await source.sql('analyze');
    expect(await sample()).toContain('1 个');
    const found = await row();
    expect(found.isExact).toBe('0');
    expect(Math.abs(found.rowCount - 1545) / 1545).toBeLessThan(0.05);
  });

  it('warns of its quota once, when its state changes, and tells when it is well again', async () => {
    const update = async (over: object) => {
      const now = await row();
      expect((await app.admin('PUT', `/data/market/stores/${id}`, { ...now, ...over })).status).toBe(200);
    };
    await update({ capacityBytes: 1000 });
    await sample();
    await sample();
    expect(await row()).toMatchObject({ healthStatus: '2', healthReason: expect.stringContaining('告警阈值 80%') });
    expect(await messages('数据存储告警')).toBe(1);
    await update({ capacityBytes: 10 ** 12 });
    await sample();
    expect(await messages('数据存储恢复正常')).toBe(1);
  });

  it('grows as its samples say, and the day is told when it is full', async () => {
    const day = (n: number) => new Date(Date.now() - n * 86_400_000);
    const used = (await row()).usedBytes as number;
    for (let n = 1; n <= 10; n++)
      await app.database.pool.query(
        'insert into market_store_sample (store_id, snap_time, used_bytes, row_count, is_available) values ($1, $2, $3, $4, $5)',
        [id, day(n), Math.max(0, used - n * 100_000), 1545 - n * 10, n !== 4],
      );
    const now = await row();
    await app.admin('PUT', `/data/market/stores/${id}`, { ...now, capacityBytes: used + 1_050_000 });
    const { data } = await app.admin('GET', `/data/market/stores/${id}/monitor`);
    expect(data.growth.bytesPerDay).toBeGreaterThan(50_000);
    expect(data.growth.bytesPerDay).toBeLessThan(150_000);
    expect(data.growth.daysToFull).toBeGreaterThan(6);
    expect(data.growth.daysToFull).toBeLessThan(22);
    expect(data.availability).toBeLessThan(100);
  });

  it('that cannot be reached is broken with the reason, and keeps its last figures', async () => {
    await app.database.pool.query(`update metadata_source set port = 1, config_version = config_version + 1 where id = $1`, [sourceId]);
    await sample();
    expect(await row()).toMatchObject({ healthStatus: '3', tableCount: 2, healthReason: expect.any(String) });
    expect(await messages('数据存储异常')).toBe(1);
  });
});

it('the file store and the database of the platform are stores, too', async () => {
  const files = await app.admin('POST', '/data/market/stores', { storeName: '平台文件', storeType: '2' });
  const own = await app.admin('POST', '/data/market/stores', { storeName: '平台数据库', storeType: '4' });
  expect(await app.admin('POST', '/data/market/stores', { storeName: '桶', storeType: '3' })).toMatchObject({ status: 400 });
  const done = await until(
    async () => (await app.admin('GET', '/data/market/stores/page')).data.data as { id: string; healthStatus: string; usedBytes: number }[],
    (rows) => rows.filter(({ healthStatus }) => healthStatus === '1').length >= 2,
  );
  expect(done.find((one) => one.id === own.data.id)!.usedBytes).toBeGreaterThan(1_000_000);
  expect(done.find((one) => one.id === files.data.id)!.usedBytes).toBe(0);
});

describe('the search over stores', () => {
  let stranger: Send;
  beforeAll(async () => {
    const made = await app.make.user({ perms: ['market:store:search', 'market:store:monitor'], dataScope: '1' });
    stranger = app.as(made.token);
  });
  const search = (send: Send, over: object = {}) => send('POST', '/data/market/stores/search', { keyword: '客户', ...over });

  it('finds what the catalogue knows, with the store that holds it', async () => {
    const { status, data } = await search(app.admin);
    expect(status).toBe(200);
    expect(data.data[0]).toMatchObject({ name: 'customer', storeId: id, storeName: '业务库' });
    expect(data.facets.length).toBeGreaterThan(0);
    expect((await search(app.admin, { storeIds: ['404'] })).data.total).toBe(0);
    // values of rows are no part of it
    expect((await search(app.admin, { keyword: '客户77' })).data.data.map((hit: { name: string }) => hit.name)).not.toContain('客户77');
  });

  it('shows nothing of tables that the caller may not know of', async () => {
    expect((await search(stranger)).data).toMatchObject({ total: 0, data: [] });
    expect((await stranger('GET', `/data/market/stores/${id}/monitor`)).data.items).toEqual([]);
  });
});
