import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { MarketCalls } from './test-market.ts';

const app = startApp();
const source = testSource(
  app,
  'create table customer (customer_id integer primary key, name text, contact_mobile text); insert into customer values (1, $$a$$, $$138$$);',
);
const market = new MarketCalls(app);
let consumer: Send;
let stranger: Send;
let steward: Send;
let appId = '';
const FIELDS = ['customer_id', 'name', 'contact_mobile'];
const ids: string[] = [];
const groups: string[] = [];

beforeAll(async () => {
  market.sourceId = await source.register();
  await sealColumns(app, market.sourceId, 'contact_mobile');
  const perms = ['market:square:list', 'market:apply:list', 'market:apply:add', 'market:app:add', 'market:app:rotate'];
  consumer = app.as((await app.make.user({ perms, dataScope: '5' })).token);
  stranger = app.as((await app.make.user({ perms, dataScope: '5' })).token);
  steward = app.as((await app.make.user({ perms: ['market:subscription:decide'], dataScope: '1' })).token);
  appId = (await consumer('POST', '/data/market/apps', { appName: '门户' })).data.id;
  for (const [url, columns] of [
    ['/customer', FIELDS],
    ['/names', ['name']],
    ['/draft', ['name']],
  ] as const)
    ids.push(await market.make(await market.body(url, 'customer', columns, { remark: `关于${url}` })));
  await market.release(ids[0]!);
  await market.release(ids[1]!);
});
const page = async (query = '', call = consumer) =>
  (await call('GET', `/data/market/square/page?${query}`)).data.data as {
    id: string;
    apiUrl: string;
    mine: string | null;
    level: string | null;
    fieldCount: number;
  }[];

describe('groups of APIs', () => {
  const add = (groupName: string, parentId: string | null = null) =>
    app.admin('POST', '/data/market/groups', { groupName, parentId, sortNo: 0 });

  it('are a tree of four levels at most, with names once below each', async () => {
    for (let n = 0; n < 4; n++) groups.push((await add(`分组${n}`, groups.at(-1) ?? null)).data.id);
    expect(await add('第五级', groups[3]!)).toMatchObject({ status: 400, msg: '分组最多4级' });
    expect(await add('分组0')).toMatchObject({ status: 409 });
    const { data } = await app.admin('GET', `/data/market/groups/${groups[0]}`);
    expect(await app.admin('PUT', `/data/market/groups/${groups[0]}`, { ...data, parentId: groups[2] })).toMatchObject({ status: 400 });
  });

  it('take APIs, released ones too, and are kept while they hold some', async () => {
    expect((await app.admin('PUT', '/data/market/groups/assign', { apiIds: [ids[0]], groupId: groups[1] })).data).toEqual({ moved: 1 });
    expect((await app.admin('PUT', '/data/market/groups/assign', { apiIds: [ids[0]], groupId: groups[1] })).data).toEqual({ moved: 0 });
    expect(await app.admin('DELETE', `/data/market/groups/${groups[1]}`)).toMatchObject({ status: 409, error: 'entity.inUse' });
    const { data } = await consumer('GET', '/data/market/groups/list');
    expect(data.map(({ groupName, apiCount }: { groupName: string; apiCount: number }) => [groupName, apiCount])).toEqual([
      ['分组0', 0],
      ['分组1', 1],
      ['分组2', 0],
      ['分组3', 0],
    ]);
    expect((await page(`groupId=${groups[0]}`)).map(({ apiUrl }) => apiUrl)).toEqual(['/customer']);
    expect((await app.admin('GET', `/data/market/dataApis/page?groupId=${groups[0]}`)).data.total).toBe(1);
    expect(await consumer('PUT', '/data/market/groups/assign', { apiIds: [ids[0]], groupId: null })).toMatchObject({ status: 403 });
  });
});

describe('the market', () => {
  it('shows released APIs by name, path, field and level, and no draft', async () => {
    expect((await page()).map(({ apiUrl }) => apiUrl).toSorted()).toEqual(['/customer', '/names']);
    expect((await page('keyword=contact_mob')).map(({ apiUrl }) => apiUrl)).toEqual(['/customer']);
    expect((await page('keyword=%25')).length).toBe(0);
    expect((await page('level=L3')).map(({ apiUrl, level, fieldCount }) => [apiUrl, level, fieldCount])).toEqual([['/customer', 'L3', 3]]);
    expect(await consumer('GET', `/data/market/square/${ids[2]}`)).toMatchObject({ status: 404 });
    expect(await consumer('GET', '/data/market/dataApis/page')).toMatchObject({ status: 403 });
  });

  it('tells what an API takes and gives, not how it reads its source', async () => {
    const { data } = await consumer('GET', `/data/market/square/${ids[0]}`);
    expect(data.outputs.map(({ name, level, mask }: Record<string, unknown>) => [name, level, mask !== null])).toEqual([
      ['customer_id', null, false],
      ['name', null, false],
      ['contact_mobile', 'L3', true],
    ]);
    expect(data.samples).toHaveLength(4);
    expect(JSON.stringify(data)).not.toContain(market.sourceId);
    expect(data).not.toHaveProperty('executeConfig');
  });

  it('tells each who asks how far the own applications are, and documents what they may use', async () => {
    const asked = await consumer('POST', '/data/market/subscriptions', {
      appId,
      apiId: ids[0],
      days: 30,
      reason: '对账',
      fields: ['name'],
    });
    const mine = async (call: Send) => (await page('', call)).find(({ apiUrl }) => apiUrl === '/customer')!.mine;
    expect([await mine(consumer), await mine(stranger)]).toEqual(['1', null]);
    await steward('POST', `/data/market/subscriptions/${asked.data.id}/decide`, { approved: true });
    expect([await mine(consumer), await mine(stranger)]).toEqual(['2', null]);
    expect((await page('mine=1')).map(({ apiUrl }) => apiUrl)).toEqual(['/customer']);
    expect(await page('mine=1', stranger)).toEqual([]);
    const fields = async (query: string, call = consumer) => {
      const { body } = await call('GET', `/data/market/square/${ids[0]}/openapi${query}`);
      const [row] = /"items":\{"type":"object","properties":(\{.*?\})\}\}\}/.exec(JSON.stringify(body))?.slice(1) ?? [];
      return FIELDS.filter((name) => row?.includes(`"${name}"`));
    };
    expect(await fields(`?appId=${appId}`)).toEqual(['name']);
    expect(await fields('')).toEqual(FIELDS);
    // of others nothing is known
    expect(await fields(`?appId=${appId}`, stranger)).toEqual(FIELDS);
    expect((await stranger('GET', `/data/market/square/${ids[0]}`)).data.subscriptions).toEqual([]);
    expect((await stranger('GET', '/data/market/square/apps')).data).toEqual([]);
  });
});
