import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { builtModel, CUSTOMER, MODELS } from './test-model.ts';

const app = startApp({ managed: true });
const source = testSource(
  app,
  `create table crm_customer (customer_id text, customer_name text, credit_code text, mobile text);
   insert into crm_customer select 'C' || n, '客户' || n, 'CODE' || n, '1380000' || lpad(n::text, 4, '0') from generate_series(1, 1500) n;
   insert into crm_customer values ('C1', '客户1', 'CODE1', '1'), ('D1', null, 'X', '1'), ('D2', '长', repeat('9', 30), '1'), (null, '无键', 'X', '1');`,
);
const MAPS = '/data/masterdata/maps';
let model = '';
let sourceId = '';
let tableId = '';
let id = '';
let owner: Send;
const mapping = (over: object = {}) => ({
  sourceId,
  tableId,
  keyColumn: 'customer_id',
  columns: [
    { from: 'customer_name', to: 'customer_name', steps: ['trim'] },
    { from: 'credit_code', to: 'credit_code' },
  ],
  ...over,
});
const read = async () => (await app.admin('GET', `${MAPS}/${id}`)).data;
async function load() {
  const { status, msg } = await app.admin('POST', `${MAPS}/${id}/load`);
  expect(status, msg).toBe(200);
  return (await until(read, ({ lastLoad }) => ['done', 'failed', 'cancelled'].includes(lastLoad?.state))).lastLoad;
}
const records = async (where = 'true') =>
  (
    await app.database.pool.query(
      `select id, customer_name, credit_code, version from managed.md_customer where ${where} order by customer_name`,
    )
  ).rows;

