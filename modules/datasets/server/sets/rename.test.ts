import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { chartOf, linesOf, tileOf } from '../engine/test-documents.ts';

const app = startApp();
const SETS = '/data/visual/dataSets';
interface Line {
  key: string;
  data?: { rows: unknown[][] };
  error?: { error: string; msg: string };
}

const upload = async (name: string, text: string): Promise<string> => {
  const sent = await app.admin('POST', `${SETS}/files`, ...multipart(name, Buffer.from(text)));
  expect(sent, sent.msg).toMatchObject({ status: 200 });
  return sent.data.fileName as string;
};
const made = async (path: string, body: object): Promise<string> => {
  const answer = await app.admin('POST', `/data/visual/${path}`, body);
  expect(answer, answer.raw.toString()).toMatchObject({ status: 200 });
  return answer.data.id as string;
};

test('a column that a new file calls otherwise is named on the tiles that use it, and every document follows the new name', async () => {
  const fields = [
    { id: '客户', name: '客户', role: 'dimension', type: 'string' },
    { id: '金额', name: '销售额', role: 'measure', type: 'number', agg: 'sum' },
    { id: '年', name: '年', role: 'dimension', type: 'number' },
    { id: '含税', name: '含税', role: 'measure', type: 'number', agg: 'sum', expr: '[金额] * 1.1' },
  ];
  const origin = { kind: 'file', fileName: await upload('销售.csv', '客户,金额,年\n甲,10,2025\n乙,20,2026\n'), originalName: '销售.csv' };
  const hierarchies = [{ id: 'h1', name: '层级', fields: ['年', '客户'] }];
  const set = await made('dataSets', { setName: '销售', model: { v: 1, origin, fields, hierarchies } });
  const chart = await made('charts', {
    chartName: '按客户',
    dataSetId: set,
    chartConfig: JSON.stringify(
      chartOf(set, ['客户'], ['金额'], { filters: [{ any: [{ col: '金额', op: 'gt', value: 0 }] }], drill: ['客户', '年'] }),
    ),
  });
  const tiles = [
    tileOf('stored', null, { chartId: chart, actions: [{ do: 'filter', map: [{ col: '客户', dataSetId: set, target: '客户' }] }] }),
    tileOf('own', chartOf(set, ['年'], ['含税'])),
    tileOf('fine', chartOf(set, ['年'], [], { measures: [{ col: '年', aggregateType: 'count' }] })),
  ];
  const boardConfig = {
    v: 1,
    tabs: [{ id: 'main', name: '首页', layout: tiles }],
    filters: [
      { id: 'f', label: '客户', kind: 'multi', source: { dataSetId: set, col: '客户' }, targets: [{ dataSetId: set, col: '客户' }] },
    ],
  };
  const board = await made('boards', { boardName: '销售看板', boardConfig });
  expect((await app.admin('POST', `/data/visual/boards/publish/${board}`, { version: 0 })).status).toBe(200);
  const shown = async (options: object = {}): Promise<Record<string, Line>> => {
    const keys = tiles.map(({ i }) => ({ key: i }));
    const answer = await app.admin('POST', '/data/visual/view/data', { entity: 'board', id: board, tiles: keys, ...options });
    return Object.fromEntries((linesOf(answer.raw) as unknown as Line[]).map((line) => [line.key, line]));
  };
  const settled = (options: object = {}) =>
    until(
      () => shown(options),
      (lines) => Object.values(lines).every(({ error }) => error?.error !== 'throttle.exceeded'),
      60_000,
    );
  expect((await settled()).stored?.data?.rows).toEqual([
    ['甲', 10],
    ['乙', 20],
  ]);

  const replaced = { ...origin, fileName: await upload('销售2.csv', '客户名称,合同金额,年\n丙,30,2026\n'), originalName: '销售2.csv' };
  const stored = (await app.admin('GET', `${SETS}/${set}`)).data;
  // saved by itself it would take fields from what uses them: whoever means that says so
  const body = { ...stored, model: { ...stored.model, origin: replaced } };
  const refused = await app.admin('PUT', `${SETS}/${set}`, body);
  expect(refused).toMatchObject({ status: 409, error: 'entity.inUse' });
  expect(refused.msg).toContain('图表“按客户”');
  expect(refused.data).toMatchObject({ fields: expect.arrayContaining(['客户', '金额', '含税']), total: 2 });
  expect((await app.admin('GET', `${SETS}/${set}`)).data).toMatchObject({ version: stored.version, broken: [] });
  expect((await app.admin('PUT', `${SETS}/${set}`, { ...body, lostFields: ['客户'] })).status).toBe(409);
  const saved = await app.admin('PUT', `${SETS}/${set}`, { ...body, lostFields: ['客户', '金额', '含税'] });
  expect(saved, saved.msg).toMatchObject({ status: 200 });
  const lost = (await app.admin('GET', `${SETS}/${set}`)).data;
  expect(lost.broken.map(({ field }: { field: string }) => field).toSorted()).toEqual(['含税', '客户', '金额'].toSorted());
  expect(lost.broken[0].reason).toContain('已不存在');
  const after = await settled();
  expect(after.stored?.error?.msg).toMatch(/字段“(客户|金额)”已不存在/);
  expect(after.own?.error?.msg).toContain('字段“金额”已不存在');
  expect(after.fine?.data?.rows).toEqual([[2026, 1]]);

  const uses = (await app.admin('GET', `${SETS}/impact/${set}`)).data as { name: string; fields: string[] }[];
  expect(uses.find(({ name }) => name === '按客户')?.fields).toEqual(expect.arrayContaining(['客户', '金额']));
  expect(uses.find(({ name }) => name === '销售看板')?.fields).toEqual(expect.arrayContaining(['客户', '含税']));

  const model = {
    ...lost.model,
    fields: [
      { ...lost.model.fields[0], id: '客户名称' },
      { ...lost.model.fields[1], id: '合同金额' },
      lost.model.fields[2],
      { ...lost.model.fields[3], expr: '[合同金额] * 1.1' },
    ],
    hierarchies: [{ ...lost.model.hierarchies[0], fields: ['年', '客户名称'] }],
  };
  const renames = { 客户: '客户名称', 金额: '合同金额' };
  const wrong = await app.admin('PUT', `${SETS}/${set}`, { ...lost, model, renames: { 客户: '没有的' } });
  expect(wrong.status).toBe(400);
  const mapped = await app.admin('PUT', `${SETS}/${set}`, { ...lost, model, renames });
  expect(mapped, mapped.msg).toMatchObject({ status: 200 });

  // viewers see it at once, without a publication by hand
  const now = await settled({ filters: { f: ['丙'] } });
  expect(now.stored?.data?.rows).toEqual([['丙', 30]]);
  expect(now.own?.data?.rows).toEqual([[2026, 33]]);
  const linked = await settled({ links: { stored: [{ col: '客户名称', value: '无' }] } });
  expect(linked.fine?.data?.rows).toEqual([]);
  expect((await app.admin('GET', `${SETS}/${set}`)).data.broken).toEqual([]);
  const draft = JSON.stringify((await app.admin('GET', `/data/visual/boards/${board}`)).data.boardConfig);
  expect(draft).toContain('客户名称');
  expect(draft).not.toContain('"客户"}');
  const config = (await app.admin('GET', `/data/visual/charts/${chart}`)).data.chartConfig;
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  expect(text).toContain('合同金额');
  expect(text).not.toContain('"金额"');
  const versions = await app.database.db
    .selectFrom('visualVersion')
    .select(['entityType', 'versionNo'])
    .where('entityId', 'in', [chart, board])
    .orderBy('versionNo', 'desc')
    .execute();
  expect(versions.filter(({ entityType }) => entityType === 'chart').length).toBeGreaterThanOrEqual(2);
  expect(versions.filter(({ entityType }) => entityType === 'board').length).toBeGreaterThanOrEqual(3);
}, 180_000);
