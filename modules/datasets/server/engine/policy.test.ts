import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, linesOf, storeBoard, tileOf } from './test-documents.ts';

const app = startApp();
const source = testSource(app, `create table sale (region text, amount int); insert into sale values ('华东', 3), ('华北', 4)`);
const SETS = '/data/visual/dataSets';
const CACHE = '/data/visual/cache';
const FIELDS = [field('region', 'dimension', 'string'), field('amount', 'measure', 'number', { agg: 'sum' })];
type Loose = Record<string, unknown>;
let sourceId = '';
let looker: Send;

const ttl = (freshSec: number) => ({ mode: 'ttl', freshSec, staleSec: 0 });
const modelOf = (over: Loose = {}) => ({
  v: 1,
  origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
  fields: FIELDS,
  ...over,
});
async function setOf(over: Loose = {}): Promise<string> {
  const made = await app.admin('POST', SETS, { setName: '策略', sourceId, isShared: '1', model: modelOf(over) });
  expect(made, made.msg).toMatchObject({ status: 200 });
  return made.data.id as string;
}
const pass = (seconds: number) => void (app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000));

/** A published board with one tile, and how its answers come. */
async function boardOf(dataSetId: string, chart: Loose = {}, cache: Loose | null = null) {
  const id = await storeBoard(app, { tiles: [tileOf('a', chartOf(dataSetId, ['region'], ['amount'], chart))] });
  if (cache)
    await app.database.pool.query(`update visual_version set doc = doc || $2::jsonb where entity_id = $1`, [id, JSON.stringify({ cache })]);
  const come = async (send: Send = looker, over: Loose = {}) => {
    const answer = await send('POST', '/data/visual/view/data', { entity: 'board', id, tiles: [{ key: 'a' }], ...over });
    const [line] = answer.status === 200 ? linesOf(answer.raw) : [];
    return (line?.data as { cache: string } | undefined)?.cache ?? (line?.error as { msg: string } | undefined)?.msg ?? `${answer.status}`;
  };
  return { id, come };
}
/** How an answer comes after so many seconds. */
async function after(come: () => Promise<string>, ...waits: number[]): Promise<string[]> {
  const seen = [await come()];
  for (const seconds of waits) {
    pass(seconds);
    seen.push(await come());
  }
  return seen;
}
const putSource = (policy: Loose | null, send: Send = app.admin) => send('PUT', `${CACHE}/sources/${sourceId}`, { policy });

beforeAll(async () => {
  sourceId = await source.register({ isShared: '1' });
  app.clock.now = new Date();
  const user = await app.make.user({ perms: ['visual:board:preview'], dataScope: '1' });
  looker = app.as(user.token);
  const tables = await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).execute();
  for (const { id } of tables)
    await app.admin('POST', '/data/metadata/authorizes', {
      subjectType: 'user',
      subjectId: user.id,
      actions: ['query', 'preview'],
      objectType: 'table',
      objectId: id,
    });
});

