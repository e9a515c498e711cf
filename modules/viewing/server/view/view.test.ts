import { request as httpRequest } from 'node:http';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import {
  chartOf,
  field,
  linesOf,
  publishNextVersion,
  storeBoard,
  storeSet,
  tileOf,
} from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (id int primary key, region text, province text, day date, amount numeric, phone text);
   insert into sale select g, case when g % 2 = 0 then '华东' else '华北' end,
     case g % 4 when 0 then '江苏' when 2 then '浙江' when 1 then '北京' else '天津' end,
     date '2026-01-01' + (g % 90), g, '1381234' || lpad(g::text, 4, '0') from generate_series(1, 400) g;
   create view slow as select pg_sleep(20)::text as x, 1 as n`,
);
const BASE = '/data/visual/view';
const FIELDS = [
  field('region', 'dimension', 'string'),
  field('province', 'dimension', 'string'),
  field('day', 'dimension', 'date'),
  field('phone', 'dimension', 'string'),
  field('amount', 'measure', 'number', { agg: 'sum' }),
  field('mean', 'measure', 'number', { agg: 'sum', expr: 'SUM([amount]) / COUNT([region])' }),
  field('twice', 'measure', 'number', { agg: 'none', expr: '[amount] * 2' }),
];
const LOOK = ['visual:board:preview'];
let sourceId = '';
let sales = '';
let slow = '';
let boardId = '';
let looker!: Send;

const layout = () => [
  tileOf(
    'total',
    chartOf(sales, ['region'], ['amount'], { filters: [{ col: 'amount', op: 'gt', value: 0 }], drill: ['region', 'province'] }),
    {
      actions: [{ do: 'filter', map: [{ col: 'region', dataSetId: sales, target: 'region' }] }, { do: 'drill' }, { do: 'detail' }],
    },
  ),
  tileOf('months', chartOf(sales, [], ['amount'], { rows: [{ col: 'day', grain: 'month' }] })),
  tileOf('broken', chartOf(sales, ['gone'], ['amount'])),
];
const FILTERS = () => [
  {
    id: 'region',
    label: '区域',
    kind: 'multi',
    source: { dataSetId: sales, col: 'region' },
    targets: [{ dataSetId: sales, col: 'region' }],
  },
  {
    id: 'province',
    label: '省份',
    kind: 'select',
    source: { dataSetId: sales, col: 'province' },
    dependsOn: ['region'],
    targets: [{ dataSetId: sales, col: 'province' }],
  },
  { id: 'day', label: '日期', kind: 'dateRange', targets: [{ dataSetId: sales, col: 'day' }] },
];
type Lines = Record<
  string,
  { etag?: string; same?: boolean; data?: { rows: unknown[][]; cache: string }; error?: { error: string; msg: string } }
>;
async function ask(send: Send, over: Record<string, unknown> = {}) {
  const answer = await send('POST', `${BASE}/data`, { entity: 'board', id: boardId, tiles: [{ key: 'total' }], ...over });
  const lines: Lines = answer.status === 200 ? Object.fromEntries(linesOf(answer.raw).map((line) => [line.key as string, line])) : {};
  return { answer, lines };
}
const rows = async (over: Record<string, unknown>, key = 'total') => {
  const { answer, lines } = await ask(looker, over);
  expect(answer, answer.raw.toString()).toMatchObject({ status: 200 });
  return lines[key]?.data?.rows;
};

/** Somebody who may look at boards and query the source, within a row filter on the sales when one is given. */
async function person(rowFilter?: string): Promise<{ send: Send; id: string; token: string }> {
  const user = await app.make.user({ perms: LOOK, dataScope: '1' });
  const grant = async (over: Record<string, unknown>) => {
    const made = await app.admin('POST', '/data/metadata/authorizes', {
      subjectType: 'user',
      subjectId: user.id,
      actions: ['query', 'preview'],
      ...over,
    });
    if (made.status !== 200) throw new Error(made.msg);
  };
  const tables = await app.database.db.selectFrom('metadataTable').select(['id', 'tableName']).where('sourceId', '=', sourceId).execute();
  for (const table of tables)
    await grant({ objectType: 'table', objectId: table.id, ...(table.tableName === 'sale' && rowFilter && { rowFilter }) });
  return { send: app.as(user.token), id: user.id, token: user.token };
}

beforeAll(async () => {
  sourceId = await source.register();
  sales = await storeSet(app, { sourceId, origin: { kind: 'table', table: { schema: 'public', table: 'sale' } }, fields: FIELDS });
  slow = await storeSet(app, {
    sourceId,
    origin: { kind: 'table', table: { schema: 'public', table: 'slow' } },
    fields: [field('x', 'dimension', 'string'), field('n', 'measure', 'number', { agg: 'sum' })],
  });
  boardId = await storeBoard(app, { tiles: layout(), filters: FILTERS(), settings: { clicks: 'set' } });
  looker = (await person()).send;
  // the first statement waits for the parser to start, which takes its time on a busy machine
  await until(
    async () => (await ask(looker)).lines.total?.error?.error ?? 'none',
    (error) => error !== 'throttle.exceeded',
    60_000,
  );
});

describe('opening', () => {
  it('gives the tiles without what is inside of their queries, and counts one view', async () => {
    const before = await app.database.db.selectFrom('visualViewStat').select('views').where('entityId', '=', boardId).execute();
    const opened = await looker('GET', `/data/visual/boards/view/${boardId}`);
    expect(opened, opened.msg).toMatchObject({ status: 200, data: { entity: 'board', versionNo: 1, canEdit: false, canShare: false } });
    const chart = opened.data.config.tabs[0].layout[0].chart;
    expect(chart).toMatchObject({ chartType: 'bar', rows: [{ col: 'region' }], drill: ['region', 'province'], filters: [], params: {} });
    expect(opened.raw.toString()).not.toMatch(/"sql"|set_sql|from public/i);
    const after = await app.database.db.selectFrom('visualViewStat').select('views').where('entityId', '=', boardId).execute();
    expect(after.length).toBe(before.length + 1);
  });

  it('is for holders of the permission who see the item; others find nothing', async () => {
    expect((await app.stranger('GET', `/data/visual/boards/view/${boardId}`)).status).toBe(401);
    const without = app.as((await app.make.user({ perms: ['system:post:list'] })).token);
    const hidden = await storeBoard(app, { tiles: layout(), isShared: '0' });
    const narrow = app.as((await app.make.user({ perms: LOOK, dataScope: '5' })).token);
    for (const [method, path, body] of [
      ['GET', '/data/visual/boards/view/ID', undefined],
      ['POST', `${BASE}/data`, { entity: 'board', id: 'ID', tiles: [{ key: 'total' }] }],
      ['POST', `${BASE}/refresh`, { entity: 'board', id: 'ID', tiles: [{ key: 'total' }] }],
      ['POST', `${BASE}/options`, { entity: 'board', id: 'ID', filterId: 'region' }],
      ['POST', `${BASE}/detail`, { entity: 'board', id: 'ID', key: 'total', values: [] }],
    ] as const) {
      const at = (id: string) => [method, path.replace('ID', id), body && { ...body, id }] as const;
      expect((await app.stranger(...at(boardId))).status, path).toBe(401);
      expect((await without(...at(boardId))).status, path).toBe(403);
      expect((await narrow(...at(hidden))).status, path).toBe(404);
      expect((await looker(...at('nothing'))).status, path).toBe(404);
    }
  });
});

describe('data', () => {
  it('come line by line; a broken tile says why and leaves the others alone', async () => {
    const { lines } = await ask(looker, { tiles: [{ key: 'total' }, { key: 'months' }, { key: 'broken' }] });
    expect(lines.total?.data?.rows.length).toBe(2);
    expect(lines.months?.error).toBeUndefined();
    expect(lines.months?.data?.rows.map(([month]) => month)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
    expect(lines.broken?.error?.msg).toMatch(/[一-龥]/);
    expect(lines.broken?.data).toBeUndefined();
    expect(JSON.stringify(lines)).not.toMatch(/select /i);
  });

  it('are not sent again while the page holds the same', async () => {
    const { lines } = await ask(looker);
    const again = await ask(looker, { tiles: [{ key: 'total', etag: lines.total?.etag }] });
    expect(again.lines.total).toMatchObject({ same: true, etag: lines.total?.etag });
    expect(again.lines.total?.data).toBeUndefined();
  });

  it('follow filters, links and drills of the document', async () => {
    expect(await rows({ filters: { region: ['华东'] } })).toEqual([['华东', 40200]]);
    expect(await rows({ filters: { region: [] } })).toHaveLength(2);
    expect(await rows({ filters: { day: { from: '2026-01-01', to: '2026-01-02' } } })).toHaveLength(2);
    const drilled = await rows({ drills: { total: [{ col: 'region', value: '华东' }] } });
    expect(drilled?.map(([name]) => name).toSorted()).toEqual(['江苏', '浙江']);
    const linked = await rows({ tiles: [{ key: 'months' }], links: { total: [{ col: 'region', value: '华东' }] } }, 'months');
    expect(linked?.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(40200);
    expect(await rows({ filters: { region: ["'; drop table sale; --"] } })).toEqual([]);
  });

  it('are those that the row filter and the masks of the viewer leave', async () => {
    const [east, north, alsoEast] = await Promise.all([person("region = '华东'"), person("region = '华北'"), person("region = '华东'")]);
    const of = async ({ send }: { send: Send }) => (await ask(send)).lines.total?.data;
    expect((await of(east))?.rows).toEqual([['华东', 40200]]);
    expect((await of(north))?.rows).toEqual([['华北', 40000]]);
    expect(await of(alsoEast)).toMatchObject({ rows: [['华东', 40200]], cache: 'hit' });
    const options = await north.send('POST', `${BASE}/options`, { entity: 'board', id: boardId, filterId: 'region' });
    expect(options.data).toEqual([{ value: '华北', label: '华北' }]);
    await app.database.db.updateTable('metadataColumn').set({ level: 'L3' }).where('columnName', '=', 'phone').execute();
    const detail = await north.send('POST', `${BASE}/detail`, { entity: 'board', id: boardId, key: 'total', values: [] });
    expect(detail.status, detail.msg).toBe(200);
    expect(detail.data.rows).toHaveLength(200);
    expect(detail.raw.toString()).not.toMatch(/1381234\d{4}/);
    const nobody = await person('id > 0');
    const { id: table } = await app.database.db
      .selectFrom('metadataTable')
      .select('id')
      .where('sourceId', '=', sourceId)
      .where('tableName', '=', 'sale')
      .executeTakeFirstOrThrow();
    await app.database.db
      .updateTable('metadataAuthorize')
      .set({ actions: ['meta'], rowFilter: null })
      .where('subjectId', '=', nobody.id)
      .where('objectId', '=', table)
      .execute();
    const { lines } = await ask(nobody.send);
    expect(lines.total?.data).toBeUndefined();
    expect(lines.total?.error).toMatchObject({ error: 'auth.noPermission', msg: expect.stringContaining('权限') });
  });

  it('say version.changed for the pages of an older version, and show the new one at once', async () => {
    const id = await storeBoard(app, { tiles: layout() });
    await publishNextVersion(app, id, 2, { tiles: [tileOf('new', chartOf(sales, ['province'], ['amount']))] });
    expect((await ask(looker, { id, versionNo: 1 })).answer).toMatchObject({
      status: 409,
      error: 'version.changed',
      data: { versionNo: 2 },
    });
    expect((await ask(looker, { id, versionNo: 2, tiles: [{ key: 'new' }] })).lines.new?.data?.rows).toHaveLength(4);
  });

  it('end in the source when the reader goes away', async () => {
    const id = await storeBoard(app, { tiles: [tileOf('s', chartOf(slow, ['x'], ['n']))] });
    const { token } = await person();
    await app.node.http.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const { port } = app.node.http.server.address() as { port: number };
    const body = JSON.stringify({ entity: 'board', id, tiles: [{ key: 's' }] });
    const call = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/sjzt-datax${BASE}/data`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) },
    });
    call.on('error', () => undefined);
    call.end(body);
    const running = async () =>
      (await source.sql(`select 1 from pg_stat_activity where usename = '${source.reader}' and state = 'active' and query ilike '%slow%'`))
        .rowCount ?? 0;
    await until(running, (count) => count > 0, 15_000);
    call.destroy();
    const left = Date.now();
    await until(running, (count) => count === 0);
    // left alone it takes twenty seconds; the machine of the tests is busy: the promise of a second has room here
    expect(Date.now() - left).toBeLessThan(10_000);
  }, 40_000);
});

