import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { MarketCalls } from '../test-market.ts';
import { param, PATH, World } from './test-world.ts';

const app = startApp();
const market = new MarketCalls(app);
const world = new World(app);
let count = 0;

describe('a released service', () => {
  let steward: Send;
  let key = '';
  let appId = '';
  beforeAll(async () => {
    steward = app.as((await app.make.user({ perms: ['market:subscription:decide', 'market:subscription:list'], dataScope: '1' })).token);
    const application = await market.application('服务调用方');
    [appId, key] = [application.appId, application.apiKey];
  });
  const maskRule = async () => {
    const body = { ruleName: `手机${++count}`, ruleCode: `mobile_x${count}`, algorithm: 'mobile', params: {}, status: '1' };
    const answered = await app.admin('POST', '/data/metadata/maskRules', body);
    if (answered.status !== 200) throw new Error(answered.raw.toString());
    return answered.data.id as string;
  };

  it('is called with the key of a subscribed application, masked, limited, logged with its trace; a new version stands beside it', async () => {
    const maskRuleId = await maskRule();
    const body = world.http(await world.host(), {
      masks: [{ path: '$.data.list[*].mobile', maskRuleId }],
      rateLimit: { enable: '1', times: 2, seconds: 600 },
      reqParams: [param('id', { nullable: '0' }), param('q'), param('mobile')],
    });
    const id = await world.made(body);
    const { serviceNo } = await world.get(id);
    expect(await world.call(`${serviceNo}?id=1`, key)).toMatchObject({ status: 404, error: 'api.offline' });
    expect((await world.release(id)).status).toBe(200);
    expect(await world.call(`${serviceNo}?id=1`, null)).toMatchObject({ status: 401, error: 'api.keyMissing' });
    expect(await world.call(`${serviceNo}?id=1`, 'ak_1.wrong')).toMatchObject({ status: 401, error: 'api.keyInvalid' });
    expect(await world.call(`${serviceNo}?id=1`, key)).toMatchObject({ status: 403, error: 'api.notSubscribed' });
    expect(world.connections).toBe(0);
    const subscription = await market.subscribe(steward, appId, id);
    const answered = await world.call(`${serviceNo}?id=1&mobile=13812345678`, key);
    expect(answered).toMatchObject({ status: 200, data: { data: { list: [{ id: 7, name: '甲', mobile: '138****5678' }], total: 1 } } });
    expect(answered.headers['ratelimit-remaining']).toBe('1');
    const traceId = answered.headers['x-trace-id'];
    expect(await world.call(`${serviceNo}?id=..`, key)).toMatchObject({ status: 400, data: [{ path: 'id' }] });
    world.answer = (_request, response) => void response.writeHead(500).end('stack trace');
    expect(await world.call(`${serviceNo}/v1`, key, { id: '1' })).toMatchObject({ status: 502, error: 'service.failed' });
    expect(await world.call(`${serviceNo}?id=1`, key)).toMatchObject({ status: 429, error: 'api.quota' });

    const lines = await until(
      async () => (await app.admin('GET', `/data/service/serviceLogs/page?serviceId=${id}`)).data.data as Record<string, unknown>[],
      (found) => found.length >= 4,
    );
    expect(lines.map(({ httpStatus }) => httpStatus)).toEqual([429, 502, 400, 200]);
    expect(lines[3]).toMatchObject({ traceId, appName: '服务调用方', upstreamStatus: 200, callerParam: '{"id":"1","mobile":"***"}' });
    expect(lines[3]?.['time']).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain('13812345678');
    expect(await app.admin('DELETE', `/data/service/serviceLogs/${String(lines[0]?.['id'])}`)).toMatchObject({
      status: 422,
      error: 'rule.broken',
    });

    // a released version does not change; its copy waits for its release, and whoever subscribes to the old one keeps it
    const row = await world.get(id);
    expect(await app.admin('PUT', `${PATH}/${id}`, row)).toMatchObject({ status: 422 });
    expect(await app.admin('DELETE', `${PATH}/${id}`)).toMatchObject({ status: 409, error: 'entity.inUse' });
    const copy = (await app.admin('POST', `${PATH}/${id}/copy`)).data.id as string;
    expect(await world.get(copy)).toMatchObject({ serviceNo, serviceVersion: 2, status: '1' });
    await world.release(copy);
    expect(await world.call(`${serviceNo}/v2?id=1`, key)).toMatchObject({ status: 403 });
    expect((await app.admin('GET', `/data/market/subscriptions/page?appId=${appId}`)).data.data[0]).toMatchObject({
      id: subscription,
      apiVersion: 'v1',
    });

    await app.admin('PUT', `/data/market/subscriptions/close/${subscription}`);
    await until(
      () => world.call(`${serviceNo}?id=1`, key),
      ({ status }) => status === 403,
    );
    expect((await app.admin('POST', `${PATH}/${id}/cancel`)).status).toBe(200);
    expect(await world.call(`${serviceNo}/v1?id=1`, key)).toMatchObject({ status: 404 });
  });

  it('what writes is called by POST only; a mask whose rule is disabled hides the field whole', async () => {
    const maskRuleId = await maskRule();
    const id = await world.made(
      world.http(await world.host(), { config: { httpMethod: 'POST' }, masks: [{ path: '$.data.list[0].mobile', maskRuleId }] }),
    );
    const { serviceNo } = await world.get(id);
    await world.release(id);
    await market.subscribe(steward, appId, id);
    expect(await world.call(`${serviceNo}?id=1`, key)).toMatchObject({ status: 405 });
    const rule = (await app.admin('GET', `/data/metadata/maskRules/${maskRuleId}`)).data;
    await app.admin('PUT', `/data/metadata/maskRules/${maskRuleId}`, { ...rule, status: '0' });
    const answered = await world.call(serviceNo, key, { id: '1' });
    expect(answered.data.data.list[0]).toMatchObject({ id: 7, name: '甲' });
    expect(answered.data.data.list[0].mobile).not.toMatch(/\d/);
  });

  it('addresses that are denied or not allowed stay outside', async () => {
    const id = await world.made(world.http(await world.host(), { deny: '127.0.0.0/8,::1' }));
    const { serviceNo } = await world.get(id);
    await world.release(id);
    await market.subscribe(steward, appId, id);
    expect(await world.call(`${serviceNo}?id=1`, key)).toMatchObject({ status: 403, msg: '该地址不允许调用此服务' });
  });
});

it('each act has its permission, and rows of others are not there', async () => {
  const id = await world.made(world.http(await world.host()));
  const reader = app.as((await app.make.user({ perms: ['market:service:list', 'market:service:log:list'], dataScope: '1' })).token);
  expect((await reader('GET', `${PATH}/page`)).data.data.length).toBeGreaterThan(0);
  expect((await world.run(id, {}, reader)).status).toBe(403);
  expect((await reader('POST', `${PATH}/${id}/release`)).status).toBe(403);
  expect((await world.save(world.http('1'), reader)).status).toBe(403);
  const perms = [
    'market:service:list',
    'market:service:detail',
    'market:service:run',
    'market:service:edit',
    'market:service:release',
    'market:service:remove',
  ];
  const other = app.as((await app.make.user({ perms, dataScope: '5' })).token);
  expect((await other('GET', `${PATH}/page`)).data.total).toBe(0);
  for (const [method, path] of [
    ['GET', `${PATH}/${id}`],
    ['POST', `${PATH}/${id}/run`],
    ['POST', `${PATH}/${id}/release`],
    ['DELETE', `${PATH}/${id}`],
  ] as const)
    expect((await other(method, path, method === 'POST' ? {} : undefined)).status, path).toBe(404);
});