describe('how long answers are kept', () => {
  it('is said by the chart, else its board, else the data set, else the source, else the platform', async () => {
    const plain = await setOf();
    const own = await setOf({ cache: ttl(20) });
    // 60 seconds of the platform, stale for 600 more
    expect(await after((await boardOf(plain)).come, 59, 2)).toEqual(['miss', 'hit', 'stale']);
    expect(await putSource(ttl(100))).toMatchObject({ status: 200 });
    expect(await after((await boardOf(await setOf())).come, 99, 2)).toEqual(['miss', 'hit', 'miss']);
    expect(await after((await boardOf(own)).come, 19, 2)).toEqual(['miss', 'hit', 'miss']);
    expect(await after((await boardOf(await setOf({ cache: ttl(20) }), {}, ttl(40))).come, 39, 2)).toEqual(['miss', 'hit', 'miss']);
    expect(await after((await boardOf(await setOf({ cache: ttl(20) }), { cache: ttl(8) }, ttl(40))).come, 7, 2)).toEqual([
      'miss',
      'hit',
      'miss',
    ]);
    expect(await after((await boardOf(await setOf(), { cache: { mode: 'none' } }, ttl(40))).come, 0)).toEqual(['off', 'off']);
    expect(await putSource(null)).toMatchObject({ status: 200 });
    expect(await after((await boardOf(await setOf())).come, 59, 2)).toEqual(['miss', 'hit', 'stale']);
  });

  it('is said by the document that is being built, before it is saved', async () => {
    const set = await setOf({ cache: ttl(20) });
    const query = { dataSetId: set, rows: [{ col: 'region' }], measures: [{ col: 'amount', aggregateType: 'sum' }] };
    const come = (keep?: (Loose | null)[]) => async () => {
      const answer = await app.admin('POST', '/data/visual/query', { tiles: [{ key: 'a', query, ...(keep && { keep }) }] });
      const [line] = linesOf(answer.raw);
      return (line?.data as { cache: string } | undefined)?.cache ?? answer.msg;
    };
    expect(await after(come(), 19, 2)).toEqual(['miss', 'hit', 'miss']);
    expect(await after(come([{ mode: 'none' }]), 0)).toEqual(['off', 'off']);
    pass(60);
    expect(await after(come([null, ttl(40)]), 39, 2)).toEqual(['miss', 'hit', 'miss']);
    pass(60);
    expect(await after(come([ttl(8), ttl(40)]), 7, 2)).toEqual(['miss', 'hit', 'miss']);
    const wrong = { tiles: [{ key: 'a', query, keep: [{ mode: 'always' }] }] };
    expect(await app.admin('POST', '/data/visual/query', wrong)).toMatchObject({ status: 400 });
  });

  it('until the next moment of a plan', async () => {
    const minutes = 600_000;
    app.clock.now = new Date(Math.ceil(app.clock.now.getTime() / minutes) * minutes + minutes - 120_000);
    const { come } = await boardOf(await setOf({ cache: { mode: 'schedule', cron: '0 */10 * * * ?', staleSec: 0 } }));
    expect(await after(come, 119, 2, 590, 20)).toEqual(['miss', 'hit', 'miss', 'hit', 'miss']);
  });

  it('until the source is synchronised, the extract is renewed or somebody empties the cache', async () => {
    const id = await setOf({ cache: { mode: 'event' }, extract: { mode: 'full' } });
    const { come } = await boardOf(id);
    expect(await after(come, 700)).toEqual(['miss', 'hit']);
    await synchronised(app, sourceId);
    expect(await after(come, 700)).toEqual(['miss', 'hit']);
    await app.admin('POST', `${SETS}/${id}/extract/run`, {});
    await until(
      () => app.admin('GET', `${SETS}/${id}/extract`),
      ({ data }) => data.state === 'ready',
      40_000,
    );
    expect(await after(come, 700)).toEqual(['miss', 'hit']);
    expect(await app.admin('POST', `${CACHE}/dataSets/${id}/purge`)).toMatchObject({ status: 200 });
    expect(await after(come, 700)).toEqual(['miss', 'hit']);
    expect(await app.admin('POST', `${CACHE}/sources/${sourceId}/purge`)).toMatchObject({ status: 200 });
    expect(await after(come, 700)).toEqual(['miss', 'hit']);
  }, 120_000);

  it('emptying the cache holds for every way of keeping', async () => {
    for (const cache of [
      ttl(900),
      { mode: 'adaptive' },
      { mode: 'schedule', cron: '0 0 6 1 1 ?' },
      { mode: 'event' },
      { mode: 'inherit' },
    ]) {
      const id = await setOf({ cache });
      const { come } = await boardOf(id);
      expect(await after(come, 1), cache.mode).toEqual(['miss', 'hit']);
      await app.admin('POST', `${CACHE}/dataSets/${id}/purge`);
      expect(await after(come, 1), cache.mode).toEqual(['miss', 'hit']);
      await app.admin('POST', `${CACHE}/sources/${sourceId}/purge`);
      expect(await after(come, 1), cache.mode).toEqual(['miss', 'hit']);
    }
  });
});