describe('choices and rows of a data point', () => {
  it('choices follow the filters that they depend on', async () => {
    const options = async (filterId: string, filters: object = {}, search = '') =>
      ((await looker('POST', `${BASE}/options`, { entity: 'board', id: boardId, filterId, filters, search })).data as { value: string }[])
        .map(({ value }) => value)
        .toSorted();
    expect(await options('province')).toHaveLength(4);
    expect(await options('province', { region: ['华东'] })).toEqual(['江苏', '浙江']);
    expect(await options('province', {}, '江')).toEqual(['江苏', '浙江']);
    const unknown = await looker('POST', `${BASE}/options`, { entity: 'board', id: boardId, filterId: 'zz' });
    expect(unknown).toMatchObject({ status: 400 });
  });

  it('rows stand under the click and the filters, where the document offers them', async () => {
    const detail = (over: object) => looker('POST', `${BASE}/detail`, { entity: 'board', id: boardId, key: 'total', values: [], ...over });
    const found = await detail({ values: [{ col: 'region', value: '华东' }], filters: { province: '江苏' } });
    expect(found, found.msg).toMatchObject({ status: 200 });
    expect(found.data.rows).toHaveLength(100);
    expect(found.raw.toString()).not.toContain('"sql"');
    expect(await detail({ key: 'months' })).toMatchObject({ status: 400, msg: '该组件没有开放明细' });
    expect(await detail({ values: [{ col: 'phone', value: '1' }] })).toMatchObject({ status: 400 });
    // a row has no value of what is computed over many rows, whatever aggregate the field names
    const names = (found.data.columns as { col: string }[]).map(({ col }) => col);
    expect(names).toEqual(['region', 'province', 'day', 'phone', 'amount', 'twice']);
  });
});

