import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { bumpRegistry } from '../calls/revision.ts';
import { MarketCalls } from '../test-market.ts';

const app = startApp();
const source = testSource(
  app,
  `create table city (code text primary key, title text not null);
   insert into city values ('cq', '重庆'), ('cd', '成都');
   create table customer (id integer primary key, name text not null, city_code text references city, mobile text);
   insert into customer select i, '客户' || lpad(i::text, 2, '0'), case when i % 3 = 0 then null when i % 2 = 0 then 'cq' else 'cd' end,
     '138' || lpad(i::text, 8, '0') from generate_series(1, 30) i;
   create table orders (order_id integer primary key, customer_id integer not null references customer, amount numeric(12,2));
   insert into orders select i, 1 + i % 30, i * 1.25 from generate_series(1, 60) i;`,
);
const market = new MarketCalls(app);
let steward: Send;
interface Grantee {
  readonly path: string;
  readonly key: string;
  readonly subscription: string;
}
interface Row {
  readonly [name: string]: unknown;
}
let count = 0;
const condition = (columnName: string, whereType: string, ...values: string[]) => ({ columnName, whereType, values });
const give = (subscription: string, rows: object[] | null) =>
  steward('PUT', `/data/market/subscriptions/grant/${subscription}`, { fields: null, rows });

/** An application of its own that calls an API, with the rows that it gets. */
async function grantee(apiId: string, url: string, rows: object[] | null, holds: (row: Row) => boolean): Promise<Grantee> {
  const { appId, apiKey } = await market.application(`应用${(count += 1)}`);
  const subscription = await market.subscribe(steward, appId, apiId);
  const given = await give(subscription, rows);
  expect(given.status, given.msg).toBe(200);
  const path = `v1.0.0${url}`;
  // a grant is felt within a second
  await until(
    () => market.call(`${path}?pageSize=100`, apiKey),
    ({ status, data }) => (status !== 200 ? status === 400 : (data.data as Row[]).every(holds)),
  );
  return { path, key: apiKey, subscription };
}
const ask = ({ path, key }: Grantee, query = '') => market.call(`${path}${query}`, key);
async function rowsOf(of: Grantee, query = ''): Promise<Row[]> {
  const { status, data } = await ask(of, query);
  expect(status).toBe(200);
  return data.data as Row[];
}
const released = async (body: Record<string, unknown>): Promise<string> => {
  const id = await market.make(body);
  await market.release(id);
  return id;
};

beforeAll(async () => {
  market.sourceId = await source.register();
  await sealColumns(app, market.sourceId, 'mobile');
  steward = app.as((await app.make.user({ perms: ['market:subscription:decide', 'market:subscription:list'], dataScope: '1' })).token);
});

