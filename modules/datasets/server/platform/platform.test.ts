import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { ChartQuery } from '../../contract/query.ts';
import { engine } from '../engine/index.ts';
import { hideViewer } from '../engine/viewer.ts';
import { loadSet } from '../sets/load.ts';
import { sameForAll } from '../sets/same-for-all.ts';
import { field, storeSet } from '../engine/test-documents.ts';
import { readPlatform } from './read.ts';
import { platformSet, platformSets } from './registry.ts';

const app = startApp();
const ask = (body: object) => app.admin('POST', '/data/visual/charts/data/parser', body);

it('every data set of the platform answers, by its fields', async () => {
  expect(platformSets(app.node.app).length).toBeGreaterThanOrEqual(15);
  for (const { code, fields } of platformSets(app.node.app)) {
    const set = await storeSet(app, { sourceId: null, origin: { kind: 'platform', code }, fields: fields as never });
    const answer = await ask({
      dataSetId: set,
      rows: fields.filter(({ role }) => role === 'dimension').map(({ id }) => ({ col: id })),
      measures: fields.filter(({ role }) => role === 'measure').map(({ id }) => ({ col: id })),
    });
    expect(answer.msg, code).toBe('操作成功');
  }
  const gone = await storeSet(app, {
    sourceId: null,
    origin: { kind: 'platform', code: 'no.such' },
    fields: [field('x', 'dimension', 'string')],
  });
  expect(await ask({ dataSetId: gone, rows: [{ col: 'x' }] })).toMatchObject({ status: 422, error: 'rule.broken' });
});

it('tells hours of the platform by the clock of the zone', async () => {
  await app.database.pool.query("insert into kit_call_stat (hour, node, calls, failures) values ('2026-03-01T09:00:00Z', 991, 7, 1)");
  const { fields } = platformSets(app.node.app).find(({ code }) => code === 'system.calls')!;
  const set = await storeSet(app, { sourceId: null, origin: { kind: 'platform', code: 'system.calls' }, fields: fields as never });
  const ofDay = { col: 'hour', op: 'between', values: ['2026-03-01', '2026-03-01'] };
  const asked = async (rows: object[]) =>
    (await ask({ dataSetId: set, rows, measures: [{ col: 'calls' }], filters: [ofDay] })).data.rows as unknown[][];
  expect(await asked([{ col: 'hour' }])).toEqual([['2026-03-01 17:00:00', 7]]);
  expect(await asked([{ col: 'hour', grain: 'hour' }])).toEqual([['2026-03-01 17:00:00', 7]]);
});

