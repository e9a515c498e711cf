import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { SetModel } from '#modules/datasets/contract/data-set-model.ts';

const app = startApp();
const C = '/data/visual/charts';
const B = '/data/visual/boards';
const S = '/data/visual/screens';
const ALL = ['chart', 'board', 'screen'].flatMap((kind) =>
  ['list', 'detail', 'add', 'edit', 'build', 'remove', 'copy', 'publish', 'grant', 'preview'].map((verb) => `visual:${kind}:${verb}`),
);
const LOOKS = ['visual:chart:list', 'visual:chart:detail', 'visual:board:list', 'visual:board:detail', 'visual:board:preview'];

/** A data set row; what it reads does not matter here. */
async function dataSet(name: string, more: { createDept?: string; isShared?: string } = {}): Promise<string> {
  const id = app.node.app.ids.next();
  const model = SetModel.parse({
    v: 1,
    origin: { kind: 'platform', code: 'x' },
    fields: [{ id: 'a', name: 'A', role: 'dimension', type: 'string' }],
  });
  await app.database.db
    .insertInto('visualDataSet')
    .values({ id, setName: name, setKind: 'platform', model: JSON.stringify(model), createBy: 'nobody', ...more })
    .execute();
  return id;
}
const chartOf = (dataSetId: string) =>
  ChartConfig.parse({ dataSetId, chartType: 'bar', rows: [{ col: 'a' }], measures: [{ col: 'a', aggregateType: 'count' }] });
const boardOf = (...chartIds: string[]) =>
  BoardConfig.parse({
    v: 1,
    tabs: [{ id: 't', name: '首页', layout: chartIds.map((chartId, n) => ({ i: `k${n}`, x: 0, y: n * 8, w: 12, h: 8, chartId })) }],
  });
