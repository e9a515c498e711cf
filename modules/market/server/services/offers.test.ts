import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { MarketCalls } from '../test-market.ts';
import { signedHeaders, type SigningKey } from '../test-signed.ts';
import { param, PATH, World } from './test-world.ts';

const SQUARE = '/data/market/square';
const PLANS = '/data/market/plans';
const GROUPS = '/data/market/groups';
const app = startApp();
const market = new MarketCalls(app);
const world = new World(app);
let steward: Send;

beforeAll(async () => {
  const perms = ['market:subscription:decide', 'market:subscription:list'];
  steward = app.as((await app.make.user({ perms, dataScope: '1' })).token);
});
const released = async (over: Record<string, unknown> = {}): Promise<{ id: string; serviceNo: string }> => {
  const id = await world.made(world.http(await world.host(), over));
  await world.release(id);
  return { id, serviceNo: (await world.get(id)).serviceNo };
};
const square = async (query: string) => (await app.admin('GET', `${SQUARE}/page?${query}`)).data.data as Record<string, unknown>[];

describe('a service in the market', () => {
  it('stands in a group and says its level; the group is not removed while it is there', async () => {
    const group = (await app.admin('POST', GROUPS, { groupName: '伙伴接口', parentId: null, sortNo: 1 })).data.id as string;
    const { id } = await released({ level: 'L3' });
    expect(await world.save({ ...world.http('1'), level: 'L9' })).toMatchObject({ status: 400, data: [{ path: 'level' }] });
    expect((await app.admin('PUT', `${GROUPS}/assign`, { apiIds: [id], groupId: group })).data).toEqual({ moved: 1 });
    expect(await square(`groupId=${group}&kind=service`)).toMatchObject([{ id, level: 'L3', groupName: '伙伴接口' }]);
    expect(await square('level=L3&kind=service')).toMatchObject([{ id }]);
    expect((await app.admin('GET', `${PATH}/page?groupId=${group}`)).data.data).toMatchObject([{ id, groupId: group, flow: null }]);
    expect((await app.admin('GET', `${GROUPS}/list`)).data.find((one: { id: string }) => one.id === group)).toMatchObject({
      apiCount: 0,
      serviceCount: 1,
    });
    expect(await app.admin('DELETE', `${GROUPS}/${group}`)).toMatchObject({ status: 409, msg: expect.stringContaining('集成服务') });
    const other = app.as((await app.make.user({ perms: ['market:group:edit', 'market:service:list'], dataScope: '5' })).token);
    expect((await other('PUT', `${GROUPS}/assign`, { apiIds: [id], groupId: null })).status).toBe(404);
    const copy = (await app.admin('POST', `${PATH}/${id}/copy`)).data.id as string;
    expect(await world.get(copy)).toMatchObject({ groupId: group, level: 'L3' });
  });

  it('tells approvers its level, and that of a chain no lower than its steps', async () => {
    const { id } = await released({ level: 'L2' });
    const unsaid = await released();
    const chain = (targetId: string) => ({
      serviceName: '编排',
      serviceType: '3',
      level: 'L1',
      chain: {
        steps: [{ id: 's1', name: '一', kind: 'service', targetId, inputs: [{ param: 'id', source: 'value', value: '1' }] }],
      },
    });
    const { weightOfService } = await import('./weight.ts');
    const { services, shownService } = await import('./rows.ts');
    const weigh = async (made: string) =>
      weightOfService(
        app.node.app.db,
        shownService(await services(app.node.app.db).selectAll('service').where('service.id', '=', made).executeTakeFirstOrThrow()),
      );
    expect(await weigh(id)).toEqual({ level: 'L2', masked: [], note: null });
    expect(await weigh(unsaid.id)).toMatchObject({ level: null, note: expect.stringContaining('没有登记') });
    expect(await weigh(await world.made(chain(id)))).toMatchObject({ level: 'L2', note: null });
    expect(await weigh(await world.made(chain(unsaid.id)))).toMatchObject({ level: 'L4' });
  });
});

