import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { refreshAppLineage } from '../apis/lineage.ts';
import { MarketCalls } from '../test-market.ts';

const app = startApp();
const source = testSource(
  app,
  `create table biz_customer (customer_id integer primary key, name text not null, city text);
   create table orders (order_id integer primary key, customer_id integer references biz_customer, amount numeric(12,2));
   create table visit (visit_id integer primary key, customer_id integer);
   insert into biz_customer select i, 'n' || i, 'c' || i % 7 from generate_series(1, 20000) i; analyze;`,
);
const market = new MarketCalls(app);
let steward: Send;
let id = '';
interface Told {
  rows: { apiUrl: string; state: string; reason: string | null; differences: { label: string }[] }[];
  sources: { sourceName: string; sourceId: string | null }[];
}
type File = { apis: Record<string, unknown>[] } & Record<string, unknown>;
const TRANSFER = '/data/market/dataApis/transfer';
const exported = async (...ids: string[]): Promise<File> =>
  JSON.parse((await app.admin('POST', `${TRANSFER}/export`, { ids })).raw.toString()) as File;
const sent = async (call: 'check' | 'import', file: unknown, sources: object = {}): Promise<Told> => {
  const answer = await app.admin('POST', `${TRANSFER}/${call}`, { content: JSON.stringify(file), sources });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data as Told;
};
const states = ({ rows }: Told) => rows.map(({ state }) => state);

beforeAll(async () => {
  market.sourceId = await source.register();
  steward = app.as((await app.make.user({ perms: ['market:subscription:decide'], dataScope: '1' })).token);
  const body = await market.body('/orders', 'orders', ['order_id', 'amount'], { params: [{ paramName: 'customer_id', paramType: '2' }] });
  const joins = [
    { alias: 't2', tableId: await market.table('biz_customer'), joinType: 'left', on: [{ left: 'customer_id', right: 'customer_id' }] },
  ];
  id = await market.make({
    ...body,
    executeConfig: {
      ...body.executeConfig,
      joins,
      fieldParams: [...body.executeConfig.fieldParams, { columnName: 't2.name', resable: '1' }],
    },
    resParams: [...body.resParams, { fieldName: 't2.name', fieldAliasName: 'customer' }],
  });
});

