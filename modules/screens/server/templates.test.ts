import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { SetModel } from '#modules/datasets/contract/data-set-model.ts';
import { ScreenConfig } from '../contract/screen-config.ts';

const app = startApp();
const S = '/data/visual/screens';
const B = '/data/visual/boards';
const MAKER = ['list', 'detail', 'add', 'edit', 'build', 'copy', 'publish', 'grant'].flatMap((verb) =>
  ['board', 'screen'].map((kind) => `visual:${kind}:${verb}`),
);

const text = (id: string, name: string) => ({ id, name, role: 'dimension', type: 'string' });
const figure = (id: string, name: string) => ({ id, name, role: 'measure', type: 'number', agg: 'sum' });
async function dataSet(name: string, fields: object[], more: { isShared?: string; createBy?: string } = {}): Promise<string> {
  const id = app.node.app.ids.next();
  const model = SetModel.parse({ v: 1, origin: { kind: 'platform', code: 'x' }, fields });
  await app.database.db
    .insertInto('visualDataSet')
    .values({ id, setName: name, setKind: 'platform', model: JSON.stringify(model), createBy: 'nobody', ...more })
    .execute();
  return id;
}
const chart = (dataSetId: string) => ({
  dataSetId,
  chartType: 'bar',
  rows: [{ col: 'org' }],
  measures: [{ col: 'amount', aggregateType: 'sum' }],
  filters: [{ col: 'org', op: 'ne', value: '保密单位' }],
});
const screenOf = (dataSetId: string) =>
  ScreenConfig.parse({
    v: 1,
    nodes: {
      rank: { id: 'rank', z: 1, x: 0, y: 0, w: 400, h: 300, type: 'chart', name: '单位排名', chart: chart(dataSetId) },
      total: {
        id: 'total',
        z: 2,
        x: 500,
        y: 0,
        w: 400,
        h: 200,
        type: 'kpi',
        name: '合同总额',
        chart: { ...chart(dataSetId), chartType: 'table', rows: [] },
      },
      pick: { id: 'pick', z: 3, x: 0, y: 400, w: 200, h: 40, type: 'filter', props: { filter: 'org' } },
    },
    filters: [{ id: 'org', label: '单位', kind: 'select', source: { dataSetId, col: 'org' }, targets: [{ dataSetId, col: 'org' }] }],
  });
const boardOf = (dataSetId: string) =>
  BoardConfig.parse({
    v: 1,
    tabs: [{ id: 't', name: '首页', layout: [{ i: 'a', x: 0, y: 0, w: 12, h: 8, title: '排名', chart: chart(dataSetId) }] }],
  });

let theirs = '';
let own = '';
let hidden = '';
let owner: Send;
let maker: Send;
let screen = '';
let board = '';
const good = (from: string) => ({
  from,
  to: own,
  fields: [
    { col: 'org', to: 'shop' },
    { col: 'amount', to: 'sales' },
  ],
});
async function published(send: Send, path: string, body: object): Promise<string> {
  const made = await send('POST', path, body);
  expect(made.status, made.msg).toBe(200);
  const { id } = made.data as { id: string };
  const { version } = (await send('GET', `${path}/${id}`)).data as { version: number };
  const answer = await send('POST', `${path}/publish/${id}`, { version });
  expect(answer.status, answer.msg).toBe(200);
  return id;
}
beforeAll(async () => {
  owner = app.as((await app.make.user({ perms: ['*:*:*'] })).token);
  const user = await app.make.user({ perms: MAKER, dataScope: '5' });
  maker = app.as(user.token);
  theirs = await dataSet('经营数据', [text('org', '单位'), figure('amount', '合同额')]);
  own = await dataSet('门店销售', [text('shop', '门店'), figure('sales', '销售额'), { ...text('inner', '内部'), hidden: true }], {
    createBy: user.id,
  });
  hidden = await dataSet('别人的', [text('shop', '门店'), figure('sales', '销售额')]);
  screen = await published(owner, S, { screenName: '经营大屏', screenConfig: screenOf(theirs) });
  board = await published(owner, B, { boardName: '经营看板', boardConfig: boardOf(theirs) });
  for (const [path, id] of [
    [S, screen],
    [B, board],
  ] as const)
    expect((await owner('PUT', `${path}/shared/${id}`, { isShared: '1' })).status).toBe(200);
});

