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

async function published(sourceId: string, url: string, table = 'place'): Promise<string> {
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
  return path;
}
const call = (path: string) => new MarketCalls(app).call(path, key);
const many = (path: string) => Promise.all(Array.from({ length: 40 }, (_, n) => call(`${path}?id=${(n % 2) + 1}`)));
/** Names of sources that are shown as left alone. */
const shown = async () => {
  const { data } = await app.admin('GET', '/data/market/statistics/overview');
  return (data.resting as { sourceId: string }[]).map(({ sourceId }) => sourceId);
};

let [failingId, path, other] = ['', '', ''];
beforeAll(async () => {
  failingId = await failing.register();
  steward = app.as((await app.make.user({ perms: ['market:subscription:decide'], dataScope: '1' })).token);
  const made = await new MarketCalls(app).application('停电');
  [appId, key] = [made.appId, made.apiKey];
  path = await published(failingId, '/failing');
  other = await published(await healthy.register(), '/healthy');
});

describe.each([
  ['stopped', 'a source that is stopped'],
  ['silent', 'a source that accepts statements and answers nothing'],
] as const)('%s', (state, name) => {
  it(`${name} is refused with 503 and when to come again, shown, leaves others alone, and answers once it is back`, async () => {
    expect((await call(`${path}?id=1`)).data.data).toEqual([{ id: 1 }]);
    await failing.become(state);
    const [refused, answered] = await Promise.all([many(path), many(other)]);
    expect(new Set(refused.map(({ status, error }) => `${status} ${error}`))).toEqual(new Set(['503 api.overload']));
    for (const { headers } of refused) expect([1, 2]).toContain(Number(headers['retry-after']));
    expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200));
    await until(shown, (sources) => sources.includes(failingId));

    await failing.become('up');
    const back = await until(
      () => call(`${path}?id=2`),
      ({ status }) => status === 200,
    );
    expect(back.data.data).toEqual([{ id: 2 }]);
    await until(shown, (sources) => sources.length === 0);
  });
});