describe('the workbook of a board', () => {
  it('holds a sheet for each tile with the rows and masks of who exports, and says who that was', async () => {
    const user = await app.make.user({ perms: [...LOOK, 'visual:board:export'], dataScope: '1' });
    for (const { id } of await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).execute())
      await app.admin('POST', '/data/metadata/authorizes', {
        subjectType: 'user',
        subjectId: user.id,
        actions: ['query', 'export'],
        objectType: 'table',
        objectId: id,
        rowFilter: "region = '华东'",
      });
    const id = await storeBoard(app, {
      tiles: [...layout(), tileOf('list', chartOf(sales, ['region', 'phone'], [], { chartType: 'table', isDetail: true }))],
    });
    const answer = await app.as(user.token)('POST', `${BASE}/export`, { entity: 'board', id });
    expect(answer, answer.msg).toMatchObject({ status: 200 });
    const parts = unzipSync(answer.raw);
    const text = Object.values(parts)
      .map((part) => strFromU8(part))
      .join('\n');
    expect(Object.keys(parts).filter((name) => name.includes('/sheet'))).toHaveLength(4);
    expect(text).toContain('华东');
    expect(text).not.toContain('华北');
    expect(text).not.toMatch(/1381234\d{4}/);
    expect(text).toContain(`（${user.username}）`);
    expect(text).toContain('该图表没有导出');
    const log = await app.database.db.selectFrom('sysOperLog').select('title').where('title', '=', '导出可视化数据').execute();
    expect(log.length).toBeGreaterThan(0);
  }, 30_000);
  it('needs the permission of the kind', async () => {
    const body = { entity: 'board', id: boardId };
    expect((await app.stranger('POST', `${BASE}/export`, body)).status).toBe(401);
    expect((await looker('POST', `${BASE}/export`, body)).status).toBe(403);
    const screens = app.as((await app.make.user({ perms: [...LOOK, 'visual:screen:export'], dataScope: '1' })).token);
    expect((await screens('POST', `${BASE}/export`, body)).status).toBe(403);
    const may = app.as((await app.make.user({ perms: [...LOOK, 'visual:board:export'], dataScope: '1' })).token);
    expect((await may('POST', `${BASE}/export`, { ...body, id: 'nothing' })).status).toBe(404);
    expect((await may('POST', `${BASE}/export`, { ...body, keys: ['zz'] })).status).toBe(400);
  });
});