async function make(send: Send, path: string, body: object): Promise<string> {
  const answer = await send('POST', path, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.data.id as string;
}
const versionOf = async (send: Send, path: string): Promise<number> => (await send('GET', path)).data.version as number;

let set = '';
let owner: Send;
let other: Send;
let looker: Send;
let lookerId = '';
let lookerRole = '';
let deptA = '';
let deptB = '';
beforeAll(async () => {
  set = await dataSet('合同', { isShared: '1' });
  deptA = (await app.make.dept()).id;
  deptB = (await app.make.dept({ parentId: (await app.make.dept()).id })).id;
  owner = app.as((await app.make.user({ perms: ALL, dataScope: '3', deptId: deptA })).token);
  other = app.as((await app.make.user({ perms: ALL, dataScope: '3', deptId: deptB })).token);
  const user = await app.make.user({ perms: LOOKS, dataScope: '5', deptId: deptB });
  looker = app.as(user.token);
  lookerId = user.id;
  lookerRole = user.roleId!;
});

describe('who may', () => {
  it('strangers and accounts without rights get nowhere', async () => {
    const nobody = app.as((await app.make.user({ perms: ['system:post:list'] })).token);
    const calls = [
      ['GET', `${C}/page`],
      ['GET', `${C}/list`],
      ['GET', `${C}/configs?ids=1`],
      ['GET', `${C}/1`],
      ['POST', C],
      ['PUT', `${C}/1`],
      ['PUT', `${C}/build/1`],
      ['POST', `${C}/copy/1`],
      ['DELETE', `${C}/1`],
      ['GET', `${B}/page`],
      ['PUT', `${B}/build/1`],
      ['POST', `${B}/publish/1`],
      ['POST', `${B}/unpublish/1`],
      ['DELETE', `${S}/batch/1`],
      ['POST', `${S}/reset/1`],
      ['GET', `${S}/templates`],
      ['GET', '/data/visual/folders/tree/chart'],
      ['POST', '/data/visual/folders'],
      ['PUT', '/data/visual/folders/move/items'],
      ['PUT', '/data/visual/stars'],
      ['GET', '/data/visual/uses/chart/1'],
      ['GET', '/data/visual/grants/board/1'],
      ['PUT', '/data/visual/grants/board/1'],
      ['GET', '/data/visual/grants/subjects?subjectType=role'],
      ['GET', '/data/visual/versions/board/1/page'],
      ['POST', '/data/visual/versions/board/1/no/1/restore'],
      ['GET', '/data/visual/overview'],
    ] as const;
    for (const [method, path] of calls) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      expect([path, (await app.stranger(method, path, body)).status]).toEqual([path, 401]);
      expect([path, (await nobody(method, path, body)).status]).toEqual([path, 403]);
    }
  });

  it('items of another department do not exist, for reading and writing', async () => {
    const id = await make(owner, C, { chartName: '甲部门图表', dataSetId: set });
    expect((await owner('GET', `${C}/${id}`)).data.chartName).toBe('甲部门图表');
    for (const [method, path, body] of [
      ['GET', `${C}/${id}`, undefined],
      ['PUT', `${C}/${id}`, { chartName: 'x', version: 0 }],
      ['PUT', `${C}/build/${id}`, { chartConfig: chartOf(set), version: 0 }],
      ['POST', `${C}/copy/${id}`, {}],
      ['DELETE', `${C}/${id}`, undefined],
      ['GET', `/data/visual/versions/chart/${id}/page`, undefined],
      ['PUT', `/data/visual/grants/chart/${id}`, { isShared: '1', grants: [] }],
      ['PUT', '/data/visual/stars', { kind: 'chart', id, isStarred: true }],
      ['PUT', '/data/visual/folders/move/items', { kind: 'chart', ids: [id], folderId: null }],
    ] as const)
      expect([path, (await other(method, path, body)).status]).toEqual([path, 404]);
    expect((await other('GET', `${C}/page`)).data.data.map((row: { id: string }) => row.id)).not.toContain(id);
    expect((await other('GET', `${C}/configs?ids=${id}`)).data).toEqual([]);
  });

  it('a grant to a role, a department above or a person shows the item, and only edit lets change it', async () => {
    const above = await app.database.db.selectFrom('sysDept').select('parentId').where('id', '=', deptB).executeTakeFirstOrThrow();
    for (const [subjectType, subjectId] of [
      ['role', lookerRole],
      ['dept', above.parentId],
      ['user', lookerId],
    ] as const) {
      const id = await make(owner, C, { chartName: `授权${subjectType}`, dataSetId: set });
      expect((await looker('GET', `${C}/${id}`)).status).toBe(404);
      const grants = [{ subjectType, subjectId, level: 'view' }];
      expect((await owner('PUT', `/data/visual/grants/chart/${id}`, { isShared: '0', grants })).status).toBe(200);
      expect((await looker('GET', `${C}/${id}`)).data).toMatchObject({ canEdit: false });
      expect((await owner('GET', `/data/visual/grants/chart/${id}`)).data.grants).toMatchObject([
        { subjectType, subjectId, level: 'view' },
      ]);
      await owner('PUT', `/data/visual/grants/chart/${id}`, { isShared: '0', grants: [{ ...grants[0], level: 'edit' }] });
      expect((await looker('GET', `${C}/${id}`)).data).toMatchObject({ canEdit: true });
      await owner('PUT', `/data/visual/grants/chart/${id}`, { isShared: '0', grants: [] });
      expect((await looker('GET', `${C}/${id}`)).status).toBe(404);
    }
  });

  it('nobody grants what he may only look at, nor to subjects that do not exist', async () => {
    const id = await make(owner, C, { chartName: '共享的', dataSetId: set });
    expect((await owner('PUT', `/data/visual/grants/chart/${id}`, { isShared: '1', grants: [] })).status).toBe(200);
    expect((await other('GET', `${C}/${id}`)).status).toBe(200);
    expect((await other('PUT', `/data/visual/grants/chart/${id}`, { isShared: '0', grants: [] })).status).toBe(404);
    const wrong = await owner('PUT', `/data/visual/grants/chart/${id}`, {
      isShared: '1',
      grants: [{ subjectType: 'user', subjectId: 'nope', level: 'view' }],
    });
    expect([wrong.status, wrong.body.data?.[0]?.path]).toEqual([400, 'grants.0.subjectId']);
  });
});

