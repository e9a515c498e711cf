import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { loadPlanned } from './load-plan.ts';
import { builtModel, CUSTOMER, MODELS } from './test-model.ts';

const app = startApp({ managed: true });
const source = testSource(
  app,
  `create table crm_customer (customer_id text, customer_name text, credit_code text, changed timestamp, day_no int);
   insert into crm_customer select 'C' || n, '客户' || n, 'CODE' || n, timestamp '2026-01-01 00:00:00' + n * interval '1 minute', n
     from generate_series(1, 50) n;`,
);
const MAPS = '/data/masterdata/maps';
let model = '';
let sourceId = '';
let tableId = '';
let id = '';
const mapping = (over: object = {}) => ({
  sourceId,
  tableId,
  keyColumn: 'customer_id',
  watermarkColumn: 'changed',
  columns: [
    { from: 'customer_name', to: 'customer_name' },
    { from: 'credit_code', to: 'credit_code' },
  ],
  ...over,
});
const read = async () => (await app.admin('GET', `${MAPS}/${id}`)).data;
const ended = async () => (await until(read, ({ lastLoad }) => ['done', 'failed', 'cancelled'].includes(lastLoad?.state))).lastLoad;
async function load(query = '') {
  const { status, msg } = await app.admin('POST', `${MAPS}/${id}/load${query}`);
  expect(status, msg).toBe(200);
  return ended();
}
async function change(over: object) {
  const { version } = await read();
  return app.admin('PUT', `${MAPS}/${id}`, { ...mapping(over), version });
}
const runPlanned = async () => {
  const { app: running } = app.node;
  return loadPlanned.run({
    app: running,
    dueTime: running.now(),
    params: {},
    signal: new AbortController().signal,
    log: () => undefined,
  } as unknown as Parameters<typeof loadPlanned.run>[0]);
};

beforeAll(async () => {
  sourceId = await source.register();
  tableId = (await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=crm_customer`)).data[0].id;
  model = await builtModel(app.admin, CUSTOMER);
  const made = await app.admin('POST', `${MODELS}/${model}/maps`, mapping());
  expect(made, made.msg).toMatchObject({ status: 200 });
  id = made.data.id;
}, 60_000);

describe('a load by a column that grows', () => {
  it('is by a column that tells an order', async () => {
    expect(await app.admin('POST', `${MODELS}/${model}/maps`, mapping({ watermarkColumn: 'customer_name' }))).toMatchObject({
      status: 400,
      data: [{ path: 'watermarkColumn' }],
    });
    expect((await app.admin('POST', `${MODELS}/${model}/maps`, mapping({ watermarkColumn: 'nothing' }))).status).toBe(400);
  });

  it('reads everything first and then what is new, the last value and rows without one included', async () => {
    expect(await load()).toMatchObject({ state: 'done', read: 50, inserted: 50, isFull: true });
    expect((await read()).watermark).toMatch(/^2026-01-01 00:50:00/);
    await source.sql(
      `insert into crm_customer values ('N1', '新客户', 'N1', '2026-01-01 01:00:00', 60), ('N2', '无时间', 'N2', null, null);
       update crm_customer set customer_name = '改名', changed = '2026-01-01 01:01:00' where customer_id = 'C7';
       update crm_customer set customer_name = '没有改时间' where customer_id = 'C8'`,
    );
    expect(await load()).toMatchObject({ read: 4, inserted: 2, changed: 1, same: 1, isFull: false });
    expect((await read()).watermark).toMatch(/^2026-01-01 01:01:00/);
    expect(await load('?isFull=1')).toMatchObject({ read: 52, inserted: 0, changed: 1, same: 51, isFull: true });
  }, 60_000);

  it('reads rows that it did not take again', async () => {
    await source.sql(
      `insert into crm_customer values ('R1', null, 'R1', '2026-01-01 02:00:00', 70), ('R2', '后面的', 'R2', '2026-01-01 03:00:00', 71)`,
    );
    expect(await load()).toMatchObject({ inserted: 1, rejected: 1 });
    expect((await read()).watermark).toMatch(/^2026-01-01 02:00:00/);
    await source.sql(`update crm_customer set customer_name = '补上了' where customer_id = 'R1'`);
    expect(await load()).toMatchObject({ inserted: 1, same: expect.any(Number), rejected: 0, isFull: false });
    expect((await read()).watermark).toMatch(/^2026-01-01 03:00:00/);
  }, 60_000);

  it('looks back as far as it is told, and by numbers', async () => {
    expect(await change({ overlap: 3600 })).toMatchObject({ status: 200 });
    expect(await load()).toMatchObject({ read: 3, isFull: false });
    expect(await change({ watermarkColumn: 'day_no', overlap: 1 })).toMatchObject({ status: 200 });
    // another column begins anew
    expect(await load()).toMatchObject({ read: 54, isFull: true });
    expect(await load()).toMatchObject({ read: 3, isFull: false });
  }, 60_000);

  it('is remembered with what it did', async () => {
    const { data } = await app.admin('GET', `${MAPS}/${id}/loads/page?pageSize=3`);
    expect(data.total).toBeGreaterThanOrEqual(8);
    expect(data.data[0]).toMatchObject({ state: 'done', cause: 'manual', read: 3, isFull: '0', watermarkFrom: '70' });
    const stranger = app.as((await app.make.user({ perms: ['masterdata:map:list'], dataScope: '5' })).token);
    expect(await stranger('GET', `${MAPS}/${id}/loads/page`)).toMatchObject({ status: 404 });
  });
});

describe('a plan', () => {
  it('comes due, and not too often', async () => {
    for (const cronExpression of ['x', '0 * * * * ?', '0 0 0 30 2 ?'])
      expect(await change({ cronExpression })).toMatchObject({ status: 400, data: [{ path: 'cronExpression' }] });
    expect(await change({ cronExpression: '0 30 2 * * ?' })).toMatchObject({ status: 200 });
    expect((await read()).nextTime).toBeTruthy();
  });

  it('loads once when it is due, with the rights of the owner', async () => {
    await app.database.pool.query(`update masterdata_source_map set next_time = now() - interval '3 days' where id = $1`, [id]);
    await source.sql(`insert into crm_customer values ('P1', '计划', 'P1', '2026-02-01', 90)`);
    const started = await Promise.all([runPlanned(), runPlanned()]);
    expect(started.filter((text) => text !== null)).toEqual(['启动 1 个主数据接入']);
    expect(await ended()).toMatchObject({ state: 'done', inserted: 1 });
    expect(new Date((await read()).nextTime).getTime()).toBeGreaterThan(Date.now());
    expect(await runPlanned()).toBeNull();
    expect((await app.admin('GET', `${MAPS}/${id}/loads/page`)).data.data[0]).toMatchObject({ cause: 'plan' });
  }, 60_000);

  it('tells the owner when it fails', async () => {
    await app.database.pool.query('update metadata_table set deleted_at = now() where id = $1', [tableId]);
    await app.database.pool.query(`update masterdata_source_map set next_time = now() - interval '1 minute' where id = $1`, [id]);
    await runPlanned();
    expect(await ended()).toMatchObject({ state: 'failed' });
    const { rows } = await until(
      () => app.database.pool.query(`select title, text from sys_message where kind = 'masterdata'`),
      (found) => found.rows.length > 0,
    );
    expect(rows).toMatchObject([{ title: '主数据接入“crm_customer”失败', text: '来源表已不存在，已有记录保留' }]);
  }, 60_000);
});