describe.each(['hmac-sha256', 'hmac-sm3'] as const)('a service offered with a plan, called with keys of %s', (signMode) => {
  it('wants the plan, answers signed calls within it, and tells unsigned ones nothing', async () => {
    const plan = (await app.admin('POST', PLANS, { planName: `每日两次 ${signMode}`, dayQuota: 2, status: '1' })).data.id as string;
    const { id, serviceNo } = await released({ reqParams: [param('id', { nullable: '0' }), param('q')] });
    expect((await app.admin('PUT', `${PLANS}/api/${id}`, { planIds: [plan] })).status).toBe(200);
    expect((await app.admin('GET', `${PLANS}/api/${id}`)).data).toMatchObject([{ id: plan, dayQuota: 2 }]);
    const appId = (await app.admin('POST', '/data/market/apps', { appName: `签名 ${signMode}` })).data.id as string;
    const key = (await app.admin('POST', `/data/market/apps/${appId}/keys`, { signMode })).data as SigningKey;
    const path = `${PATH}/call/${serviceNo}`;
    const call = (query: string, signed = true) =>
      app.stranger('GET', `${path}?${query}`, undefined, signed ? signedHeaders(key, signMode, { path, query }) : { api_key: key.apiKey });
    // who only names the key learns neither that the service is subscribed to nor that it is not
    expect(await call('id=1', false)).toMatchObject({ status: 401, error: 'api.signature' });
    expect(await call('id=1')).toMatchObject({ status: 403, error: 'api.notSubscribed' });
    const asked = { appId, apiId: id, days: 30, reason: '对账' };
    expect(await app.admin('POST', '/data/market/subscriptions', asked)).toMatchObject({ status: 400, data: [{ path: 'planId' }] });
    await market.subscribe(steward, appId, id, { planId: plan });
    const first = await until(
      () => call('id=1'),
      ({ status }) => status === 200,
    );
    expect(first.headers['ratelimit-remaining']).toBe('1');
    expect(await call('id=..')).toMatchObject({ status: 400 });
    expect((await call('id=2')).status).toBe(200);
    expect(await call('id=3')).toMatchObject({ status: 429, error: 'api.quota' });
    expect(await call('id=1', false)).toMatchObject({ status: 401 });
    // the next version is offered with the same plans
    const copy = (await app.admin('POST', `${PATH}/${id}/copy`)).data.id as string;
    expect((await app.admin('GET', `${PLANS}/api/${copy}`)).data).toMatchObject([{ id: plan }]);
  });
});

describe('a try in the market', () => {
  it('is a call of an own application: within its subscription and limits, in the log without a key', async () => {
    const { id, serviceNo } = await released({ rateLimit: { enable: '1', times: 2, seconds: 600 } });
    // of its own, so that the story can be told twice
    const appName = `门户${serviceNo}`;
    const perms = ['market:square:list', 'market:apply:add', 'market:app:list', 'market:app:add', 'market:app:rotate'];
    const consumer = app.as((await app.make.user({ perms, dataScope: '5' })).token);
    const appId = (await consumer('POST', '/data/market/apps', { appName })).data.id as string;
    const attempt = (params: object, send: Send = consumer) => send('POST', `${SQUARE}/${id}/try`, { appId, params });
    expect((await attempt({ id: '1' })).data).toMatchObject({ httpStatus: 403, data: null, message: expect.stringContaining('没有订阅') });
    const asked = await consumer('POST', '/data/market/subscriptions', { appId, apiId: id, days: 30, reason: '对账' });
    await steward('POST', `/data/market/subscriptions/${asked.data.id}/decide`, { approved: true });
    const done = await until(
      async () => (await attempt({ id: '1' })).data,
      ({ httpStatus }) => httpStatus === 200,
    );
    expect(done).toMatchObject({ data: { data: { total: 1 } }, message: null, remaining: 1, traceId: expect.any(String) });
    expect((await attempt({})).data).toMatchObject({ httpStatus: 400, param: 'id' });
    expect(await attempt({ id: '2' })).toMatchObject({ status: 200, data: { httpStatus: 200, remaining: 0 } });
    expect((await attempt({ id: '3' })).data).toMatchObject({ httpStatus: 429, message: expect.stringContaining('') });
    // somebody else's application is not there, and looking at the market is no right to call
    const others = app.as((await app.make.user({ perms, dataScope: '5' })).token);
    expect((await attempt({ id: '1' }, others)).status).toBe(404);
    const reader = app.as((await app.make.user({ perms: ['market:square:list'], dataScope: '1' })).token);
    expect((await attempt({ id: '1' }, reader)).status).toBe(403);
    const lines = await until(
      async () => (await app.admin('GET', `/data/service/serviceLogs/page?traceId=${done.traceId}`)).data.data as object[],
      (found) => found.length > 0,
    );
    expect(lines).toMatchObject([{ serviceNo, appName, status: '1', callerHeader: expect.stringContaining('API市场调试') }]);
    await app.admin('PUT', `/data/market/apps/${appId}`, { ...(await app.admin('GET', `/data/market/apps/${appId}`)).data, status: '0' });
    expect(await attempt({ id: '1' })).toMatchObject({ status: 422 });
  });
});

it('what a trial found of the answer stands in the list, the market and the document', async () => {
  const { shapeOfValue } = await import('../../core/services/places.ts');
  const shape = shapeOfValue({ code: 0, data: { list: [{ id: 7 }] } });
  const { id } = await released({ config: { shape } });
  expect((await world.get(id)).httpService.shape).toEqual(shape);
  expect((await app.admin('GET', `${SQUARE}/${id}`)).data.outputs.map(({ name }: { name: string }) => name)).toEqual(['code', 'data']);
  const document = JSON.parse((await app.admin('GET', `${SQUARE}/${id}/openapi`)).raw.toString());
  expect(JSON.stringify(document)).toContain('"list":{"type":"array"');
});
