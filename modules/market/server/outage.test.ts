import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { MarketCalls } from './test-market.ts';

const app = startApp();
const DDL = 'create table place (id integer primary key, word text); insert into place values (1, $$甲$$), (2, $$乙$$);';
const failing = testSource(app, DDL);
const healthy = testSource(app, DDL);
let steward: Send;
let key = '';
let appId = '';

async function published(sourceId: string, url: string, table = 'place'): Promise<{ id: string; path: string }> {
  const market = new MarketCalls(app);
  market.sourceId = sourceId;
  const id = await market.make(await market.body(url, table, ['id'], { params: [{ paramName: 'id', paramType: '2' }] }));
  await market.release(id);
  await market.subscribe(steward, appId, id);
  const path = `v1.0.0${url}`;
  await until(
    () => call(`${path}?pageSize=0`),
    ({ status }) => status === 400,
  );
  return { id, path };
}
/** The number of a released chain with one step that calls the API. */
async function chained(apiId: string): Promise<string> {
  const SERVICES = '/data/service/services';
  const inputs = [{ param: 'id', source: 'path', value: '$.input.id' }];
  const made = await app.admin('POST', SERVICES, {
    serviceName: '编排',
    serviceType: '3',
    chain: { steps: [{ id: 'a', name: '查地点', kind: 'api', targetId: apiId, inputs }], outputs: [] },
    reqParams: [{ paramName: 'id', paramType: '2', nullable: '0' }],
  });
  expect(made.status, made.msg).toBe(200);
  expect((await app.admin('POST', `${SERVICES}/${made.data.id}/release`)).status).toBe(200);
  await new MarketCalls(app).subscribe(steward, appId, made.data.id);
  return (await app.admin('GET', `${SERVICES}/${made.data.id}`)).data.serviceNo;
}
const callChain = () => app.stranger('POST', `/data/service/services/call/${chainNo}`, { id: 1 }, { api_key: key });
const call = (path: string) => new MarketCalls(app).call(path, key);
const many = (path: string) => Promise.all(Array.from({ length: 40 }, (_, n) => call(`${path}?id=${(n % 2) + 1}`)));
/** Names of sources that are shown as left alone. */
const shown = async () => {
  const { data } = await app.admin('GET', '/data/market/statistics/overview');
  return (data.resting as { sourceId: string }[]).map(({ sourceId }) => sourceId);
};

let [failingId, path, other, chainNo] = ['', '', '', ''];
beforeAll(async () => {
  failingId = await failing.register();
  steward = app.as((await app.make.user({ perms: ['market:subscription:decide'], dataScope: '1' })).token);
  const made = await new MarketCalls(app).application('停电');
  [appId, key] = [made.appId, made.apiKey];
  const failed = await published(failingId, '/failing');
  path = failed.path;
  chainNo = await chained(failed.id);
  other = (await published(await healthy.register(), '/healthy')).path;
});

describe.each([
  ['stopped', 'a source that is stopped'],
  ['silent', 'a source that accepts statements and answers nothing'],
] as const)('%s', (state, name) => {
  it(`${name} is refused with 503 and when to come again, shown, leaves others alone, and answers once it is back`, async () => {
    expect((await call(`${path}?id=1`)).data.data).toEqual([{ id: 1 }]);
    await until(callChain, ({ status }) => status === 200);
    await failing.become(state);
    const [refused, answered] = await Promise.all([many(path), many(other)]);
    expect(new Set(refused.map(({ status, error }) => `${status} ${error}`))).toEqual(new Set(['503 api.overload']));
    for (const { headers } of refused) expect([1, 2]).toContain(Number(headers['retry-after']));
    expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200));
    await until(shown, (sources) => sources.includes(failingId));
    // a chain does not wait for it either
    for (const { status, error } of await Promise.all([callChain(), callChain()])) expect([status, error]).toEqual([503, 'api.overload']);

    await failing.become('up');
    const back = await until(
      () => call(`${path}?id=2`),
      ({ status }) => status === 200,
    );
    expect(back.data.data).toEqual([{ id: 2 }]);
    await until(shown, (sources) => sources.length === 0);
  });
});
