import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, startNode, testSettings, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import type { HotCall } from '#kit/server/http/hot.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { callsOf } from '../calls/of-node.ts';
import { MarketCalls } from '../test-market.ts';

const app = startApp();
const source = testSource(
  app,
  'create table thing (id integer primary key, name text); insert into thing select i, $$n$$ || i from generate_series(1, 20) i;',
);
const market = new MarketCalls(app);
/** MARKET_QUOTA_CALLS=50000 asks as often as the acceptance does. */
const CALLS = Number(process.env['MARKET_QUOTA_CALLS'] ?? 3000);
const QUOTA = Math.floor(CALLS * 0.4);
type Node = Awaited<ReturnType<typeof startNode>>;
let other: Node;
let steward: Send;
let key = '';
let appId = '';

const plan = async (planName: string, over: object = {}): Promise<string> => {
  const made = await app.admin('POST', '/data/market/plans', { planName, ...over });
  expect(made).toMatchObject({ status: 200 });
  return made.data.id;
};
/** A released API that is offered with plans. */
async function offeredApi(url: string, planIds: readonly string[], by: Send = app.admin): Promise<string> {
  const id = await market.make(await market.body(url, 'thing', ['id', 'name'], { params: [{ paramName: 'id', paramType: '2' }] }));
  await market.release(id);
  expect(await by('PUT', `/data/market/plans/api/${id}`, { planIds })).toMatchObject({ status: 200 });
  return id;
}
const call = (path: string) => market.call(`v1.0.0${path}`, key);
const subscribed = async (url: string, planId: string, apiId: string) => {
  await market.subscribe(steward, appId, apiId, { planId });
  await until(
    () => call(`${url}?id=x`),
    ({ status }) => status === 400,
  );
};

beforeAll(async () => {
  market.sourceId = await source.register();
  const made = await app.make.user({
    perms: ['market:subscription:decide', 'market:subscription:list', 'market:plan:offer', 'market:plan:list'],
    dataScope: '1',
  });
  steward = app.as(made.token);
  const application = await market.application('方案应用');
  [appId, key] = [application.appId, application.apiKey];
  other = await startNode(app.connection, testSettings('/tmp'));
}, 120_000);
afterAll(() => other?.stop());

