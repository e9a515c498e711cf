import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { MarketCalls } from '../test-market.ts';
import { endApplies } from './ending.ts';
import { DirectoryCalls } from './test-directory.ts';

const app = startApp();
const source = testSource(app, `create table sale (id integer primary key, city text); insert into sale values (1, '重庆');`);
const market = new MarketCalls(app);
const people = new DirectoryCalls(app);
const BASE = '/data/market/drds';
let setId = '';
let boardId = '';
let draftId = '';
let drdId = '';
const ask = (refId: string) => people.apply(drdId, { usageType: '4', refId });
const applyRow = async (id: string) =>
  (await people.applicant('GET', `${BASE}/applies/page?scope=mine&pageSize=200`)).data.data.find((row: { id: string }) => row.id === id);
const board = () => people.applicant('GET', `/data/visual/boards/view/${boardId}`);
const set = () => people.applicant('GET', `/data/visual/dataSets/${setId}`);
const grants = async (): Promise<number> => (await app.database.pool.query('select count(*)::int as n from visual_grant')).rows[0].n;
const lapse = async (id: string) => {
  const past = `now() - interval '1 minute'`;
  await app.database.pool.query(`update market_drd_apply set end_time = ${past} where id = $1`, [id]);
  await app.database.pool.query(`update visual_grant set end_time = ${past} where request_id = $1`, [id]);
};
const endTask = () =>
  endApplies.run({
    runId: '1',
    app: app.node.app,
    params: {},
    dueTime: new Date(),
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
  });

async function makeBoard(boardName: string): Promise<string> {
  const chart = { v: 1, dataSetId: setId, chartType: 'bar', rows: [{ col: 'city' }], measures: [{ col: 'id', aggregateType: 'count' }] };
  const tabs = [{ id: 't', name: '首页', layout: [{ i: 'k', x: 0, y: 0, w: 12, h: 8, chart }] }];
  const made = await app.admin('POST', '/data/visual/boards', { boardName, boardConfig: { v: 1, tabs, filters: [] } });
  expect(made.status).toBe(200);
  return made.data.id as string;
}

beforeAll(async () => {
  market.sourceId = await source.register();
  const sees = ['visual:set:list', 'visual:set:detail', 'visual:board:list', 'visual:board:preview'];
  await people.people({ author: sees, editor: [...sees, 'visual:set:grant', 'visual:board:grant'], applicant: sees });
  const made = await app.admin('POST', '/data/visual/dataSets', {
    setName: '销售集',
    sourceId: market.sourceId,
    setSql: 'select id, city from sale',
  });
  setId = made.data.id;
  boardId = await makeBoard('销售看板');
  draftId = await makeBoard('未发布看板');
  expect((await app.admin('POST', `/data/visual/boards/publish/${boardId}`, { version: 0 })).status).toBe(200);
  drdId = await people.create([
    { mountType: '4', refId: setId },
    { mountType: '5', refId: boardId },
    { mountType: '5', refId: draftId },
  ]);
  await people.publish(drdId);
});

describe('a request to look', () => {
  let id = '';
  it('opens a board for who asked once somebody else has agreed, and nobody may agree who may not grant the board', async () => {
    expect((await board()).status).toBe(404);
    id = (await ask(boardId)).data.id;
    expect(await ask(boardId)).toMatchObject({ status: 409 });
    expect((await board()).status).toBe(404);
    const other = await app.make.user({ perms: ['market:drd:list', 'market:drd:approve'], dataScope: '1' });
    expect(await people.decide(id, true, app.as(other.token))).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
    expect((await people.decide(id, true)).status).toBe(200);
    expect(await board()).toMatchObject({ status: 200, data: { name: '销售看板' } });
    expect(await applyRow(id)).toMatchObject({ state: '2', path: `/visual/board/view/${boardId}`, refName: '销售看板' });
    const listed = await people.applicant('GET', '/data/visual/boards/page');
    expect(listed.data.data.map((row: { id: string }) => row.id)).toEqual([boardId]);
    // nothing else comes with it: neither what the board reads nor the right to change or pass it on
    expect((await set()).status).toBe(404);
    expect((await people.applicant('GET', `/data/visual/boards/build/${boardId}`)).status).toBeGreaterThanOrEqual(403);
  });

  it('is shown to who grants by hand, who can neither lose nor prolong it there', async () => {
    const at = `/data/visual/grants/board/${boardId}`;
    const { data } = await app.admin('GET', at);
    expect(data).toMatchObject({ grants: [], requested: [{ subjectId: people.applicantId, endTime: expect.any(String) }] });
    const line = { subjectType: 'user', subjectId: people.applicantId, level: 'edit' };
    expect((await app.admin('PUT', at, { isShared: '0', grants: [line] })).status).toBe(200);
    expect((await app.admin('PUT', at, { isShared: '0', grants: [] })).status).toBe(200);
    expect((await board()).status).toBe(200);
  });

  it('ends at its moment without anybody, and the task clears what is left', async () => {
    await lapse(id);
    expect((await board()).status).toBe(404);
    expect(await applyRow(id)).toMatchObject({ state: '5', path: null });
    expect(await grants()).toBe(1);
    expect(await endTask()).toContain('1 个');
    expect(await grants()).toBe(0);
  });

  it('gives a data set, until it is given back', async () => {
    expect((await set()).status).toBe(404);
    id = (await ask(setId)).data.id;
    expect((await people.decide(id, true)).status).toBe(200);
    expect(await set()).toMatchObject({ status: 200, data: { setName: '销售集' } });
    expect(await applyRow(id)).toMatchObject({ path: `/visual/dataset?open=detail-${setId}` });
    expect((await people.applicant('POST', `${BASE}/applies/${id}/end`)).status).toBe(200);
    expect((await set()).status).toBe(404);
    expect(await grants()).toBe(0);
  });

  it('whose day has passed makes room for a new one', async () => {
    const first = (await ask(setId)).data.id;
    await people.decide(first, true);
    await lapse(first);
    const second = await ask(setId);
    expect(second.status).toBe(200);
    expect(await grants()).toBe(0);
    await people.decide(second.data.id, false);
    expect((await set()).status).toBe(404);
  });

  it('is refused where it would lead nowhere', async () => {
    expect(await ask(draftId)).toMatchObject({ status: 422, msg: expect.stringContaining('尚未发布') });
    expect(await people.apply(drdId)).toMatchObject({ status: 400, data: [{ path: 'usageType' }] });
    const blind = await app.make.user({ perms: ['market:drd:list', 'market:drd:apply'], dataScope: '5' });
    const body = { usageType: '4', refId: boardId, purpose: '看看', validTo: '2099-01-01' };
    const refused = await app.as(blind.token)('POST', `${BASE}/${drdId}/apply`, body);
    expect(refused).toMatchObject({ status: 422, msg: expect.stringContaining('没有查看看板的功能权限') });
  });
});