describe('documents', () => {
  it('the form of the family is kept as it was put', async () => {
    const family = {
      dataSetId: set,
      chartType: 'line',
      rows: [{ col: 'a', alias: '甲' }],
      columns: [],
      measures: [{ col: 'a', alias: '数', aggregateType: 'count' }],
      filters: [],
      options: { title: { show: true, text: '题' } },
      theme: 'walden',
      seriesType: 'arealine',
    };
    const id = await make(owner, C, { chartName: '家族' });
    const saved = await owner('PUT', `${C}/build/${id}`, { chartConfig: JSON.stringify(family), version: 0 });
    expect(saved.status).toBe(200);
    const read = (await owner('GET', `${C}/${id}`)).data;
    expect(JSON.parse(read.chartConfig)).toEqual(family);
    expect(read).toMatchObject({ chartType: 'line', dataSetId: set });
    const row = (await owner('GET', `${C}/page?keyword=家族`)).data.data[0];
    expect(row).toMatchObject({ chartName: '家族', dataSetName: '合同' });
    expect(row).not.toHaveProperty('chartConfig');
    const board = { layout: [{ x: 0, y: 0, w: 12, h: 10, i: id }], interval: [{ id, milliseconds: 5000 }] };
    const boardId = await make(owner, B, { boardName: '家族看板' });
    expect((await owner('PUT', `${B}/build/${boardId}`, { boardConfig: board, version: 0 })).status).toBe(200);
    expect((await owner('GET', `${B}/${boardId}`)).data.boardConfig).toEqual(board);
    const screen = {
      width: 1920,
      height: 1080,
      scale: 100,
      layout: [{ x: 0, y: 0, w: 400, h: 300, i: id }],
      property: [{ id, border: 'BorderBox1' }],
    };
    const screenId = await make(owner, S, { screenName: '家族大屏' });
    expect((await owner('PUT', `${S}/build/${screenId}`, { screenConfig: screen, version: 0 })).status).toBe(200);
    expect((await owner('GET', `${S}/${screenId}`)).data.screenConfig).toEqual(screen);
    expect((await owner('GET', `/data/visual/uses/chart/${id}`)).data.items.map((one: { name: string }) => one.name)).toEqual([
      '家族看板',
      '家族大屏',
    ]);
  });

  it('what does not fit is refused with its path; ids out of reach are refused too', async () => {
    const hidden = await dataSet('别人的', { createDept: deptB });
    const id = await make(owner, C, { chartName: '坏的' });
    const build = (chartConfig: unknown) => owner('PUT', `${C}/build/${id}`, { chartConfig, version: 0 });
    expect((await build('{')).body).toMatchObject({ data: [{ path: 'chartConfig' }] });
    expect((await build({ v: 1, dataSetId: set, chartType: 'pizza' })).body).toMatchObject({ data: [{ path: 'chartConfig.chartType' }] });
    expect((await build(chartOf(hidden))).body).toMatchObject({ data: [{ path: 'chartConfig.dataSetId' }] });
    expect((await build(chartOf('missing'))).status).toBe(400);
    const board = await make(owner, B, { boardName: '坏的' });
    const answer = await owner('PUT', `${B}/build/${board}`, { boardConfig: boardOf('12345'), version: 0 });
    expect([answer.status, answer.body.data?.[0]?.path]).toEqual([400, 'boardConfig.tabs.0.layout.0.chartId']);
  });

  it('documents of ten megabytes are refused', async () => {
    const id = await make(owner, C, { chartName: '图' });
    const big = await owner('PUT', `${C}/build/${id}`, { chartConfig: 'x'.repeat(10 * 1024 * 1024), version: 0 });
    expect(big.status).toBe(413);
    expect((await owner('PUT', `${C}/build/${id}`, { chartConfig: `{"a":"${'x'.repeat(4_100_000)}"}`, version: 0 })).status).toBe(413);
    expect((await owner('GET', `${C}/${id}`)).data).toMatchObject({ chartConfig: null, version: 0 });
  });

  it('the second of two who save hears of the first', async () => {
    const id = await make(owner, C, { chartName: '两人' });
    expect((await owner('PUT', `${C}/build/${id}`, { chartConfig: chartOf(set), version: 0 })).data.version).toBe(1);
    const late = await owner('PUT', `${C}/build/${id}`, { chartConfig: { ...chartOf(set), chartType: 'line' }, version: 0 });
    expect(late.status).toBe(409);
    expect(late.body.data).toMatchObject({
      mine: { chartConfig: { chartType: 'line' } },
      theirs: { version: 1, chartConfig: { chartType: 'bar' } },
    });
    expect((await owner('PUT', `${C}/${id}`, { chartName: 'x', version: 0 })).status).toBe(409);
  });
});