describe('a plan', () => {
  it.each([
    [{ burst: 10 }, 'burst'],
    [{ rate: 10, burst: 5 }, 'burst'],
    [{ dayQuota: 100, monthQuota: 50 }, 'dayQuota'],
    [{ rate: 0 }, 'rate'],
    [{ maxDays: 4000 }, 'maxDays'],
  ])('is refused as %j', async (over, path) => {
    const answer = await app.admin('POST', '/data/market/plans', { planName: '不成立', ...over });
    expect(answer).toMatchObject({ status: 400, data: [{ path }] });
  });

  it('is taken by a request where an API is offered with plans, within its longest term', async () => {
    const small = await plan('小', { dayQuota: 10, maxDays: 30 });
    const strange = await plan('别处的');
    const api = await offeredApi('/plan/asked', [small]);
    const ask = (over: object) => app.admin('POST', '/data/market/subscriptions', { appId, apiId: api, days: 30, reason: '对账', ...over });
    expect(await ask({})).toMatchObject({ status: 400, data: [{ path: 'planId' }] });
    expect(await ask({ planId: strange })).toMatchObject({ status: 400, data: [{ path: 'planId' }] });
    expect(await ask({ planId: small, days: 31 })).toMatchObject({ status: 400, data: [{ path: 'days' }] });
    expect(await ask({ planId: small })).toMatchObject({ status: 200 });
    expect((await app.admin('GET', `/data/market/plans/api/${api}`)).data).toMatchObject([
      { planName: '小', dayQuota: 10, approval: 'manual' },
    ]);
    expect(await app.admin('DELETE', `/data/market/plans/${small}`)).toMatchObject({ status: 409 });
    expect(await app.admin('DELETE', `/data/market/plans/${strange}`)).toMatchObject({ status: 200 });
  });

  it('that is approved automatically is in force at once, unless who asks has offered it', async () => {
    const auto = await plan('自动', { approval: 'auto', rate: 100 });
    const byOther = await offeredApi('/plan/auto', [auto], steward);
    const own = await offeredApi('/plan/own', [auto]);
    const ask = (apiId: string) =>
      app.admin('POST', '/data/market/subscriptions', { appId, apiId, days: 30, reason: '对账', planId: auto });
    const path = async (apiId: string) =>
      (await app.admin('POST', '/data/market/subscriptions/steps', { apiId, days: 30, planId: auto })).data.decidedBy;
    expect([await path(byOther), await path(own)]).toEqual(['plan', 'owner']);
    const first = await ask(byOther);
    const second = await ask(own);
    const { data } = (await app.admin('GET', `/data/market/subscriptions/page?appId=${appId}&pageSize=50`)).data;
    const of = (apiId: string) => data.find((row: { apiId: string }) => row.apiId === apiId);
    expect(of(byOther)).toMatchObject({ status: '2', opinion: '按调用方案自动通过', planId: auto });
    expect(of(own)).toMatchObject({ status: '1', plan: { planName: '自动', rate: 100, dayQuota: null } });
    expect([first.data.status, second.data.status]).toEqual(['2', '1']);
    // nobody changes the plan of the own request
    expect(await app.admin('PUT', `/data/market/plans/subscription/${of(byOther).id}`, { planId: null })).toMatchObject({
      status: 422,
      msg: '不能调整自己申请的调用方案，请由API的其他负责人调整',
    });
    expect(
      (
        await until(
          () => call('/plan/auto'),
          ({ status }) => status === 200,
        )
      ).headers['ratelimit-limit'],
    ).toBe('100');
  });

  it('is kept by a renewal unless another one is taken, also where the API is offered with plans by now', async () => {
    const [short, long] = [await plan('短期', { maxDays: 30 }), await plan('长期')];
    const api = await offeredApi('/plan/renewed', []);
    const before = await market.subscribe(steward, appId, api);
    expect(await app.admin('PUT', `/data/market/plans/api/${api}`, { planIds: [short, long] })).toMatchObject({ status: 200 });
    const renew = (id: string, over: object) =>
      app.admin('POST', `/data/market/subscriptions/${id}/renew`, { days: 60, reason: '续', ...over });
    expect(await renew(before, {})).toMatchObject({ status: 400, data: [{ path: 'planId' }] });
    expect(await renew(before, { planId: short })).toMatchObject({ status: 400, data: [{ path: 'days' }] });
    const { data: next } = await renew(before, { planId: long });
    await steward('POST', `/data/market/subscriptions/${next.id}/decide`, { approved: true });
    const { data: kept } = await renew(next.id, {});
    const { data } = (await app.admin('GET', `/data/market/subscriptions/page?apiId=${api}`)).data;
    expect(data.find(({ id }: { id: string }) => id === kept.id)).toMatchObject({ status: '1', plan: { planName: '长期' } });
  });

  it('goes along with a copy; one that is approved automatically only where who copies may offer plans', async () => {
    const [manual, auto] = [await plan('副本人工'), await plan('副本自动', { approval: 'auto' })];
    const api = await offeredApi('/plan/copied', [manual, auto], steward);
    const names = async (id: string) =>
      (await app.admin('GET', `/data/market/plans/api/${id}`)).data.map(({ planName }: { planName: string }) => planName);
    const { data: copy } = await app.admin('POST', `/data/market/dataApis/${api}/copy`);
    expect(await names(copy.id)).toEqual(['副本人工', '副本自动']);
    await market.release(copy.id);
    // whoever copies has offered it, and does not agree to the own request
    const asked = await app.admin('POST', '/data/market/subscriptions', { appId, apiId: copy.id, days: 5, reason: '对账', planId: auto });
    expect(asked.data.status).toBe('1');
    const { id: subjectId, token } = await app.make.user({ perms: ['market:api:copy', 'market:api:detail'], dataScope: '1' });
    const grant = {
      objectType: 'table',
      objectId: await market.table('thing'),
      subjectType: 'user',
      subjectId,
      actions: ['meta', 'query'],
    };
    expect(await app.admin('POST', '/data/metadata/authorizes', grant)).toMatchObject({ status: 200 });
    const other = await app.as(token)('POST', `/data/market/dataApis/${api}/copy`);
    expect([other.status, other.msg]).toEqual([200, '操作成功']);
    expect(await names(other.data.id)).toEqual(['副本人工']);
  });

  it('that was disabled stays offered until somebody takes it away', async () => {
    const [kept, other] = [await plan('将禁用'), await plan('另一个')];
    const api = await offeredApi('/plan/disabled', [kept]);
    const row = (await app.admin('GET', `/data/market/plans/${kept}`)).data;
    await app.admin('PUT', `/data/market/plans/${kept}`, { ...row, status: '0' });
    const offer = (planIds: string[]) => app.admin('PUT', `/data/market/plans/api/${api}`, { planIds });
    const told = async (query = '') => (await app.admin('GET', `/data/market/plans/api/${api}${query}`)).data;
    expect(await told()).toEqual([]);
    expect(await told('?disabled=1')).toMatchObject([{ id: kept, status: '0' }]);
    expect(await offer([kept, other])).toMatchObject({ status: 200 });
    expect(await told('?disabled=1')).toMatchObject([{ id: kept }, { id: other, status: '1' }]);
    // whoever only asks is not shown what cannot be taken
    const asker = app.as((await app.make.user({ perms: ['market:apply:add'], dataScope: '1' })).token);
    expect((await asker('GET', `/data/market/plans/api/${api}?disabled=1`)).data).toMatchObject([{ id: other }]);
    expect(await offer([other])).toMatchObject({ status: 200 });
    expect(await offer([kept])).toMatchObject({ status: 404, msg: '调用方案不存在或已禁用' });
  });

  it('is not changed to one whose longest term is shorter than that of the subscription', async () => {
    const [long, short] = [await plan('九十天'), await plan('三十天', { maxDays: 30 })];
    const api = await offeredApi('/plan/changed', [long, short]);
    const id = await market.subscribe(steward, appId, api, { planId: long, days: 60 });
    expect(await steward('PUT', `/data/market/plans/subscription/${id}`, { planId: short })).toMatchObject({
      status: 400,
      data: [{ path: 'planId', message: '方案“三十天”的有效天数最长 30 天，这个订阅有效 60 天，请选择其他方案' }],
    });
    expect(await steward('PUT', `/data/market/plans/subscription/${id}`, { planId: null })).toMatchObject({ status: 200 });
  });

  it('limits what is answered, tells what is left, and is changed without a new key', async () => {
    const five = await plan('每日五次', { dayQuota: 5 });
    const more = await plan('每日七次', { dayQuota: 7 });
    const api = await offeredApi('/plan/day', [five, more]);
    await subscribed('/plan/day', five, api);
    const answers = [];
    for (let i = 0; i < 6; i++) {
      await call('/plan/day?id=x');
      answers.push(await call('/plan/day'));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers.slice(0, 5).map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['4', '3', '2', '1', '0']);
    expect(answers[5]).toMatchObject({ error: 'api.quota', msg: '已达到方案的每日调用次数，请明日再试或更换方案' });
    const wait = Number(answers[5]!.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
    const { data } = (await app.admin('GET', `/data/market/subscriptions/page?apiId=${api}`)).data;
    expect(await steward('PUT', `/data/market/plans/subscription/${data[0].id}`, { planId: more })).toMatchObject({ status: 200 });
    await until(
      () => call('/plan/day'),
      ({ status }) => status === 200,
    );
    expect((await call('/plan/day')).status).toBe(200);
    expect((await call('/plan/day')).status).toBe(429);
  });

  it('limits bytes of answers by what was sent', async () => {
    const megabyte = await plan('一兆', { monthMegabytes: 1 });
    const api = await offeredApi('/plan/bytes', [megabyte]);
    await subscribed('/plan/bytes', megabyte, api);
    expect((await call('/plan/bytes')).status).toBe(200);
    await until(
      async () => (await app.database.db.selectFrom('marketWindow').select('used').where('apiId', '=', api).execute())[0],
      (row) => row !== undefined,
    );
    await app.database.db
      .updateTable('marketWindow')
      .set({ used: '1048576' })
      .where('apiId', '=', api)
      .where('kind', '=', 'monthBytes')
      .execute();
    const refused = await until(
      () => call('/plan/bytes'),
      ({ status }) => status === 429,
      60_000,
    );
    expect(refused.msg).toContain('每月流量');
  });
});

describe('a quota over two nodes', () => {
  /** Asks a node without a socket, so that the limits are what is measured. */
  const hot = (node: Node, path: string): Promise<number> => {
    const fake: HotCall = {
      method: 'GET',
      path: `/data/api/services/v1.0.0${path}`,
      headers: { api_key: key },
      ip: '127.0.0.1',
      requestId: 'quota',
      signal: new AbortController().signal,
      body: () => Promise.resolve(null),
      text: () => Promise.resolve(''),
    };
    return callsOf(node.app)
      .handle(fake)
      .then(({ status }) => status);
  };

  it(`lets exactly ${QUOTA} of ${CALLS} calls through`, async () => {
    const exact = await plan('精确', { monthQuota: QUOTA });
    const api = await offeredApi('/plan/exact', [exact]);
    await subscribed('/plan/exact', exact, api);
    const path = '/plan/exact?id=1';
    await until(
      () => hot(other, '/plan/exact?id=x'),
      (status) => status === 400,
    );
    const counts = new Map<number, number>();
    // each node is asked for half: refusals cost nothing, and one that is spent would use up the calls of the other
    const half = async (node: Node) => {
      let asked = 0;
      const worker = async () => {
        while (asked < CALLS / 2) {
          asked += 1;
          const status = await hot(node, path);
          // a busy machine may refuse for a moment: such a call was not answered and is asked again
          if (status === 503) asked -= 1;
          else counts.set(status, (counts.get(status) ?? 0) + 1);
        }
      };
      await Promise.all([worker(), worker(), worker()]);
    };
    await Promise.all([half(app.node), half(other)]);
    expect(Object.fromEntries(counts)).toEqual({ 200: QUOTA, 429: CALLS - QUOTA });
  });
});
