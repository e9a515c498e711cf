import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { engineSettings } from './index.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (region text, amount int); insert into sale values ('华东', 3), ('华北', 4);
   create view long as select 'x' as region, 1 as amount, pg_sleep(30)::text as x`,
);
const BASE = '/data/visual/dataSets';
const FIELDS = [
  { id: 'region', name: '区域', role: 'dimension', type: 'string' },
  { id: 'amount', name: '金额', role: 'measure', type: 'number', agg: 'sum' },
];
let sourceId = '';

const model = (over: object) => ({ v: 1, origin: { kind: 'sql', sql: 'select region, amount from sale' }, fields: FIELDS, ...over });
async function setOf(over: object): Promise<string> {
  const made = await app.admin('POST', BASE, { setName: '保留', sourceId, model: model(over) });
  expect(made, made.msg).toMatchObject({ status: 200 });
  return made.data.id as string;
}
const answer = async (dataSetId: string) => {
  const got = await app.admin('POST', '/data/visual/charts/data/parser', {
    dataSetId,
    rows: [{ col: 'region' }],
    measures: [{ col: 'amount' }],
  });
  expect(got, got.msg).toMatchObject({ status: 200 });
  return got.data as { cache: string; rows: unknown[][] };
};
const caches = async (dataSetId: string, ...waits: number[]) => {
  const seen = [(await answer(dataSetId)).cache];
  for (const seconds of waits) {
    app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000);
    seen.push((await answer(dataSetId)).cache);
  }
  return seen;
};
const setting = async (configKey: string, configValue: string) => {
  await app.database.db.updateTable('sysConfig').set({ configValue }).where('configKey', '=', configKey).execute();
};

beforeAll(async () => {
  sourceId = await source.register();
  app.clock.now = new Date();
});

it('a data set says how long its answers are kept: not at all, for a time, by what they cost, or as the platform does', async () => {
  expect(await caches(await setOf({ cache: { mode: 'none' } }), 0, 1)).toEqual(['off', 'off', 'off']);
  expect(await caches(await setOf({ cache: { mode: 'ttl', freshSec: 10, staleSec: 20 } }), 9, 2)).toEqual(['miss', 'hit', 'stale']);
  expect(await caches(await setOf({ cache: { mode: 'ttl', freshSec: 10, staleSec: 20 } }), 31)).toEqual(['miss', 'miss']);
  // cheap ones at least ten seconds
  expect(await caches(await setOf({ cache: { mode: 'adaptive' } }), 9)).toEqual(['miss', 'hit']);
  // 60 seconds, then 600 more
  expect(await caches(await setOf({}), 59, 2)).toEqual(['miss', 'hit', 'stale']);
  expect(await caches(await setOf({}), 661)).toEqual(['miss', 'miss']);
});

it('a data set that is not kept never answers an old row', async () => {
  const id = await setOf({ cache: { mode: 'none' } });
  expect((await answer(id)).rows).toEqual([
    ['华北', 4],
    ['华东', 3],
  ]);
  await source.sql(`update sale set amount = 30 where region = '华东'`);
  expect((await answer(id)).rows.at(-1)).toEqual(['华东', 30]);
  await source.sql(`update sale set amount = 3 where region = '华东'`);
});

it('answers go when the data set, its source, a synchronisation or a new extract says so', async () => {
  const id = await setOf({ extract: { mode: 'full' } });
  const kept = async () => expect((await answer(id)).cache).toBe('hit');
  const gone = async (what: string) => expect((await answer(id)).cache, what).toBe('miss');
  await gone('at first');
  await kept();
  const { version } = (await app.admin('GET', `${BASE}/${id}`)).data as { version: number };
  const body = { setName: '保留', sourceId, model: model({ extract: { mode: 'full' } }), version };
  expect(await app.admin('PUT', `${BASE}/${id}`, body)).toMatchObject({ status: 200 });
  await gone('the data set was saved');
  await kept();
  await synchronised(app, sourceId);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  await gone('the source was synchronised');
  await kept();
  const extract = async () => {
    await app.admin('POST', `${BASE}/${id}/extract/run`, {});
    await until(
      () => app.admin('GET', `${BASE}/${id}/extract`),
      ({ data }) => data.state === 'ready',
      40_000,
    );
  };
  await extract();
  await gone('it was extracted');
  await kept();
  await source.sql(`insert into sale values ('华南', 9)`);
  await kept();
  await extract();
  expect((await answer(id)).rows).toHaveLength(3);
}, 120_000);

it('a statement ends by the time limit of the platform, in the source too', async () => {
  await setting('visual.timeoutSec', '5');
  await setting('visual.sourceLimit', '16');
  const id = await setOf({ origin: { kind: 'sql', sql: 'select region, amount, x from long' } });
  const { sourceLimit } = await until(
    () => engineSettings(app.node.app),
    ({ timeoutMs }) => timeoutMs === 5000,
    10_000,
  );
  expect(sourceLimit).toBe(16);
  const started = performance.now();
  const query = { dataSetId: id, rows: [{ col: 'region' }], measures: [{ col: 'amount' }], filters: [] };
  const wanted = await app.admin('POST', '/data/visual/charts/data/parser', query);
  expect(wanted).toMatchObject({ status: 504, error: 'source.timeout' });
  expect(performance.now() - started).toBeLessThan(15_000);
  await until(
    () => source.sql(`select 1 from pg_stat_activity where usename = '${source.reader}' and state = 'active' and query like '%long%'`),
    ({ rowCount }) => rowCount === 0,
  );
}, 60_000);
