import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { DAY_MS, SLOT_MS } from '../../core/statistics.ts';
import { callsOf } from '../calls/of-node.ts';
import { callLogOf } from '../logs/of-node.ts';
import { Counted } from '../logs/stats.ts';
import { testLine } from '../logs/test-line.ts';
import { MarketCalls } from '../test-market.ts';
import { watchCalls } from './alarms.ts';

const app = startApp();
const source = testSource(
  app,
  'create table customer (id integer primary key, name text); insert into customer values (1, $$a$$), (2, $$b$$);',
);
const market = new MarketCalls(app);
let apiId = '';
let appId = '';
let apiKey = '';
let otherId = '';
let stranger: Send;

const note = (count: number, over: Parameters<typeof testLine>[0] = {}) => {
  for (let i = 0; i < count; i++) callLogOf(app.node.app).note(testLine({ apiId, callerId: appId, ...over }));
};
const rows = async (text: string) => (await app.database.pool.query(text)).rows;
const written = (count: number) =>
  until(
    () => rows('select count(*)::int as n from market_api_log'),
    ([{ n }]) => n >= count,
  );

beforeAll(async () => {
  market.sourceId = await source.register();
  apiId = await market.make(await market.body('/customers', 'customer', ['id', 'name']));
  await market.release(apiId);
  ({ appId, apiKey } = await market.application('对账系统'));
  otherId = (await market.application('其他系统')).appId;
  const made = await app.make.user({
    perms: ['market:api:log:list', 'market:api:log:detail', 'market:api:log:remove', 'market:api:detail', 'market:app:detail'],
    dataScope: '5',
  });
  stranger = app.as(made.token);
});

describe('figures of calls', () => {
  it('are those of the lines, for the owner of the API, by time and by application', async () => {
    note(94, { time: 8 });
    note(3, { time: 900, httpStatus: 500, errorKey: 'system.error', msg: '查询执行失败' });
    note(2, { httpStatus: 400, errorKey: 'input.invalid', time: 1 });
    note(1, { httpStatus: 429, errorKey: 'api.quota', time: 1 });
    note(5, { callerId: otherId, callerDate: new Date(Date.now() - 3 * DAY_MS) });
    await written(105);
    const { status, data } = await app.admin('GET', '/data/market/statistics/overview?days=7');
    expect(status).toBe(200);
    expect(data.sums).toMatchObject({ calls: 105, succeeded: 99, failed: 3, refused: 2, limited: 1, dropped: 0 });
    expect(data.sums.p95).toBeGreaterThan(5);
    expect(data.sums.p95).toBeLessThanOrEqual(10);
    expect(data.before.calls).toBe(0);
    const counts = data.points.map(({ calls }: { calls: number }) => calls);
    expect(counts.filter((calls: number) => calls > 0)).toEqual([5, 100]);
    // an hour each, from the first of seven days until now
    expect(counts.length).toBeGreaterThan(6 * 24);
    expect(data.apis).toMatchObject([{ apiId, apiName: '接口/customers', calls: 105 }]);
    expect(data.apps).toMatchObject([
      { appId, appName: '对账系统', calls: 100 },
      { appId: otherId, calls: 5 },
    ]);
    expect(data.nodes).toMatchObject([{ mode: 'spool', dropped: 0 }]);
    const today = await app.admin('GET', '/data/market/statistics/overview?days=1');
    expect(today.data.sums.calls).toBe(100);
    expect((await app.admin('GET', '/data/market/statistics/overview?days=30')).data.sums.calls).toBe(105);
  });

  it('of an API and of an application are their own', async () => {
    const ofApi = await app.admin('GET', `/data/market/dataApis/${apiId}/usage?days=7`);
    expect(ofApi.data).toMatchObject({ sums: { calls: 105 }, apps: [{ calls: 100 }, { calls: 5 }] });
    const ofApp = await app.admin('GET', `/data/market/apps/${otherId}/usage?days=7`);
    expect(ofApp.data).toMatchObject({ sums: { calls: 5 }, apis: [{ apiId, calls: 5 }] });
  });

  it('of the last 24 hours are the same by the hour and by five minutes, at both ends', async () => {
    const id = await market.make(await market.body('/steady', 'customer', ['id', 'name']));
    const counted = new Counted();
    // one call each five minutes of 50 hours
    for (let back = 0; back < 600; back++)
      counted.add('api', { at: Date.now() - back * SLOT_MS, objectId: id, appId: '', status: 200, ms: 3, rows: 1, bytes: 1 });
    await counted.write(app.node.app.db);
    const { data } = await app.admin('GET', `/data/market/dataApis/${id}/usage?days=1`);
    expect(data.sums.calls).toBe(288);
    expect(data.points.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0)).toBe(288);
  });

  it('are nobody else’s: beyond the data scope there are none', async () => {
    const { data } = await stranger('GET', '/data/market/statistics/overview?days=7');
    expect(data.sums.calls).toBe(0);
    expect([data.apis, data.apps]).toEqual([[], []]);
    expect(await stranger('GET', `/data/market/dataApis/${apiId}/usage`)).toMatchObject({ status: 404 });
    expect(await stranger('GET', `/data/market/apps/${appId}/usage`)).toMatchObject({ status: 404 });
  });

  it('of an application are told to whoever has its key', async () => {
    const ask = (headers: Record<string, string>) => app.stranger('GET', '/data/market/usage?days=7', undefined, headers);
    const { status, data } = await ask({ api_key: apiKey });
    expect(status).toBe(200);
    expect(data).toMatchObject({ sums: { calls: 100, failed: 3 }, apis: [{ apiId, calls: 100 }] });
    expect(data.apps).toHaveLength(1);
    expect(await ask({})).toMatchObject({ status: 401, error: 'api.keyMissing' });
    expect(await ask({ api_key: 'ak_1.wrong' })).toMatchObject({ status: 401, error: 'api.keyInvalid' });
  });
});

