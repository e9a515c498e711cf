import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { MarketCalls } from '../test-market.ts';

const app = startApp();
const source = testSource(
  app,
  `create table city (code text primary key, title text not null);
   insert into city values ('cq', '重庆'), ('cd', '成都');
   create table customer (id integer primary key, name text not null, city_code text references city, mobile text, made timestamptz not null, note text);
   insert into customer select i, '客户' || lpad(i::text, 2, '0'), case when i % 3 = 0 then null when i % 2 = 0 then 'cq' else 'cd' end,
     '138' || lpad(i::text, 8, '0'), timestamptz '2026-01-01 00:00:00+08' + (i / 2) * interval '1 microsecond', null from generate_series(1, 30) i;
   create table orders (order_id integer primary key, customer_id integer not null references customer, amount numeric(12,2));
   insert into orders select i, 1 + i % 30, i * 1.25 from generate_series(1, 60) i;
   create table loose (a integer, b text); insert into loose values (1, 'x');`,
);
const market = new MarketCalls(app);
let steward: Send;
let key = '';
let appId = '';

interface Row {
  readonly [name: string]: unknown;
}
/** Makes, releases and subscribes an API, and answers how its calls begin. */
async function published(body: Record<string, unknown>, over: Record<string, unknown> = {}): Promise<string> {
  const id = await market.make(body);
  await market.release(id);
  await market.subscribe(steward, appId, id, over);
  const path = `v1.0.0${body['apiUrl'] as string}`;
  await until(
    () => market.call(`${path}?pageSize=0`, key),
    ({ status }) => status === 400,
  );
  return path;
}
const refused = (body: Record<string, unknown>) => app.admin('POST', '/data/market/dataApis', body);
async function joinBody(url: string, joins: object[], fields: Record<string, string>, over: Record<string, unknown> = {}) {
  const base = await market.body(url, 'orders', ['order_id', 'amount']);
  const joined = Object.keys(fields);
  return {
    ...base,
    executeConfig: {
      ...base.executeConfig,
      joins,
      fieldParams: [...base.executeConfig.fieldParams, ...joined.map((columnName) => ({ columnName, reqable: '1', resable: '1' }))],
      ...(over['config'] as object | undefined),
    },
    reqParams: (over['params'] as object[] | undefined) ?? [],
    resParams: [...base.resParams, ...joined.map((fieldName) => ({ fieldName, fieldAliasName: fields[fieldName] }))],
  };
}
const joinsTo = async (joinType = 'left') => [
  { alias: 't2', tableId: await market.table('customer'), joinType: 'inner', on: [{ left: 'customer_id', right: 'id' }] },
  { alias: 't3', tableId: await market.table('city'), joinType, on: [{ left: 't2.city_code', right: 'code' }] },
];

beforeAll(async () => {
  market.sourceId = await source.register();
  await sealColumns(app, market.sourceId, 'mobile');
  steward = app.as((await app.make.user({ perms: ['market:subscription:decide'], dataScope: '1' })).token);
  const made = await market.application('来源');
  [appId, key] = [made.appId, made.apiKey];
});