describe('who may', () => {
  it('takes the right to copy, and a published document that the caller sees', async () => {
    const nobody = app.as((await app.make.user({ perms: ['visual:screen:list', 'visual:board:list'] })).token);
    for (const [method, path] of [
      ['GET', `${S}/templates`],
      ['GET', `${S}/templates/${screen}`],
      ['POST', `${S}/templates/${screen}`],
      ['GET', `${B}/templates`],
      ['GET', `${B}/templates/${board}`],
      ['POST', `${B}/templates/${board}`],
    ] as const) {
      expect((await nobody(method, path, method === 'POST' ? {} : undefined)).status, path).toBe(403);
      expect((await app.as('')(method, path, method === 'POST' ? {} : undefined)).status, path).toBe(401);
    }
    const own = (await owner('POST', S, { screenName: '只有草稿', screenConfig: screenOf(theirs) })).data as { id: string };
    expect((await maker('GET', `${S}/templates/${own.id}`)).status).toBe(404);
    expect((await owner('GET', `${S}/templates/${own.id}`)).body).toMatchObject({ error: 'rule.broken' });
    const names = ((await maker('GET', `${S}/templates`)).data as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('经营大屏');
    expect(names).not.toContain('只有草稿');
  });

  it('tells who does not see a data set neither its name nor the values that conditions compare with', async () => {
    const { data } = await maker('GET', `${S}/templates/${screen}`);
    expect(data.sets).toMatchObject([{ id: theirs, name: null, parts: [{ name: '单位排名' }, { name: '合同总额' }] }]);
    expect(JSON.stringify(data)).not.toMatch(/保密单位|经营数据/);
    expect(JSON.stringify((await owner('GET', `${S}/templates/${screen}`)).data)).toMatch(/保密单位/);
  });
});

describe('a new document', () => {
  it('shows the own data where the template showed its own, in the folder that was chosen', async () => {
    const folder = await maker('POST', '/data/visual/folders', { kind: 'screen', name: '我的大屏' });
    const folderId = folder.status === 200 ? (folder.data as { id: string }).id : null;
    const made = await maker('POST', `${S}/templates/${screen}`, { screenName: '门店大屏', folderId, bindings: [good(theirs)] });
    expect(made.status, made.msg).toBe(200);
    const { data } = await maker('GET', `${S}/${made.data.id}`);
    expect(data).toMatchObject({ screenName: '门店大屏', folderId, publishedNo: null, remark: '来自模板“经营大屏”' });
    const { nodes, filters } = ScreenConfig.parse(data.screenConfig);
    expect(nodes.rank!.chart).toMatchObject({ dataSetId: own, rows: [{ col: 'shop' }], measures: [{ col: 'sales' }], filters: [] });
    expect(filters).toMatchObject([{ source: { dataSetId: own, col: 'shop' }, targets: [{ dataSetId: own, col: 'shop' }] }]);
    expect(nodes.pick).toBeDefined();
    expect(JSON.stringify(data.screenConfig)).not.toContain(theirs);
    // the template itself is as it was
    expect((await owner('GET', `${S}/${screen}`)).data.screenConfig.nodes.rank.chart.dataSetId).toBe(theirs);
  });

  it('leaves without data what nothing was chosen for, and takes filters away that act on nothing', async () => {
    const bindings = [{ from: theirs, to: own, fields: [{ col: 'amount', to: 'sales' }] }];
    const made = await maker('POST', `${S}/templates/${screen}`, { screenName: '半个', bindings });
    const { nodes, filters } = ScreenConfig.parse((await maker('GET', `${S}/${made.data.id}`)).data.screenConfig);
    expect(nodes.rank).toMatchObject({ chart: null, chartType: 'bar', name: '单位排名' });
    expect(nodes.total!.chart).toMatchObject({ dataSetId: own });
    expect([filters, nodes.pick]).toEqual([[], undefined]);
  });

  it('is made of boards as well', async () => {
    const made = await maker('POST', `${B}/templates/${board}`, { boardName: '门店看板', bindings: [good(theirs)] });
    expect(made.status, made.msg).toBe(200);
    const { data } = await maker('GET', `${B}/${made.data.id}`);
    expect(BoardConfig.parse(data.boardConfig).tabs[0]!.layout[0]).toMatchObject({ title: '排名', chart: { dataSetId: own } });
  });

  it('is refused over a data set out of reach, with fields that are not there, hidden or of another type', async () => {
    const post = (binding: object, more: object[] = []) =>
      maker('POST', `${S}/templates/${screen}`, { screenName: 'x', bindings: [binding, ...more] });
    expect((await post({ ...good(theirs), to: hidden })).body).toMatchObject({ error: 'entity.notFound' });
    // the data set of the template is no more open to the maker than before
    expect((await post({ from: theirs, to: theirs, fields: [] })).body).toMatchObject({ error: 'entity.notFound' });
    for (const fields of [
      [{ col: 'org', to: 'nothing' }],
      [{ col: 'org', to: 'inner' }],
      [{ col: 'amount', to: 'shop' }],
      [{ col: 'elsewhere', to: 'shop' }],
    ]) {
      const answer = await post({ from: theirs, to: own, fields });
      expect(answer, JSON.stringify(fields)).toMatchObject({ status: 400, body: { error: 'input.invalid' } });
      expect(answer.data[0].path).toMatch(/^bindings\.0\.fields\.0\./);
    }
    expect((await post(good(theirs), [good(theirs)])).status).toBe(400);
    expect((await post(good('other'))).status).toBe(400);
  });

  it('keeps the data of a template that the maker sees', async () => {
    const made = await owner('POST', `${S}/templates/${screen}`, { screenName: '同样', bindings: [{ from: theirs, to: theirs }] });
    const { data } = await owner('GET', `${S}/${made.data.id}`);
    expect(ScreenConfig.parse(data.screenConfig)).toEqual(screenOf(theirs));
  });

  it('can be made after a screen of the product by whoever may open that screen', async () => {
    const cockpit = ((await owner('GET', `${S}/templates`)).data as { id: string; code: string }[]).find(({ code }) => code === 'cockpit')!;
    expect((await maker('GET', `${S}/templates/${cockpit.id}`)).status).toBe(404);
    const viewer = app.as((await app.make.user({ perms: [...MAKER, 'screen:cockpit:view'], dataScope: '5' })).token);
    const codes = ((await viewer('GET', `${S}/templates`)).data as { code: string | null }[]).flatMap(({ code }) => code ?? []);
    expect(codes).toEqual(['cockpit']);
    const made = await viewer('POST', `${S}/templates/${cockpit.id}`, { screenName: '我的驾驶舱' });
    expect(made.status, made.msg).toBe(200);
  });

  it('can be made after each of the nine screens of the product', async () => {
    const rows = (await owner('GET', `${S}/templates`)).data as { id: string; isSystem: boolean; name: string }[];
    const nine = rows.filter(({ isSystem }) => isSystem);
    expect(nine).toHaveLength(9);
    for (const { id, name } of nine) {
      const { data } = await owner('GET', `${S}/templates/${id}`);
      expect(data.sets.length, name).toBeGreaterThan(0);
      const bindings = data.sets.map((set: { id: string }) => ({ from: set.id, to: null, fields: [] }));
      const made = await owner('POST', `${S}/templates/${id}`, { screenName: `${name}样板`, bindings });
      expect(made.status, `${name}: ${made.msg}`).toBe(200);
      expect(JSON.stringify((await owner('GET', `${S}/${made.data.id}`)).data.screenConfig)).not.toContain('dataSetId');
    }
  });
});
