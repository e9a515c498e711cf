import { beforeAll, describe, expect, it, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, linesOf, storeBoard, storeSet, tileOf } from './test-documents.ts';

/*
 * The ways to learn a masked value that were found once, tried wherever a text or a document of a person reaches a source: a preview, a data
 * set by name, an extract, the filters of a chart, a board, an alert and a subscription. (Console and export: authorize/masking.test.ts.)
 */

const app = startApp();
const source = testSource(
  app,
  `create table staff (id int primary key, dept text, phone text, salary int);
   insert into staff values (1, '研发', '13812340001', 11111), (2, '研发', '13812340002', 22222), (3, '市场', '13812340003', 33333);
   create table guest (id int primary key, dept text, mobile text);
   insert into guest select id, dept, phone from staff`,
);
/** By what the value would be told. */
const SHAPES: Record<string, string> = {
  'equality with a literal': 'select id, dept, 33333 as s from staff where salary = 33333',
  'a list of literals': "select id, dept from staff where phone in ('13812340003', '1')",
  'the number of rows': 'select id, dept from staff, generate_series(1, substr(phone, 1, 3)::int) g where id = 1',
  'a range': "select id, dept from staff where id = 1 and phone < '13812340002'",
  order: 'select id, dept from staff order by salary desc limit 1',
  groups: 'select min(id) as id, min(dept) as dept from staff group by salary order by salary',
  'an error': "select id, dept, 1 / (case when phone like '1381234%' then 0 else 1 end) as x from staff",
  time: "select id, dept, pg_sleep(case when phone like '15%' then 2 else 0 end)::text as x from staff",
  'a union of branches': 'select id, dept from staff where salary = 11111 union all select id, dept from staff where salary = 22222',
};
const VALUES = ['13812340001', '13812340002', '13812340003', '11111', '22222', '33333', '66666'];
const leaks = (text: string): string[] => VALUES.filter((value) => text.includes(value));
const FIELDS = [field('id', 'measure', 'number', { agg: 'count' }), field('dept', 'dimension', 'string')];
const PERMS = ['visual:chart:build', 'visual:set:list', 'visual:set:detail', 'visual:set:add', 'visual:set:edit', 'visual:set:preview'];
const BOARD = ['visual:board:preview', 'visual:board:subscribe'];
let sourceId = '';
let reader!: { id: string; call: Send };
const refused = { status: 422, error: 'gate.refused' };

beforeAll(async () => {
  sourceId = await source.register({ isShared: '1' });
  await sealColumns(app, sourceId, 'phone', 'salary');
  const user = await app.make.user({ perms: [...PERMS, ...BOARD], dataScope: '1' });
  reader = { id: user.id, call: app.as(user.token) };
  const table = await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).executeTakeFirstOrThrow();
  const grant = {
    subjectType: 'user',
    subjectId: user.id,
    objectType: 'table',
    objectId: table.id,
    actions: ['meta', 'query', 'preview', 'export'],
  };
  expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
});

const setOf = async (sql: string, fields = FIELDS): Promise<string> => {
  const id = await storeSet(app, { sourceId, origin: { kind: 'sql', sql }, fields });
  await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', id).execute();
  return id;
};

describe.each(Object.entries(SHAPES))('%s', (_, sql) => {
  it('is refused in a preview and in a data set that is asked by name', async () => {
    const model = { v: 1, origin: { kind: 'sql', sql }, fields: FIELDS, hierarchies: [], params: [] };
    const preview = await reader.call('POST', '/data/visual/dataSets/preview', { sourceId, model });
    expect(preview, JSON.stringify(preview.data)).toMatchObject(refused);
    const id = await setOf(sql);
    const asked = await reader.call('POST', '/data/visual/charts/data/parser', {
      dataSetId: id,
      rows: [{ col: 'dept' }],
      measures: [{ col: 'id', aggregateType: 'count' }],
    });
    expect(asked, JSON.stringify(asked.data)).toMatchObject(refused);
    const stored = await reader.call('POST', '/data/visual/dataSets/preview', { id });
    expect(stored, JSON.stringify(stored.data)).toMatchObject(refused);
    expect(leaks(JSON.stringify([preview.msg, asked.msg, stored.msg]))).toEqual([]);
  });
});