describe('an API over joined tables', () => {
  const FIELDS = { 't2.name': 'customer', 't2.mobile': 'mobile', 't3.title': 'city' };
  it('answers with the fields of all of them, each column under its own mask, asked by columns of any', async () => {
    const params = [
      { paramName: 'city', columnName: 't3.title' },
      { paramName: 'name', columnName: 't2.name', whereType: '3' },
    ];
    const path = await published(await joinBody('/join', await joinsTo(), FIELDS, { params }));
    const all = (await market.call(path, key)).data;
    expect(all.total).toBe(60);
    expect(Object.keys(all.data[0])).toEqual(['order_id', 'amount', 'customer', 'mobile', 'city']);
    expect(all.data[0]).toMatchObject({ order_id: 1, amount: '1.25', customer: '客户02', city: '重庆' });
    expect(all.data[0].mobile).toMatch(/^138\*+\d{4}$/);
    expect(all.data.find((row: Row) => row['customer'] === '客户03')).toMatchObject({ city: null });
    const some = (await market.call(`${path}?city=${encodeURIComponent('重庆')}&name=2`, key)).data;
    expect(some.data.every((row: Row) => row['city'] === '重庆' && String(row['customer']).includes('2'))).toBe(true);
    expect(some.total).toBeGreaterThan(0);
    const inner = await published(await joinBody('/join-inner', await joinsTo('inner'), FIELDS));
    expect((await market.call(inner, key)).data.total).toBe(40);
  });

  it.each([
    ['a column that is not there', { on: [{ left: 'customer_id', right: 'nowhere' }] }, 400],
    ['a table of nobody', { tableId: '1' }, 404],
    ['no condition', { on: [] }, 400],
  ])('is refused with %s', async (_, over, status) => {
    const [first] = await joinsTo();
    expect((await refused(await joinBody('/wrong', [{ ...first, ...over }], { 't2.name': 'n' }))).status).toBe(status);
  });

  it('is refused without a name for a column of another table, and with a condition on one that is masked', async () => {
    const joins = (await joinsTo()).slice(0, 1);
    const unnamed = await joinBody('/unnamed', joins, { 't2.name': '' });
    expect(await refused(unnamed)).toMatchObject({ status: 400, data: [{ path: 'resParams' }] });
    const masked = await joinBody('/masked', joins, { 't2.mobile': 'm' }, { params: [{ paramName: 'm', columnName: 't2.mobile' }] });
    expect(await refused(masked)).toMatchObject({ status: 422, error: 'gate.refused' });
  });
});

describe('an API over a data set', () => {
  const FIELD = { role: 'dimension', type: 'string' };
  const setOf = async (over: object = {}) => {
    const model = {
      v: 1,
      origin: { kind: 'table', table: { schema: 'public', table: 'customer' } },
      fields: [
        { ...FIELD, id: 'id', name: '编号', type: 'number' },
        { ...FIELD, id: 'name', name: '名称' },
        { ...FIELD, id: 'mobile', name: '手机' },
        { ...FIELD, id: 'double', name: '两倍', type: 'number', role: 'measure', expr: '[id] * 2' },
      ],
      ...over,
    };
    const made = await app.admin('POST', '/data/visual/dataSets', { setName: '客户集', sourceId: market.sourceId, model });
    expect(made.status, made.msg).toBe(200);
    return made.data.id as string;
  };
  const bodyOf = (url: string, dataSetId: string, over: object = {}) => ({
    apiName: url,
    apiVersion: 'v1.0.0',
    apiUrl: url,
    executeConfig: {
      sourceId: market.sourceId,
      configType: '3',
      dataSetId,
      fieldParams: ['id', 'name', 'mobile', 'double'].map((columnName) => ({ columnName, reqable: '1', resable: '1' })),
      orderBy: [{ columnName: 'double', direction: 'desc' }],
      ...over,
    },
    reqParams: [
      { paramName: 'name', whereType: '5' },
      { paramName: 'least', columnName: 'double', whereType: '7', paramType: '3' },
    ],
    resParams: ['id', 'name', 'mobile', 'double'].map((fieldName) => ({ fieldName })),
  });

  it('answers its rows with calculated fields, masked, and limited to those of who released it', async () => {
    const path = await published(bodyOf('/set', await setOf()));
    const { data } = await market.call(`${path}?name=${encodeURIComponent('客户')}&least=50`, key);
    expect(data.total).toBe(6);
    expect(data.data.map((row: Row) => Number(row['double']))).toEqual([60, 58, 56, 54, 52, 50]);
    expect(data.data[0].mobile).toContain('*');
    expect(await market.call(`${path}?least=x`, key)).toMatchObject({ status: 400, data: [{ path: 'least' }] });
  });

  it('is known by the name of what it reads, whatever its maker calls that', async () => {
    const configOf = async (body: Record<string, unknown>) =>
      (await app.admin('GET', `/data/market/dataApis/${await market.make(body)}`)).data.executeConfig;
    const said = { tableName: 'holidays', dataSetName: '节假日' };
    expect(await configOf(bodyOf('/named-set', await setOf(), said))).toMatchObject({ tableName: null, dataSetName: '客户集' });
    const joins = (await joinsTo()).map((join) => ({ ...join, tableName: 'holidays' }));
    const body = await joinBody('/named', joins, { 't2.name': 'n' }, { config: said });
    const joined = [{ tableName: 'customer' }, { tableName: 'city' }];
    expect(await configOf(body)).toMatchObject({ tableName: 'orders', dataSetName: null, joins: joined });
    expect(await configOf(await market.body('/unnamed-table', 'customer', ['id']))).toMatchObject({ tableName: 'customer' });
    const id = await market.make(await market.body('/renamed-later', 'customer', ['id']));
    const { version } = (await app.admin('GET', `/data/market/dataApis/${id}`)).data;
    const changed = await market.body('/renamed-later', 'customer', ['id'], { config: said });
    expect((await app.admin('PUT', `/data/market/dataApis/${id}`, { ...changed, version })).status).toBe(200);
    expect((await app.admin('GET', `/data/market/dataApis/${id}`)).data.executeConfig).toMatchObject({ tableName: 'customer' });
  });

  it('is refused for one that only tells groups, and for one that the caller does not see', async () => {
    expect((await refused(bodyOf('/groups', await setOf({ minGroup: 5 })))).status).toBe(400);
    expect((await refused(bodyOf('/nowhere', '1'))).status).toBe(404);
    const other = app.as((await app.make.user({ perms: ['market:api:add', 'market:api:debug'], dataScope: '5' })).token);
    expect((await other('POST', '/data/market/dataApis', bodyOf('/theirs', await setOf()))).status).toBe(404);
  });
});