describe('a copy taken in the browser', () => {
  const copied = `${BASE}/copied`;
  it('is kept in the log with its board and its kind', async () => {
    const may = app.as((await app.make.user({ perms: [...LOOK, 'visual:board:export'], dataScope: '1' })).token);
    expect(await may('POST', copied, { entity: 'board', id: boardId, as: 'print' })).toMatchObject({ status: 200, data: null });
    const log = await app.database.db.selectFrom('sysOperLog').selectAll().where('title', '=', '打印或保存可视化图片').execute();
    expect(JSON.stringify(log)).toContain('打印：');
  });
  it('is for those who may export what they see', async () => {
    const body = { entity: 'board', id: boardId, as: 'print' };
    expect((await app.stranger('POST', copied, body)).status).toBe(401);
    expect((await looker('POST', copied, body)).status).toBe(403);
    const screens = app.as((await app.make.user({ perms: [...LOOK, 'visual:screen:export'], dataScope: '1' })).token);
    expect((await screens('POST', copied, body)).status).toBe(403);
    const may = app.as((await app.make.user({ perms: [...LOOK, 'visual:board:export'], dataScope: '1' })).token);
    expect((await may('POST', copied, { ...body, id: 'nothing' })).status).toBe(404);
    expect((await may('POST', copied, { ...body, as: 'carrier pigeon' })).status).toBe(400);
  });
});