describe('the log of calls', () => {
  const page = async (query: string, send: Send = app.admin) => (await send('GET', `/data/api/apiLogs/page?${query}`)).data;

  it('shows the last day, and what is asked for by time, application, status and duration', async () => {
    expect((await page('pageSize=20')).total).toBe(100);
    const week = `beginTime=${new Date(Date.now() - 7 * DAY_MS).toISOString()}`;
    expect((await page(week)).total).toBe(105);
    expect((await page(`${week}&appId=${otherId}`)).total).toBe(5);
    expect((await page('status=0')).total).toBe(6);
    expect((await page('httpStatus=429')).data).toMatchObject([{ errorKey: 'api.quota', status: '0' }]);
    expect((await page('minTime=500')).total).toBe(3);
    expect((await page(`apiId=${apiId}&pageSize=2&pageNum=2`)).data).toHaveLength(2);
    expect((await page(`${week}&endTime=${new Date(Date.now() - DAY_MS).toISOString()}`)).total).toBe(5);
    expect((await page('requestId=r1&pageSize=1')).data[0]).toMatchObject({ queryTime: 1, bytes: 2000, isCached: false, reqMethod: 'GET' });
  });

  it('gives a line by its id, refuses to delete it, and tells others nothing', async () => {
    const [line] = (await page('pageSize=1')).data;
    expect((await app.admin('GET', `/data/api/apiLogs/${line.id}`)).data).toEqual(line);
    expect(await app.admin('DELETE', `/data/api/apiLogs/${line.id}`)).toMatchObject({ status: 422, error: 'rule.broken' });
    expect((await page('', stranger)).total).toBe(0);
    expect(await stranger('GET', `/data/api/apiLogs/${line.id}`)).toMatchObject({ status: 404 });
    expect(await stranger('DELETE', `/data/api/apiLogs/${line.id}`)).toMatchObject({ status: 404 });
  });

  it('is exported as it is searched', async () => {
    const answer = await app.admin('POST', '/data/api/apiLogs/export', { minTime: 500 });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('spreadsheetml');
  });
});

it('tells the owner once when errors begin, and once when they are over', async () => {
  const told = () => rows("select title, text from sys_message where title like '数据API%' order by id");
  note(10, { httpStatus: 503, errorKey: 'api.overload', time: 5 });
  await written(115);
  const now = app.node.app.now();
  expect(await watchCalls(app.node.app, now)).toBe(1);
  expect(await watchCalls(app.node.app, now)).toBe(0);
  expect(await told()).toEqual([
    { title: '数据API告警：接口/customers v1.0.0', text: expect.stringMatching(/近15分钟有 1\d(?:\.\d)?% 的调用失败/) },
  ]);
  const { alarms } = (await app.admin('GET', '/data/market/statistics/overview')).data;
  expect(alarms).toMatchObject([{ apiId, cause: 'errors' }]);
  expect(await watchCalls(app.node.app, new Date(now.getTime() + 3_600_000))).toBe(1);
  expect(await told()).toMatchObject([{}, { title: '数据API恢复：接口/customers v1.0.0' }]);
  expect((await app.admin('GET', '/data/market/statistics/overview')).data.alarms).toEqual([]);
});

describe('a source that does not answer', () => {
  const fail = () =>
    callsOf(app.node.app).breaker.run(
      market.sourceId,
      () => 'source.unreachable',
      () => Promise.reject(new Error('gone')),
    );
  const resting = async (by: Send = app.admin) => (await by('GET', '/data/market/statistics/overview')).data.resting;

  it('is told of while it is left alone, to who has APIs over it, and measured', async () => {
    expect(await resting()).toEqual([]);
    for (let i = 0; i < 5; i++) await fail().catch(() => undefined);
    const told = await until(resting, (found) => found.length > 0);
    expect(told).toEqual([
      { sourceId: market.sourceId, sourceName: expect.any(String), since: expect.any(String), nodes: [String(app.node.app.node)] },
    ]);
    expect(await resting(stranger)).toEqual([]);
    expect((await app.admin('GET', '/metrics')).raw.toString()).toMatch(/^databrain_market_sources_resting 1$/m);
    const answers = () =>
      callsOf(app.node.app)
        .breaker.run(
          market.sourceId,
          () => 'rule.broken',
          () => Promise.resolve(true),
        )
        .catch(() => false);
    await until(answers, (isBack) => isBack);
    await until(resting, (found) => found.length === 0);
    expect((await app.admin('GET', '/metrics')).raw.toString()).toMatch(/^databrain_market_sources_resting 0$/m);
  });

  it('is not told of by a node that has been silent for a minute', async () => {
    const said = (time: string) => `insert into market_breaker values ('77', '${market.sourceId}', 'open', 5, ${time}, ${time})`;
    await rows(said("now() - interval '2 minutes'"));
    expect(await resting()).toEqual([]);
    await rows("update market_breaker set update_time = now() where node_id = '77'");
    expect(await resting()).toMatchObject([{ nodes: ['77'] }]);
    await rows("delete from market_breaker where node_id = '77'");
  });
});

it('is measured: families for scrapers, and a place in 服务监控', async () => {
  const { raw } = await app.admin('GET', '/metrics');
  const text = raw.toString();
  expect(text).toMatch(/^databrain_market_log_lines_total 1\d\d$/m);
  expect(text).toMatch(/^databrain_market_log_dropped_total 0$/m);
  expect(text).toMatch(/^databrain_market_log_spooled 1$/m);
});