it('a statement that nobody waits for is stopped in the database', async () => {
  const gone = new AbortController();
  const limits = { maxRows: 10, timeoutMs: 30_000, signal: gone.signal };
  const reading = readPlatform(app.node.app, { text: 'select pg_sleep(25)::text as platform_sleeps', params: [] }, limits);
  const ended = expect(reading).rejects.toThrow('gone');
  const running = () =>
    app.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`,
    );
  await until(running, ({ rowCount }) => rowCount === 1);
  gone.abort(new Error('gone'));
  await ended;
  await until(running, ({ rowCount }) => rowCount === 0, 10_000);
  // the connection goes on as before
  const after = await readPlatform(
    app.node.app,
    { text: 'select 1 as n', params: [] },
    { ...limits, signal: new AbortController().signal },
  );
  expect(after.rows).toEqual([[1]]);
}, 30_000);

describe('a set that asks who is looking', () => {
  /** a data set of notices that everybody may open */
  const board = async () => {
    const { fields } = platformSet(app.node.app, 'notices.board')!;
    const id = await storeSet(app, { sourceId: null, origin: { kind: 'platform', code: 'notices.board' }, fields: fields as never });
    await app.database.pool.query("update visual_data_set set is_shared = '1' where id = $1", [id]);
    return id;
  };
  const publish = async (title: string, audience: object) => {
    const { data, msg } = await app.admin('POST', '/system/notices', {
      title,
      type: '1',
      content: '<p>正文</p>',
      publishScope: '1',
      targets: [],
      withBelow: '0',
      topFlag: '0',
      mustRead: '0',
      expireTime: null,
      attachments: null,
      remark: null,
      ...audience,
    });
    expect(msg).toBe('操作成功');
    expect((await app.admin('POST', `/system/notices/${data.id as string}/publish`)).msg).toBe('操作成功');
  };
  const titlesOf = async (token: string, set: string) => {
    const answer = await app.as(token)('POST', '/data/visual/charts/data/parser', {
      dataSetId: set,
      rows: [{ col: 'title' }],
      measures: [{ col: 'notices' }],
    });
    expect(answer.msg).toBe('操作成功');
    return { titles: (answer.data.rows as unknown[][]).map(([title]) => title as string).sort(), cache: answer.data.cache as string };
  };
  const listed = async (token: string) =>
    ((await app.as(token)('GET', '/system/notices/mine/page?pageSize=100')).data.data as { title: string }[])
      .map(({ title }) => title)
      .sort();

  it('shows each account its own rows, never the kept answer of another', async () => {
    const perms = ['visual:chart:build', 'visual:set:list'];
    const dept = await app.make.dept();
    const below = await app.make.dept({ parentId: dept.id });
    const one = await app.make.user({ perms, deptId: dept.id });
    const other = await app.make.user({ perms, deptId: below.id });
    const nowhere = await app.make.user({ perms });
    await publish('全员', {});
    await publish('甲本人', { publishScope: '4', targets: [one.id] });
    await publish('乙本人', { publishScope: '4', targets: [other.id] });
    await publish('甲部门', { publishScope: '2', targets: [dept.id] });
    await publish('甲部门及以下', { publishScope: '2', targets: [dept.id], withBelow: '1' });
    await publish('乙的角色', { publishScope: '3', targets: [other.roleId] });
    const set = await board();
    const seen: [typeof one, string[]][] = [
      [one, ['全员', '甲本人', '甲部门', '甲部门及以下']],
      [other, ['乙本人', '乙的角色', '全员', '甲部门及以下']],
      [nowhere, ['全员']],
    ];
    for (const [{ token }, titles] of seen) expect(await titlesOf(token, set)).toEqual({ titles: titles.toSorted(), cache: 'miss' });
    // kept answers stay with their account
    for (const [{ token }, titles] of seen) expect(await titlesOf(token, set)).toEqual({ titles: titles.toSorted(), cache: 'hit' });
    for (const [{ token }, titles] of seen) expect(await listed(token)).toEqual(titles.toSorted());
  });

  it('shows strangers what is for everybody, whoever shares it, and no picture of it is stored', async () => {
    const set = await board();
    const sharer = await app.make.user({ perms: ['visual:chart:build', 'visual:set:list'] });
    await publish('分享人本人', { publishScope: '4', targets: [sharer.id] });
    expect((await titlesOf(sharer.token, set)).titles).toContain('分享人本人');
    const user = await loadAccount(app.database.db, sharer.id);
    const origin = {
      user: user!,
      route: { access: { kind: 'signedIn' } } as never,
      db: app.database.db,
      signal: new AbortController().signal,
    };
    const { ctx } = detachedCtx(app.node.app, { ...origin, requestId: '', ip: '', userAgent: '' });
    hideViewer(ctx);
    const query = ChartQuery.parse({ dataSetId: set, rows: [{ col: 'title' }], measures: [{ col: 'notices' }] });
    const { rows } = await engine.ask(ctx, await loadSet(ctx, set), query, { purpose: 'chart' });
    expect(rows.map(([title]) => title)).toEqual(['全员']);
    expect(await sameForAll(app.database.db, [set], ['notices.board'])).toEqual(new Set());
    expect(await sameForAll(app.database.db, [set], [])).toEqual(new Set([set]));
  });
});