describe('rights', () => {
  it('a viewer neither says nor sees how long answers are kept', async () => {
    const { id, come } = await boardOf(await setOf(), { cache: ttl(7777) }, ttl(8888));
    const opened = await looker('GET', `/data/visual/boards/view/${id}`);
    expect(opened.status).toBe(200);
    expect(opened.raw.toString()).not.toMatch(/7777|8888/);
    expect(await come(looker, { cache: ttl(1) })).toBe('400');
    for (const [method, path, body] of [
      ['GET', `${CACHE}/inherited?sourceId=${sourceId}`],
      ['GET', `${CACHE}/sources`],
      ['PUT', `${CACHE}/sources/${sourceId}`, { policy: ttl(1) }],
      ['POST', `${CACHE}/sources/${sourceId}/purge`],
      ['POST', `${CACHE}/dataSets/1/purge`],
    ] as const) {
      expect((await looker(method, path, body)).status, path).toBe(403);
      expect((await app.stranger(method, path, body)).status, path).toBe(401);
    }
  });

  it('sources and data sets out of reach are not there', async () => {
    const user = await app.make.user({ perms: ['visual:cache:edit', 'visual:set:edit'], dataScope: '5' });
    const send = app.as(user.token);
    const id = await setOf();
    expect((await send('GET', `${CACHE}/sources`)).data).toEqual([]);
    expect((await putSource(ttl(1), send)).status).toBe(404);
    expect((await send('POST', `${CACHE}/sources/${sourceId}/purge`)).status).toBe(404);
    expect((await send('POST', `${CACHE}/dataSets/${id}/purge`)).status).toBe(404);
    expect((await send('POST', `${CACHE}/dataSets/nobody/purge`)).status).toBe(404);
    expect((await app.admin('GET', `${CACHE}/inherited?sourceId=nothing`)).status).toBe(404);
  });

  it('what is taken over is told to makers, and changes are kept in the log', async () => {
    const id = await setOf();
    const told = async (query: string) => (await app.admin('GET', `${CACHE}/inherited?${query}`)).data;
    expect(await told(`sourceId=${sourceId}`)).toMatchObject({ place: 'platform', policy: { mode: 'ttl', freshSec: 60 } });
    await putSource({ mode: 'event' });
    expect(await told(`dataSetId=${id}`)).toMatchObject({ place: 'source', policy: { mode: 'event' } });
    const [row] = (await app.admin('GET', `${CACHE}/sources`)).data as Loose[];
    expect(row).toMatchObject({ id: sourceId, policy: { mode: 'event' } });
    await putSource(null);
    expect(await told(`dataSetId=${await setOf({ cache: ttl(9) })}`)).toMatchObject({ place: 'set', policy: { freshSec: 9 } });
    const log = await app.database.pool.query(`select count(*)::int as n from sys_oper_log where title = '设置数据源缓存策略'`);
    expect(log.rows[0].n).toBeGreaterThanOrEqual(2);
  });

  it('a plan that never comes due is refused wherever it is said', async () => {
    const never = { mode: 'schedule', cron: '0 0 6 30 2 ?' };
    for (const cache of [never, { mode: 'schedule' }, { mode: 'schedule', cron: 'every day' }]) {
      expect(await app.admin('POST', SETS, { setName: 'x', sourceId, model: modelOf({ cache }) })).toMatchObject({ status: 400 });
      expect(await putSource(cache)).toMatchObject({ status: 400 });
      const chart = { ...chartOf(await setOf(), ['region'], ['amount']), cache };
      expect(await app.admin('POST', '/data/visual/charts', { chartName: 'x', chartConfig: chart })).toMatchObject({ status: 400 });
    }
  });
});