describe('drafts and versions', () => {
  it('viewers see what is published and nothing of the draft; charts stay as they were', async () => {
    const chart = await make(owner, C, { chartName: '冻结', chartConfig: chartOf(set) });
    const id = await make(owner, B, { boardName: '发布', boardConfig: boardOf(chart) });
    await owner('PUT', `/data/visual/grants/board/${id}`, { isShared: '1', grants: [] });
    expect((await looker('GET', `${B}/view/${id}`)).status).toBe(404);
    const published = await owner('POST', `${B}/publish/${id}`, { version: await versionOf(owner, `${B}/${id}`), name: '第一版' });
    expect(published.status).toBe(200);
    const seen = (await looker('GET', `${B}/view/${id}`)).data;
    expect(seen).toMatchObject({ name: '发布', versionNo: published.data.versionNo });
    expect(seen.config.tabs[0].layout).toHaveLength(1);
    await owner('PUT', `${B}/build/${id}`, { boardConfig: boardOf(chart, chart), version: published.data.version });
    expect((await owner('GET', `${B}/${id}`)).data).toMatchObject({ draftChanged: true, publishedNo: published.data.versionNo });
    expect((await looker('GET', `${B}/view/${id}`)).data.config.tabs[0].layout).toHaveLength(1);
    expect((await looker('GET', `${B}/${id}`)).data.boardConfig).toBeNull();
    await owner('PUT', `${C}/build/${chart}`, { chartConfig: { ...chartOf(set), chartType: 'line' }, version: 0 });
    expect(JSON.stringify((await looker('GET', `${B}/view/${id}`)).data.config)).not.toContain('"line"');
    const diff = (await owner('GET', `/data/visual/versions/board/${id}/diff?from=published&to=draft`)).data.changes;
    expect(diff).toContainEqual({ what: 'added', subject: '组件', name: '冻结', details: [] });
    expect(diff).toContainEqual({ what: 'changed', subject: '图表', name: '冻结', details: ['图表类型'] });
    await owner('POST', `${B}/publish/${id}`, { version: await versionOf(owner, `${B}/${id}`) });
    expect((await looker('GET', `${B}/view/${id}`)).data.config.tabs[0].layout).toHaveLength(2);
    await owner('POST', `${B}/unpublish/${id}`);
    expect((await looker('GET', `${B}/view/${id}`)).status).toBe(404);
    expect((await owner('GET', `${B}/${id}`)).data.publishedNo).toBeNull();
  });

  it('publishing is whole or not at all', async () => {
    const chart = await make(owner, C, { chartName: '空图表' });
    const id = await make(owner, B, { boardName: '未完成', boardConfig: boardOf(chart) });
    const before = (await owner('GET', `/data/visual/versions/board/${id}/page`)).data.total;
    const answer = await owner('POST', `${B}/publish/${id}`, { version: 0 });
    expect([answer.status, answer.body.msg]).toEqual([422, '图表“空图表”还没有配置完成，不能发布']);
    expect((await owner('GET', `${B}/${id}`)).data).toMatchObject({ publishedNo: null, version: 0 });
    expect((await owner('GET', `/data/visual/versions/board/${id}/page`)).data.total).toBe(before);
    const empty = await make(owner, B, { boardName: '空' });
    expect((await owner('POST', `${B}/publish/${empty}`, { version: 0 })).status).toBe(422);
    expect((await owner('POST', `${B}/publish/${empty}`, { version: 9 })).status).toBe(409);
  });

  it('every save of a chart is a version; one is named, and an old one comes back as a new one', async () => {
    const id = await make(owner, C, { chartName: '历史', chartConfig: chartOf(set) });
    for (const [n, chartType] of ['line', 'pie'].entries())
      expect((await owner('PUT', `${C}/build/${id}`, { chartConfig: { ...chartOf(set), chartType }, version: n })).data.versionNo).toBe(
        n + 2,
      );
    const at = `/data/visual/versions/chart/${id}`;
    expect((await owner('PUT', `${at}/no/1`, { name: '起点' })).status).toBe(200);
    expect((await owner('GET', `${at}/diff?from=1&to=draft`)).data.changes).toEqual([
      { what: 'changed', subject: '图表', name: '图表类型', details: [] },
    ]);
    expect((await owner('POST', `${at}/no/1/restore`, { version: 0 })).status).toBe(409);
    expect((await owner('POST', `${at}/no/1/restore`, { version: 2 })).data).toEqual({ version: 3, versionNo: 4 });
    expect(JSON.parse((await owner('GET', `${C}/${id}`)).data.chartConfig).chartType).toBe('bar');
    expect((await owner('GET', `${at}/page`)).data.data.map((row: object) => row)).toMatchObject([
      { versionNo: 4, restoredFrom: 1 },
      { versionNo: 3 },
      { versionNo: 2 },
      { versionNo: 1, name: '起点' },
    ]);
    expect((await looker('GET', `${at}/page`)).status).toBe(403);
  });
});