test('a data set over such a text is not saved', async () => {
  const model = { v: 1, origin: { kind: 'sql', sql: SHAPES['the number of rows']! }, fields: FIELDS, extract: { mode: 'full' } };
  expect(await app.admin('POST', '/data/visual/dataSets', { setName: '行数', sourceId, model })).toMatchObject(refused);
});

test('an extract whose text became such a one keeps nothing and says why, and how many rows there would be is not told', async () => {
  const sql = 'select g.id, dept from guest g, generate_series(1, substr(mobile, 1, 3)::int) n where g.id = 1';
  const model = { v: 1, origin: { kind: 'sql', sql }, fields: FIELDS, extract: { mode: 'full' } };
  const made = await app.admin('POST', '/data/visual/dataSets', { setName: '行数', sourceId, model });
  expect(made, made.msg).toMatchObject({ status: 200 });
  await sealColumns(app, sourceId, 'mobile');
  const path = `/data/visual/dataSets/${made.data.id}/extract`;
  expect((await app.admin('POST', `${path}/run`, {})).status).toBe(200);
  const state = await until(
    async () => (await app.admin('GET', path)).data,
    (now) => now.state === 'failed' || now.state === 'ready',
    60_000,
  );
  expect(state).toMatchObject({ state: 'failed', isUsable: false });
  expect(Number(state.rowCount ?? 0)).toBe(0);
  expect(state.message).toContain('已脱敏');
  expect(state.message).not.toContain('138');
});

describe('a board over masked columns', () => {
  let board = '';
  beforeAll(async () => {
    const set = await storeSet(app, {
      sourceId,
      origin: { kind: 'table', table: { schema: 'public', table: 'staff' } },
      fields: [...FIELDS, field('phone', 'dimension', 'string'), field('salary', 'measure', 'number', { agg: 'sum' })],
    });
    await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', set).execute();
    const kpi = (title: string, key: string, measures: object[], over: object = {}) =>
      tileOf(key, chartOf(set, [], [], { chartType: 'kpi', measures, ...over }), { title });
    const count = [{ col: 'id', aggregateType: 'count' }];
    board = await storeBoard(app, {
      tiles: [
        kpi('工资总额', 'total', [{ col: 'salary', aggregateType: 'sum' }]),
        kpi('某人', 'who', count, { filters: [{ col: 'phone', op: 'eq', value: '13812340003' }] }),
        kpi('人数', 'heads', count),
      ],
    });
  });
  const view = async (extra: object = {}) =>
    linesOf(
      (
        await reader.call('POST', '/data/visual/view/data', {
          entity: 'board',
          id: board,
          tiles: ['total', 'who', 'heads'].map((key) => ({ key })),
          ...extra,
        })
      ).raw,
    );

  it('tells of each tile that it may not, and shows the others', async () => {
    const lines = await view();
    const of = (key: string) => JSON.stringify(lines.filter((line) => line['key'] === key));
    for (const key of ['total', 'who']) expect(of(key)).toContain('已脱敏');
    expect(of('heads')).not.toContain('已脱敏');
    expect(leaks(JSON.stringify(lines))).toEqual([]);
  });

  it('an alert on a masked figure never comes, above or below it, and a subscription carries none', async () => {
    const send = async (over: object) => {
      const body = { entityType: 'board', entityId: board, subscriptionName: '日报', cron: '0 0 8 * * ?', userIds: [reader.id], ...over };
      const made = await reader.call('POST', '/data/visual/subscriptions', body);
      expect(made, made.msg).toMatchObject({ status: 200 });
      const sent = await reader.call('POST', `/data/visual/subscriptions/${made.data.id}/send`);
      const texts = await app.database.db
        .selectFrom('sysMessage')
        .select('text')
        .where('accountId', '=', reader.id)
        .orderBy('id')
        .execute();
      return { answer: sent.data, texts: texts.map(({ text }) => text) };
    };
    for (const [key, value] of [
      ['total', 50_000],
      ['who', 0.5],
    ] as const) {
      const above = await send({ condition: { key, measure: 'm0', op: 'gt', value } });
      const below = await send({ condition: { key, measure: 'm0', op: 'lt', value } });
      expect(above).toEqual(below);
      expect(above.texts).toEqual([]);
      expect(above.answer).toMatchObject({ outcome: 'failed', message: expect.stringContaining('已脱敏') as string });
    }
    const daily = await send({});
    expect(daily.texts).toHaveLength(1);
    expect(daily.texts[0]).toContain('人数 3');
    expect(leaks(JSON.stringify(daily))).toEqual([]);
  });
});