describe('what the document does not know', () => {
  it('is refused before anything is asked of the source', async () => {
    const counted = async () =>
      Number((await app.database.pool.query('select count(*) as n from metadata_sql_history')).rows[0].n as string);
    const before = await counted();
    const evil: Record<string, unknown>[] = [
      { tiles: [{ key: 'zz' }] },
      { tiles: [{ key: 'constructor' }] },
      { tiles: [{ key: 'total', query: { dataSetId: sales } }] },
      { tiles: [{ key: 'total' }], query: 'select 1' },
      { tiles: [{ key: 'total' }], limit: 5 },
      { filters: { phone: '1' } },
      { filters: { toString: '1' } },
      { filters: { region: { op: 'ne', value: 1 } } },
      { filters: { day: { from: '2026-01-01); --', to: null } } },
      { filters: { region: [{ sql: '1' }] } },
      { links: { months: [{ col: 'day', value: '2026-01-01' }] } },
      { links: { total: [{ col: 'phone', value: '1' }] } },
      { links: { total: [{ col: 'region', value: '华东', op: 'ne' }] } },
      { drills: { total: [{ col: 'phone', value: '1' }] } },
      {
        drills: {
          total: [
            { col: 'region', value: '1' },
            { col: 'province', value: '1' },
          ],
        },
      },
      { drills: { broken: [{ col: 'gone', value: '1' }] } },
      { entity: 'chart' },
      { id: "x' or 1=1" },
    ];
    for (const body of evil) {
      const { answer } = await ask(looker, body);
      expect([answer.status, answer.error], JSON.stringify(body)).toEqual([400, 'input.invalid']);
    }
    expect(await counted()).toBe(before);
  });
});
