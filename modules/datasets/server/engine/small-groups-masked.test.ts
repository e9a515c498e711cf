import { beforeAll, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, linesOf, storeBoard, storeSet, tileOf } from './test-documents.ts';

const app = startApp();
// two numbers of 研发 look alike under their mask: three rows and two; one number has one row; team 甲 has four rows in 研发 and two in 市场
const source = testSource(
  app,
  `create table staff (id int primary key, dept text, phone text, team text, salary int);
   insert into staff select g, case when g <= 8 then '研发' else '市场' end,
     case when g <= 3 then '13812340001' when g <= 5 then '13899990001' when g = 6 then '13700000006' else '1361234000' || (g % 2) end,
     case when g in (1, 2, 3, 4, 9, 10) then '甲' else '乙' end, g * 1000
   from generate_series(1, 14) g`,
);
const PARSER = '/data/visual/charts/data/parser';
const MIN = 3;
const COUNT = [{ col: 'id', aggregateType: 'count' }];
const PHONE = [{ col: 'phone' }];
let sourceId = '';
let set = '';
let masked: Send;

async function readerWith(over: object): Promise<Send> {
  const perms = ['visual:chart:build', 'visual:set:list', 'visual:board:preview'];
  const user = await app.make.user({ perms, dataScope: '5' });
  const table = await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).executeTakeFirstOrThrow();
  const body = { subjectType: 'user', subjectId: user.id, actions: ['query'], objectType: 'table', objectId: table.id, ...over };
  const granted = await app.admin('POST', '/data/metadata/authorizes', body);
  expect(granted, granted.msg).toMatchObject({ status: 200 });
  return app.as(user.token);
}
const ask = (send: Send, query: object) => send('POST', PARSER, { dataSetId: set, rows: [], measures: [], limit: 100, ...query });
const rowsOf = async (send: Send, query: object) => {
  const answer = await ask(send, query);
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.rows as unknown[][];
};

beforeAll(async () => {
  sourceId = await source.register();
  const names = ['dept', 'phone', 'team'].map((name) => field(name, 'dimension', 'string'));
  const fields = [...names, field('salary', 'measure', 'number', { agg: 'sum' }), field('id', 'measure', 'number', { agg: 'count' })];
  set = await storeSet(app, { sourceId, origin: { kind: 'table', table: { schema: 'public', table: 'staff' } }, fields });
  await app.database.pool.query(`update visual_data_set set is_shared = '1', model = model || '{"minGroup":${MIN}}' where id = '${set}'`);
  await sealColumns(app, sourceId, 'phone');
  masked = await readerWith({});
});

it('who sees the values gets the groups that are large enough', async () => {
  const clear = await readerWith({ actions: ['query', 'unmask'] });
  // 13700000006 has one row; the next larger one goes with it, so that the total does not tell it
  expect(await rowsOf(clear, { rows: PHONE, measures: COUNT })).toEqual([
    ['13612340000', 4],
    ['13612340001', 4],
    ['13812340001', 3],
  ]);
});

it('who sees them masked learns nothing of their groups: neither their number nor their size, whoever asked before', async () => {
  const clear = await readerWith({ actions: ['query', 'unmask'] });
  const tries: Record<string, object> = {
    'groups of it': { rows: PHONE, measures: COUNT },
    'its values alone': { rows: PHONE },
    'groups of it and another': { rows: [{ col: 'dept' }], columns: PHONE, measures: COUNT, totals: true },
    'the total of its groups': { rows: PHONE, measures: COUNT, grandTotal: true },
    'its largest group': { rows: PHONE, measures: COUNT, topN: { n: 1, by: 'm0' } },
    'its groups of some size': { rows: PHONE, measures: COUNT, having: [{ col: 'm0', op: 'gte', value: 4 }] },
    'rows of one value': { rows: [{ col: 'dept' }], measures: COUNT, filters: [{ col: 'phone', op: 'eq', value: '13812340001' }] },
  };
  for (const [what, query] of Object.entries(tries)) {
    expect((await ask(clear, query)).status, what).toBe(200);
    const answer = await ask(masked, query);
    expect(answer, `${what}: ${JSON.stringify(answer.data?.rows)}`).toMatchObject({ status: 422, error: 'gate.refused' });
    expect(answer.msg, what).toContain('字段“phone”对您已脱敏');
    // the answer names the table by its id, which may hold such digits
    expect(JSON.stringify([answer.msg, answer.data]), what).not.toMatch(/(?<![0-9a-f])13[0-9]{9}(?![0-9a-f])|\*\*\*\*/);
  }
  expect(await masked('POST', '/data/visual/choices', { dataSetId: set, col: 'phone' })).toMatchObject({ status: 422 });
  const different = await rowsOf(masked, { rows: [{ col: 'dept' }], measures: [{ col: 'phone', aggregateType: 'countd' }, ...COUNT] });
  expect(different.map(([dept, many, count]) => [dept, many, count])).toEqual([
    ['市场', 2, 6],
    ['研发', 5, 8],
  ]);
});

it('a board tells the same, and its other tiles go on', async () => {
  const board = await storeBoard(app, {
    tiles: [
      tileOf('phone', chartOf(set, ['phone'], [], { measures: COUNT })),
      tileOf('team', chartOf(set, ['team'], [], { measures: COUNT })),
    ],
  });
  const body = { entity: 'board', id: board, tiles: [{ key: 'phone' }, { key: 'team' }] };
  const answer = await masked('POST', '/data/visual/view/data', body);
  const lines = Object.fromEntries(linesOf(answer.raw).map((line) => [line.key as string, line]));
  expect(lines['phone']).toMatchObject({ error: { error: 'gate.refused' } });
  expect(lines['team']).toMatchObject({
    data: {
      minGroup: MIN,
      rows: [
        ['甲', 6],
        ['乙', 8],
      ],
    },
  });
});

it('groups are counted in the rows that the caller may see', async () => {
  const market = await readerWith({ rowFilter: "dept = '市场'" });
  expect(await rowsOf(masked, { rows: [{ col: 'team' }], measures: COUNT })).toEqual([
    ['甲', 6],
    ['乙', 8],
  ]);
  // 甲 has two rows there, and 乙 would be what is left of six
  expect(await rowsOf(market, { rows: [{ col: 'team' }], measures: COUNT })).toEqual([]);
  expect(await rowsOf(market, { measures: COUNT })).toEqual([[6]]);
});