describe('rows of a subscription to joined tables', () => {
  const URL = '/held';
  let api = '';
  let held: Grantee;
  beforeAll(async () => {
    const base = await market.body(URL, 'orders', ['order_id', 'amount']);
    const joined = { 't2.name': 'customer', 't2.mobile': 'mobile', 't3.title': 'city' };
    api = await released({
      ...base,
      executeConfig: {
        ...base.executeConfig,
        joins: [
          { alias: 't2', tableId: await market.table('customer'), joinType: 'inner', on: [{ left: 'customer_id', right: 'id' }] },
          { alias: 't3', tableId: await market.table('city'), joinType: 'left', on: [{ left: 't2.city_code', right: 'code' }] },
        ],
        fieldParams: [
          ...base.executeConfig.fieldParams,
          ...Object.keys(joined).map((columnName) => ({ columnName, reqable: '1', resable: '1' })),
        ],
        sortable: ['amount'],
        cacheTtl: 3600,
      },
      reqParams: [
        { paramName: 'city', columnName: 't3.title' },
        { paramName: 'name', columnName: 't2.name', whereType: '3' },
      ],
      resParams: [...base.resParams, ...Object.entries(joined).map(([fieldName, fieldAliasName]) => ({ fieldName, fieldAliasName }))],
    });
    const conditions = [condition('t3.title', '1', '重庆'), condition('amount', '7', '20')];
    held = await grantee(api, URL, conditions, (row) => row['city'] === '重庆' && Number(row['amount']) >= 20);
  });

  it('hold for columns of any of them, with pages, totals and orders', async () => {
    const all = await rowsOf(held, '?pageSize=100');
    expect(all.length).toBeGreaterThan(5);
    expect(all.every((row) => row['city'] === '重庆' && Number(row['amount']) >= 20)).toBe(true);
    const { data } = await ask(held, '?pageNum=2&pageSize=3&sort=-amount');
    expect(data).toMatchObject({ total: all.length });
    expect(data.data.every((row: Row) => row['city'] === '重庆')).toBe(true);
    expect((await ask(held, '?pageNum=50&pageSize=100')).data).toMatchObject({ total: all.length, data: [] });
  });

  it.each([
    ['another value for the same column', '?city=成都', []],
    ['a part that every row has', '?name=客户', null],
    ['a text that looks like SQL', "?city=' or 1=1 --", []],
    ['wildcards', '?name=%', []],
  ])('are not widened by %s', async (_, query, expected) => {
    const found = await rowsOf(held, encodeURI(query).replace('=%', '=%25'));
    if (expected) expect(found).toEqual(expected);
    expect(found.every((row) => row['city'] === '重庆')).toBe(true);
  });

  it.each(['?t3.title=成都', '?row:0=x', '?city=重庆&city=成都', '?sort=city', '?rows=[]', '?pageSize=-1'])(
    'cannot be named by the caller: %s',
    async (query) => {
      expect((await ask(held, encodeURI(query))).status).toBe(400);
    },
  );

  it('of an outer join take those without a partner only when they are asked for by name', async () => {
    const none = await grantee(api, URL, [condition('t3.title', '10')], (row) => row['city'] === null);
    const found = await rowsOf(none, '?pageSize=100');
    expect(found.length).toBe(20);
    expect(found.every((row) => row['city'] === null)).toBe(true);
    expect(await rowsOf(none, `?city=${encodeURIComponent('重庆')}`)).toEqual([]);
  });

  it('are not shared by answers that are kept: each application gets its own, and no other tag matches', async () => {
    const other = await grantee(api, URL, [condition('t3.title', '1', '成都')], (row) => row['city'] === '成都');
    const [mine, theirs] = [await ask(held), await ask(other)];
    expect(theirs.data.data.every((row: Row) => row['city'] === '成都')).toBe(true);
    expect(mine.headers['etag']).not.toBe(theirs.headers['etag']);
    const headers = { api_key: other.key, 'if-none-match': String(mine.headers['etag']) };
    const asked = await app.stranger('GET', `/data/api/services/${other.path}`, undefined, headers);
    expect(asked.status).toBe(200);
    // narrowed: what was kept before is given no more
    await give(other.subscription, [condition('t3.title', '1', '成都'), condition('t2.name', '1', '客户01')]);
    await until(
      () => rowsOf(other),
      (found) => found.every((row) => row['customer'] === '客户01'),
    );
  });

  it('are refused where they cannot hold: masked columns, columns of nobody', async () => {
    const refused = async (columnName: string) => (await give(held.subscription, [condition(columnName, '1', '1')])).msg;
    expect(await refused('t2.mobile')).toContain('不能使用');
    expect(await refused('t4.name')).toContain('不存在');
    expect(await refused('t2.mobile" or 1=1 --')).toContain('不存在');
    expect((await rowsOf(held)).every((row) => row['city'] === '重庆')).toBe(true);
  });

  it('end with the call when their column becomes sensitive afterwards', async () => {
    const named = await grantee(api, URL, [condition('t2.name', '1', '客户02')], (row) => row['customer'] === '客户02');
    expect((await rowsOf(named)).length).toBe(2);
    await sealColumns(app, market.sourceId, 'name');
    await until(
      () => ask(named),
      ({ status }) => status !== 200,
    );
    await app.database.db.updateTable('metadataColumn').set({ level: null }).where('columnName', '=', 'name').execute();
  });
});

describe('rows of a subscription to pages by cursors', () => {
  it('hold for a cursor that was taken before they were narrowed', async () => {
    const body = await market.body('/held-cursor', 'customer', ['id', 'name'], {
      config: { paging: 'keyset', maxSize: 5, defaultSize: 5 },
    });
    const held = await grantee(await released(body), '/held-cursor', null, () => true);
    const { nextCursor } = (await ask(held)).data;
    await give(held.subscription, [condition('city_code', '1', 'cq')]);
    const next = await until(
      () => ask(held, `?cursor=${nextCursor}`),
      ({ status, data }) => status !== 200 || data.data.every((row: Row) => Number(row['id']) % 2 === 0),
    );
    expect(next.status).toBe(200);
    expect(next.data.data.map((row: Row) => row['id'])).toEqual([8, 10, 14, 16, 20]);
  });
});