describe('a file of definitions', () => {
  it('names what belongs to an installation, and is the same where it came from', async () => {
    const file = await exported(id);
    expect(JSON.stringify(file)).not.toContain(market.sourceId);
    expect(file.apis[0]).toMatchObject({
      tables: [
        { alias: 't1', tableName: 'orders' },
        { alias: 't2', tableName: 'biz_customer' },
      ],
    });
    expect(states(await sent('check', file))).toEqual(['same']);
  });

  it('adds what is new, replaces drafts, and says why the rest is not taken; looking changes nothing', async () => {
    const file = await exported(id);
    const [api] = file.apis;
    const fresh = { ...api, apiUrl: '/orders/new', apiName: '新的' };
    const many = {
      ...file,
      apis: [
        fresh,
        fresh,
        { ...api, remark: '改过' },
        { ...fresh, apiUrl: '/a', source: { sourceName: '没有的' } },
        { ...fresh, apiUrl: '/b', tables: [] },
        { ...fresh, apiUrl: '/c', apiVersion: 'x' },
        { ...fresh, apiUrl: '/d', reqParams: [{ paramName: 'nowhere' }] },
        'text',
      ],
    };
    const count = async () => (await app.admin('GET', '/data/market/dataApis/page')).data.total as number;
    const before = await count();
    const looked = await sent('check', many);
    expect(states(looked)).toEqual(['new', 'refused', 'changed', 'refused', 'refused', 'refused', 'refused', 'refused']);
    expect(looked.rows[2]!.differences.map(({ label }) => label)).toEqual(['备注']);
    expect(looked.rows.filter(({ state }) => state === 'refused').every(({ reason }) => /[\u4e00-\u9fff]/.test(reason ?? ''))).toBe(true);
    expect(looked.sources.find(({ sourceName }) => sourceName === '没有的')!.sourceId).toBeNull();
    expect(await count()).toBe(before);
    expect(states(await sent('import', many))).toEqual(states(looked));
    expect(await count()).toBe(before + 1);
    const made = (await app.admin('GET', '/data/market/dataApis/page?apiUrl=/orders/new')).data.data[0];
    expect(made).toMatchObject({ status: '1', executeConfig: { sourceId: market.sourceId, joins: [{ alias: 't2' }] } });
    expect((await app.admin('GET', `/data/market/dataApis/${id}`)).data.remark).toBe('改过');
  });

  it('names plans; an import offers those that are here, and tells of the others', async () => {
    const planIds = [];
    for (const planName of ['迁移标准', '迁移大流量']) planIds.push((await app.admin('POST', '/data/market/plans', { planName })).data.id);
    await app.admin('PUT', `/data/market/plans/api/${id}`, { planIds });
    const file = await exported(id);
    expect(file.apis[0]).toMatchObject({ plans: ['迁移标准', '迁移大流量'] });
    expect(states(await sent('check', file))).toEqual(['same']);
    const api = { ...file.apis[0], apiUrl: '/orders/planned', plans: ['迁移标准', '没有的方案'] };
    const looked = await sent('check', { ...file, apis: [api, { ...file.apis[0], plans: ['迁移标准'] }] });
    expect(looked.rows).toMatchObject([
      { state: 'new', reason: '没有启用的调用方案“没有的方案”，导入后不提供' },
      { state: 'changed', reason: null, differences: [{ label: '调用方案', before: '迁移标准、迁移大流量', after: '迁移标准' }] },
    ]);
    await sent('import', { ...file, apis: [api] });
    const made = (await app.admin('GET', '/data/market/dataApis/page?apiUrl=/orders/planned')).data.data[0];
    const offered = async (of: string) =>
      (await app.admin('GET', `/data/market/plans/api/${of}`)).data.map(({ planName }: { planName: string }) => planName);
    expect(await offered(made.id)).toEqual(['迁移标准']);
    // whoever may not offer plans brings none
    const { id: subjectId, token } = await app.make.user({ perms: ['market:api:import', 'market:api:detail'], dataScope: '1' });
    const by = app.as(token);
    for (const name of ['orders', 'biz_customer']) {
      const grant = { objectType: 'table', objectId: await market.table(name), subjectType: 'user', subjectId, actions: ['meta', 'query'] };
      expect(await app.admin('POST', '/data/metadata/authorizes', grant)).toMatchObject({ status: 200 });
    }
    const content = JSON.stringify({ ...file, apis: [{ ...api, apiUrl: '/orders/plain' }] });
    expect((await by('POST', `${TRANSFER}/import`, { content })).data.rows).toMatchObject([
      { state: 'new', reason: '没有为API提供调用方案的权限，导入后不提供方案' },
    ]);
    await app.admin('PUT', `/data/market/plans/api/${id}`, { planIds: [] });
  });

  it('takes another source for one of another name, and never touches what is released', async () => {
    const file = await exported(id);
    const moved = { ...file, apis: [{ ...file.apis[0], apiUrl: '/orders/moved', source: { sourceName: '生产库' } }] };
    expect(states(await sent('check', moved))).toEqual(['refused']);
    expect(states(await sent('check', moved, { 生产库: market.sourceId }))).toEqual(['new']);
    await market.release(id);
    const changed = { ...file, apis: [{ ...file.apis[0], remark: '又改' }] };
    const { rows } = await sent('import', changed);
    expect(rows[0]).toMatchObject({ state: 'refused' });
    expect((await app.admin('GET', `/data/market/dataApis/${id}`)).data).toMatchObject({ status: '2', remark: '改过' });
  });

  it.each(['not json', '{}', '{"kind":"databrain.dataApis","version":9,"exportTime":"","apis":[{}]}', '[]'])(
    'is refused as %s',
    async (content) => {
      expect(await app.admin('POST', `${TRANSFER}/check`, { content })).toMatchObject({ status: 400, data: [{ path: 'content' }] });
    },
  );

  it('is for those who may, of what is within their reach', async () => {
    const other = app.as((await app.make.user({ perms: ['market:api:export', 'market:api:import'], dataScope: '5' })).token);
    expect((await other('POST', `${TRANSFER}/export`, { ids: [id] })).status).toBe(404);
    const content = JSON.stringify(await exported(id));
    const { data } = await other('POST', `${TRANSFER}/check`, { content });
    expect(states(data as Told)).toEqual(['refused']);
    const reader = app.as((await app.make.user({ perms: ['market:api:list'], dataScope: '1' })).token);
    for (const call of ['export', 'check', 'import']) expect((await reader('POST', `${TRANSFER}/${call}`, {})).status).toBe(403);
  });
});