beforeAll(async () => {
  sourceId = await source.register();
  const { data } = await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=crm_customer`);
  tableId = data[0].id;
  model = await builtModel(app.admin, CUSTOMER);
  const perms = ['map:list', 'map:edit', 'map:load', 'data:list'].map((action) => `masterdata:${action}`);
  owner = app.as((await app.make.user({ perms, dataScope: '1' })).token);
}, 60_000);

describe('a load', () => {
  it('is not of columns that its owner may not read, or that are not there', async () => {
    expect(await owner('POST', `${MODELS}/${model}/maps`, mapping())).toMatchObject({ status: 422, error: 'gate.refused' });
    for (const over of [
      { keyColumn: 'nothing' },
      { columns: [{ from: 'customer_name', to: 'nothing' }] },
      {
        columns: [
          { from: 'customer_name', to: 'customer_name' },
          { from: 'mobile', to: 'customer_name' },
        ],
      },
      { tableId: '1' },
      { columns: [] },
    ])
      expect((await app.admin('POST', `${MODELS}/${model}/maps`, mapping(over))).status, JSON.stringify(over)).toBe(400);
    expect((await app.admin('GET', `${MODELS}/${model}/maps`)).data).toEqual([]);
  });

  it('is not of a column that its owner sees masked', async () => {
    await sealColumns(app, sourceId, 'mobile');
    const masked = mapping({
      columns: [
        { from: 'customer_name', to: 'customer_name' },
        { from: 'mobile', to: 'credit_code' },
      ],
    });
    expect(await app.admin('POST', `${MODELS}/${model}/maps`, masked)).toMatchObject({
      status: 422,
      error: 'gate.refused',
      msg: '字段 mobile 对您脱敏显示，没有明文权限，不能接入为主数据',
    });
  });

  it('brings records in once, says what it did not take, and does nothing the second time', async () => {
    const made = await app.admin('POST', `${MODELS}/${model}/maps`, mapping());
    expect(made, made.msg).toMatchObject({ status: 200 });
    id = made.data.id;
    expect(await load()).toMatchObject({ state: 'done', read: 1504, inserted: 1500, changed: 0, same: 0, repeated: 1, rejected: 3 });
    expect((await app.admin('GET', `${MAPS}/${id}/rejected`)).data).toEqual([
      { sourceKey: '', column: null, message: '主键字段为空的1行未接入' },
      { sourceKey: 'D1', column: 'customer_name', message: '“名称”不能为空' },
      { sourceKey: 'D2', column: 'credit_code', message: '“统一社会信用代码”不能超过18个字符' },
    ]);
    expect(await load()).toMatchObject({ inserted: 0, changed: 0, same: 1500, repeated: 1, rejected: 3 });
    expect(await records()).toHaveLength(1500);
  }, 60_000);

  it('knows where every value comes from', async () => {
    const [one] = await records(`customer_name = '客户7'`);
    const { attributes, xrefs } = (await app.admin('GET', `${MODELS}/${model}/datas/${one.id}/xrefs`)).data;
    expect(attributes).toMatchObject([
      { columnName: 'customer_name', origin: 'load', sourceKey: 'C7' },
      { columnName: 'credit_code', origin: 'load' },
    ]);
    expect(attributes[0].sourceName).toBeTruthy();
    expect(xrefs).toMatchObject([{ tableName: 'crm_customer', sourceKey: 'C7', values: { customer_name: '客户7', credit_code: 'CODE7' } }]);
  });

  it('brings in what the source changed, and leaves what people changed', async () => {
    const [one] = await records(`customer_name = '客户8'`);
    const url = `${MODELS}/${model}/datas/${one.id}`;
    expect(await app.admin('PUT', url, { values: { customer_name: '客户8号' }, version: 0 })).toMatchObject({ status: 200 });
    await source.sql(
      `update crm_customer set credit_code = 'NEW8' where customer_id = 'C8'; insert into crm_customer values ('E1', '新来', 'E1', '1');`,
    );
    expect(await load()).toMatchObject({ inserted: 1, changed: 1, same: 1499 });
    expect(await records(`id = '${one.id}'`)).toMatchObject([{ customer_name: '客户8号', credit_code: 'NEW8', version: '2' }]);
    expect((await app.admin('GET', `${url}/history`)).data.data[0]).toMatchObject({ origin: 'load', sourceKey: 'C8' });
  }, 60_000);

  it('of a table that is gone says so and keeps the records', async () => {
    await app.database.pool.query('update metadata_table set deleted_at = now() where id = $1', [tableId]);
    expect(await load()).toMatchObject({ state: 'failed', message: '来源表已不存在，已有记录保留' });
    expect((await read()).problem).toBe('来源表已不存在，已有记录保留');
    expect(await records()).toHaveLength(1501);
    await app.database.pool.query('update metadata_table set deleted_at = null where id = $1', [tableId]);
  });

  it('is for whom it is within reach', async () => {
    const stranger = app.as((await app.make.user({ perms: ['masterdata:map:list', 'masterdata:map:load'], dataScope: '5' })).token);
    expect(await stranger('GET', `${MAPS}/${id}`)).toMatchObject({ status: 404 });
    expect(await stranger('POST', `${MAPS}/${id}/load`)).toMatchObject({ status: 404 });
    expect(await stranger('DELETE', `${MAPS}/${id}`)).toMatchObject({ status: 403 });
  });
});

describe('a long load', () => {
  it('is stopped by people; what came in stays, and the next one goes on', async () => {
    await source.sql(`insert into crm_customer select 'L' || n, '长客户' || n, null, '1' from generate_series(1, 30000) n`);
    expect(await app.admin('POST', `${MAPS}/${id}/load`)).toMatchObject({ status: 200 });
    const before = (await records()).length;
    await until(
      () => records(),
      (rows) => rows.length > before,
    );
    expect(await app.admin('POST', `${MAPS}/${id}/cancel`)).toMatchObject({ status: 200 });
    const { lastLoad } = await until(read, ({ lastLoad: now }) => now.state !== 'running' && now.state !== 'waiting');
    expect(lastLoad).toMatchObject({ state: 'cancelled', message: '接入已停止，已接入的记录保留' });
    // whole lots, each record with its row of the source
    const { rows } = await app.database.pool.query(
      `select (select count(*)::int from managed.md_customer) as records, (select count(*)::int from masterdata_xref) as xrefs`,
    );
    expect(rows[0].records).toBe(rows[0].xrefs);
    expect(await load()).toMatchObject({ state: 'done', inserted: 30000 - lastLoad.inserted });
    expect(await records(`customer_name like '长客户%'`)).toHaveLength(30000);
    expect(await app.admin('POST', `${MAPS}/${id}/cancel`)).toMatchObject({ status: 422 });
  }, 120_000);
});