describe('rows of a subscription to a data set', () => {
  const FIELD = { role: 'dimension', type: 'string' };
  const fields = [
    { ...FIELD, id: 'id', name: '编号', type: 'number' },
    { ...FIELD, id: 'name', name: '名称' },
    { ...FIELD, id: 'mobile', name: '手机' },
    { ...FIELD, id: 'city_code', name: '城市' },
    { ...FIELD, id: 'double', name: '两倍', type: 'number', role: 'measure', expr: '[id] * 2' },
  ];
  const model = (of: readonly object[]) => ({
    v: 1,
    origin: { kind: 'table', table: { schema: 'public', table: 'customer' } },
    fields: of,
  });
  let setId = '';
  let held: Grantee;
  beforeAll(async () => {
    const made = await app.admin('POST', '/data/visual/dataSets', { setName: '客户集', sourceId: market.sourceId, model: model(fields) });
    setId = made.data.id;
    const api = await released({
      apiName: '客户集接口',
      apiVersion: 'v1.0.0',
      apiUrl: '/held-set',
      executeConfig: {
        sourceId: market.sourceId,
        configType: '3',
        dataSetId: setId,
        fieldParams: ['id', 'name', 'double', 'city_code', 'mobile'].map((columnName) => ({
          columnName,
          reqable: '1',
          resable: ['id', 'name'].includes(columnName) ? '1' : '0',
        })),
        orderBy: [{ columnName: 'id', direction: 'asc' }],
      },
      reqParams: [{ paramName: 'name', whereType: '3' }],
      resParams: ['id', 'name'].map((fieldName) => ({ fieldName })),
    });
    held = await grantee(api, '/held-set', [condition('double', '7', '50'), condition('city_code', '1', 'cq')], (row) =>
      [26, 28].includes(Number(row['id'])),
    );
  });

  it('hold for fields that are not returned and for calculated ones', async () => {
    expect((await rowsOf(held, '?pageSize=100')).map((row) => row['id'])).toEqual([26, 28]);
    expect((await ask(held)).data.total).toBe(2);
    expect(await rowsOf(held, `?name=${encodeURIComponent('客户02')}`)).toEqual([]);
  });

  it('are refused over a masked field', async () => {
    expect((await give(held.subscription, [condition('mobile', '1', '13800000001')])).msg).toContain('不能使用');
  });

  it('give nothing at all once the field that they name has gone', async () => {
    const { data } = await app.admin('GET', `/data/visual/dataSets/${setId}`);
    const kept = fields.filter(({ id }) => id !== 'double');
    const body = { setName: '客户集', sourceId: market.sourceId, model: model(kept), version: data.version };
    expect((await app.admin('PUT', `/data/visual/dataSets/${setId}`, body)).status).toBe(200);
    const after = await until(
      () => ask(held),
      ({ status }) => status !== 200,
    );
    expect(after.status).toBeGreaterThanOrEqual(400);
    expect(after.status).toBeLessThan(500);
  });
});

describe('rows of a subscription to a script', () => {
  it('cannot be granted, and calls are refused where they stand all the same', async () => {
    const api = await released(
      await market.body('/held-script', 'customer', ['id'], {
        config: { configType: '2', tableId: null, sqlText: 'select id from customer' },
      }),
    );
    const held = await grantee(api, '/held-script', null, () => true);
    expect((await rowsOf(held)).length).toBeGreaterThan(0);
    expect(await give(held.subscription, [condition('id', '1', '1')])).toMatchObject({
      status: 400,
      msg: expect.stringContaining('脚本模式'),
    });
    // as if it had been granted when the API was none over a script
    await app.database.db
      .updateTable('marketSubscription')
      .set({ rowFilter: JSON.stringify([condition('id', '1', '1')]) })
      .where('id', '=', held.subscription)
      .execute();
    await bumpRegistry(app.database.db);
    const after = await until(
      () => ask(held),
      ({ status }) => status !== 200,
    );
    expect(after).toMatchObject({ status: 404, error: 'api.offline' });
  });
});