describe('pages by cursors', () => {
  const FIELDS = ['id', 'name', 'made', 'mobile'];
  const keyset = (config: object = {}) => ({
    config: { paging: 'keyset', maxSize: 7, defaultSize: 7, sortable: ['name', 'made'], ...config },
  });
  const walk = async (path: string, query = '') => {
    const ids: number[] = [];
    let cursor: string | null = '';
    for (let i = 0; cursor !== null && i < 20; i++) {
      const { status, data } = await market.call(`${path}?cursor=${cursor}${query}`, key);
      expect(status).toBe(200);
      expect(data).not.toHaveProperty('total');
      ids.push(...data.data.map((row: Row) => row['id']));
      cursor = data.nextCursor;
    }
    return ids;
  };
  let path = '';

  it('go through all rows once, in any order that callers may choose, moments to the microsecond', async () => {
    path = await published(await market.body('/keyset', 'customer', FIELDS, keyset()));
    const all = Array.from({ length: 30 }, (_, i) => i + 1);
    expect(await walk(path)).toEqual(all);
    expect(await walk(path, '&sort=-name')).toEqual(all.toReversed());
    const byTime = await walk(path, '&sort=-made');
    expect(byTime.slice(0, 3)).toEqual([30, 28, 29]);
    expect(byTime.toSorted((a, b) => a - b)).toEqual(all);
  });

  it('tell nothing of columns that are not granted, and go on all the same', async () => {
    const body = await market.body('/keyset-some', 'customer', FIELDS, keyset());
    const some = await published(body, { fields: ['name'] });
    const first = (await market.call(some, key)).data;
    expect(first.data.at(-1)).toEqual({ name: '客户07' });
    expect((await market.call(`${some}?cursor=${first.nextCursor}`, key)).data.data[0]).toEqual({ name: '客户08' });
    expect(Buffer.from(first.nextCursor.slice(3), 'base64url').toString()).not.toContain('07');
  });

  it.each([
    ['cursor=abc', 'cursor'],
    ['cursor=v1.AAAA', 'cursor'],
    [`cursor=${'a'.repeat(5000)}`, 'cursor'],
    ["cursor=1' or '1'='1", 'cursor'],
    ['pageNum=2', 'pageNum'],
    ['sort=mobile', 'sort'],
    ['sort=name;drop table customer', 'sort'],
    ['sort=name,name', 'sort'],
    ['sort=--name', 'sort'],
    ['sort=id desc', 'sort'],
    ['sort=name&sort=made', 'sort'],
  ])('refuse %s with the name of the parameter', async (query, param) => {
    expect(await market.call(`${path}?${encodeURI(query)}`, key)).toMatchObject({ status: 400, data: [{ path: param }] });
  });

  it('refuse a cursor of another order, of another API, and one that was changed', async () => {
    const { nextCursor } = (await market.call(path, key)).data;
    const changed = `${nextCursor.slice(0, 30)}${nextCursor[30] === 'A' ? 'B' : 'A'}${nextCursor.slice(31)}`;
    const bad = [`${path}?cursor=${nextCursor}&sort=-name`, `v1.0.0/keyset-some?cursor=${nextCursor}`, `${path}?cursor=${changed}`];
    for (const one of bad) expect(await market.call(one, key)).toMatchObject({ status: 400, data: [{ path: 'cursor' }] });
  });

  it.each([
    ['a table without a key', 'loose', ['a', 'b'], {}],
    ['an order by a column that may be empty', 'customer', ['id', 'note'], { sortable: ['note'] }],
    ['a key that is not returned', 'customer', ['name'], { sortable: [] }],
    ['an unknown order', 'customer', ['id'], { sortable: ['nowhere'] }],
  ])('are refused over %s', async (_, table, columns, config) => {
    const body = await market.body('/bad-keyset', table, columns, keyset(config));
    expect((await refused(body)).status).toBe(400);
  });

  it('are refused in an order by a masked column', async () => {
    const body = await market.body('/masked-order', 'customer', FIELDS, { config: { sortable: ['mobile'] } });
    expect(await refused(body)).toMatchObject({ status: 422, error: 'gate.refused' });
  });

  it('stand in the document', async () => {
    const list = (await app.admin('GET', '/data/market/dataApis/page?apiUrl=/keyset')).data.data as { id: string; apiUrl: string }[];
    const { id } = list.find(({ apiUrl }) => apiUrl === '/keyset')!;
    const document = JSON.parse((await app.admin('GET', `/data/market/dataApis/${id}/openapi`)).raw.toString()) as {
      paths: Record<string, { get: { parameters: { name: string }[] } }>;
    };
    const [operation] = Object.values(document.paths);
    expect(operation!.get.parameters.map(({ name }) => name)).toEqual(['cursor', 'pageSize', 'sort']);
  });
});