it('proposes joins by foreign keys and by the names of keys', async () => {
  const ask = async (...tables: string[]) => {
    const ids = (await Promise.all(tables.map((name) => market.table(name)))).join(',');
    return (await app.admin('GET', `/data/market/dataApis/joins?sourceId=${market.sourceId}&tableIds=${ids}`)).data as object[];
  };
  expect(await ask('orders')).toMatchObject([
    { tableName: 'biz_customer', basis: 'foreignKey', on: [{ left: 'customer_id', right: 'customer_id' }] },
  ]);
  expect(await ask('visit')).toMatchObject([{ tableName: 'biz_customer', basis: 'name' }]);
  expect(await ask('biz_customer', 'orders')).toEqual([]);
});

describe('an index is advised', () => {
  const make = async (url: string, params: object[]) =>
    market.make(await market.body(url, 'biz_customer', ['customer_id', 'name'], { params }));
  it('before the release and with each try, where a large table is read as a whole', async () => {
    const slow = await make('/by-city', [{ paramName: 'city', exampleValue: 'c1' }]);
    const before = (await app.admin('GET', `/data/market/dataApis/${slow}/advice`)).data;
    expect(before).toMatchObject({ isPlanned: true, advice: [{ table: 'biz_customer', columns: ['city'] }] });
    const tried = await app.admin('POST', `/data/market/dataApis/${slow}/debug`, { params: { city: 'c1' } });
    expect(tried.data.advice[0].message).toContain('建议索引 (city)');
  });
  it('not where the key serves', async () => {
    const quick = await make('/by-id', [{ paramName: 'customer_id', paramType: '2' }]);
    expect((await app.admin('GET', `/data/market/dataApis/${quick}/advice`)).data).toEqual({ isPlanned: true, advice: [] });
  });
});

it('stands in the lineage from the column to the application, until it is deleted or nobody may call it', async () => {
  const reached = async () => {
    const table = await market.table('biz_customer');
    const { rows } = await app.database.pool.query(
      `select distinct o.object_type || ' ' || o.object_name as name from metadata_lineage_edge e
       join metadata_lineage_object o on o.id = e.to_id and o.deleted_at is null
       where e.from_id = $1 or e.from_id in (select to_id from metadata_lineage_edge where from_id = $1) order by 1`,
      [table],
    );
    return rows.map(({ name }: { name: string }) => name);
  };
  const draft = await market.make(await market.body('/drawn', 'biz_customer', ['name']));
  expect(await reached()).toContain('api 接口/drawn v1.0.0');
  await app.admin('DELETE', `/data/market/dataApis/${draft}`);
  expect(await reached()).not.toContain('api 接口/drawn v1.0.0');
  const { appId } = await market.application('血缘应用');
  const subscription = await market.subscribe(steward, appId, id);
  expect(await reached()).toContain('app 血缘应用');
  await steward('PUT', `/data/market/subscriptions/close/${subscription}`);
  expect(await reached()).not.toContain('app 血缘应用');
  const again = await market.subscribe(steward, appId, id);
  await app.database.pool.query("update market_subscription set end_time = now() - interval '1 day' where id = $1", [again]);
  await refreshAppLineage(app.node.app);
  expect(await reached()).not.toContain('app 血缘应用');
});