describe('keeping house', () => {
  it('a chart in use is not deleted; freed, it goes to the recycle bin and comes back', async () => {
    const chart = await make(owner, C, { chartName: '在用', chartConfig: chartOf(set) });
    const board = await make(owner, B, { boardName: '用它的', boardConfig: boardOf(chart) });
    const refused = await owner('DELETE', `${C}/${chart}`);
    expect([refused.status, refused.body.msg]).toEqual([409, '图表“在用”正在被看板“用它的”使用，不能删除']);
    const free = await make(owner, C, { chartName: '没用', chartConfig: chartOf(set) });
    expect((await owner('DELETE', `${C}/batch/${chart},${free}`)).status).toBe(409);
    expect((await owner('GET', `${C}/${free}`)).status).toBe(200);
    expect((await owner('DELETE', `${B}/${board}`)).status).toBe(200);
    expect((await owner('DELETE', `${C}/${chart}`)).status).toBe(200);
    expect((await owner('GET', `${C}/${chart}`)).status).toBe(404);
    expect((await app.admin('POST', '/system/recycle/restore', { items: [{ entity: 'visualChart', id: chart }] })).status).toBe(200);
    expect((await owner('GET', `${C}/${chart}`)).data.chartName).toBe('在用');
  });

  it('items of the system are neither deleted nor renamed, but copied and edited', async () => {
    const id = await make(app.admin, S, { screenName: '驾驶舱' });
    await app.database.db.updateTable('visualScreen').set({ isSystem: '1', code: 'cockpit_test' }).where('id', '=', id).execute();
    expect((await app.admin('DELETE', `${S}/${id}`)).status).toBe(422);
    expect((await app.admin('PUT', `${S}/${id}`, { screenName: '新名', version: 0 })).status).toBe(422);
    expect((await app.admin('PUT', `${S}/${id}`, { screenName: '驾驶舱', remark: '备注', version: 0 })).status).toBe(200);
    const copy = await make(app.admin, `${S}/copy/${id}`, { screenName: '我的驾驶舱' });
    expect((await app.admin('GET', `${S}/${copy}`)).data).toMatchObject({ isSystem: '0', code: null, screenName: '我的驾驶舱' });
    expect((await app.admin('POST', `${S}/reset/${copy}`, { version: 0 })).status).toBe(422);
  });

  it('folders: items are moved and found below them; a folder with something in it stays', async () => {
    const top = await make(owner, '/data/visual/folders', { kind: 'chart', name: '经营' });
    const sub = await make(owner, '/data/visual/folders', { kind: 'chart', name: '季度', parentId: top });
    expect((await owner('POST', '/data/visual/folders', { kind: 'chart', name: '经营' })).status).toBe(409);
    expect((await owner('PUT', `/data/visual/folders/${top}`, { name: '经营', parentId: sub, version: 0 })).status).toBe(422);
    const id = await make(owner, C, { chartName: '入夹', dataSetId: set });
    expect((await owner('PUT', '/data/visual/folders/move/items', { kind: 'chart', ids: [id], folderId: sub })).status).toBe(200);
    expect((await owner('PUT', '/data/visual/folders/move/items', { kind: 'board', ids: [id], folderId: null })).status).toBe(404);
    expect((await owner('GET', `${C}/page?folderId=${top}`)).data.data.map((row: { id: string }) => row.id)).toEqual([id]);
    expect((await owner('DELETE', `/data/visual/folders/${sub}`)).status).toBe(409);
    expect((await owner('POST', B, { boardName: '错夹', folderId: top })).status).toBe(400);
    expect((await owner('PUT', '/data/visual/stars', { kind: 'chart', id, isStarred: true })).status).toBe(200);
    expect((await owner('GET', `${C}/page?view=starred`)).data.data).toMatchObject([{ id, isStarred: true, folderName: '季度' }]);
    expect((await owner('GET', '/data/visual/folders/tree/chart')).data).toMatchObject({ starred: 1 });
  });

  it('searches by name as it stands, whatever it contains', async () => {
    const name = "100%_'; drop table -- 😀";
    await make(owner, C, { chartName: name });
    expect((await owner('GET', `${C}/page?keyword=${encodeURIComponent(name)}`)).data.data).toMatchObject([{ chartName: name }]);
    expect((await owner('GET', `${C}/page?keyword=${encodeURIComponent('1%0')}`)).data.data).toEqual([]);
    expect((await owner('GET', `${C}/page?sort=chartName`)).status).toBe(200);
    expect((await owner('GET', `${C}/page?sort=docs`)).status).toBe(400);
  });

  it('the home counts what the caller sees', async () => {
    const home = (await owner('GET', '/data/visual/overview')).data;
    const boards = (await owner('GET', `${B}/page`)).data.total;
    expect(home).toMatchObject({ boards, sets: null });
    expect(home.trend).toHaveLength(30);
    // a board that everybody may open is named to those alone who see boards in a list
    const id = await make(owner, B, { boardName: '共享', boardConfig: boardOf() });
    expect((await owner('PUT', `${B}/shared/${id}`, { isShared: '1' })).status).toBe(200);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const views = { entityType: 'board', entityId: id, day: today, userId: 'somebody', views: 5 };
    await app.database.db.insertInto('visualViewStat').values(views).execute();
    const sets = app.as((await app.make.user({ perms: ['visual:set:list'], dataScope: '5' })).token);
    const named = async (send: Send) => JSON.stringify((await send('GET', '/data/visual/overview')).data.mostViewed);
    expect(await named(looker)).toContain(id);
    expect(await named(sets)).toBe('[]');
    expect(home.views).toBe(
      home.trend.reduce((sum: number, day: { boards: number; screens: number }) => sum + day.boards + day.screens, 0),
    );
  });

  it('the home tells what failed and what waits, with who answers, to those who may see it', async () => {
    const id = await make(owner, B, { boardName: '订阅', boardConfig: boardOf() });
    const [row] = await app.database.db.selectFrom('visualBoard').select('createBy').where('id', '=', id).execute();
    const failed = {
      id: 'failed1',
      subscriptionName: '每日经营',
      cron: '0 0 8 * * ?',
      lastOutcome: 'failed',
      lastMessage: '邮件服务没有应答',
    };
    await app.database.db
      .insertInto('visualSubscription')
      .values({ ...failed, entityType: 'board', entityId: id, createBy: row!.createBy })
      .execute();
    const told = async (send: Send) => {
      const { failedSubscriptions, work } = (await send('GET', '/data/visual/overview')).data;
      return [failedSubscriptions, work.find((one: { kind: string }) => one.kind === 'subscription')];
    };
    const [list, open] = await told(app.admin);
    expect(list).toMatchObject([{ name: '每日经营', docId: id, message: '邮件服务没有应答' }]);
    expect(open).toMatchObject({ total: 1, owners: 1, ownerName: expect.any(String) });
    expect(await told(looker)).toMatchObject([[], { total: 0, owners: 0, ownerName: null }]);
  });
});