describe('kept answers', () => {
  it('are given again until they are too old, say so in the log, and end at once with a changed right or mask', async () => {
    const body = await market.body('/kept', 'customer', ['id', 'name'], {
      config: { cacheTtl: 3600 },
      params: [{ paramName: 'id', paramType: '2' }],
    });
    const path = await published(body);
    const one = `${path}?id=1`;
    const first = await market.call(one, key);
    expect(first.data.data[0].name).toBe('客户01');
    await source.sql("update customer set name = '新名' where id = 1");
    const again = await market.call(one, key);
    expect(again.raw.toString()).toBe(first.raw.toString());
    expect(again.headers['etag']).toBe(first.headers['etag']);
    expect((await market.call(`${path}?id=2`, key)).headers['etag']).not.toBe(first.headers['etag']);
    const { rows } = await until(
      () => app.database.pool.query('select is_cached from market_api_log where caller_url like $1 order by caller_date', [`%${path}`]),
      (found) => found.rows.some(({ is_cached: isCached }) => isCached),
    );
    expect(rows.some(({ is_cached: isCached }) => !isCached)).toBe(true);
    await sealColumns(app, market.sourceId, 'name');
    await until(
      () => market.call(one, key),
      ({ data }) => data.data[0].name.includes('*'),
    );
  });

  it('are told as unchanged to who has them', async () => {
    const path = await published(await market.body('/etag', 'customer', ['id'], { config: { cacheTtl: 60 } }));
    const { headers } = await market.call(path, key);
    const ask = (tag: string) => app.stranger('GET', `/data/api/services/${path}`, undefined, { api_key: key, 'if-none-match': tag });
    const same = await ask(String(headers['etag']));
    expect(same.status).toBe(304);
    expect(same.raw.length).toBe(0);
    expect((await ask('"other"')).status).toBe(200);
    const never = await published(await market.body('/no-etag', 'customer', ['id']));
    expect((await market.call(never, key)).headers['etag']).toBeUndefined();
  });
});
