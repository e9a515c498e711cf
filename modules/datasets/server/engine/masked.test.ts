import { beforeAll, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { field, storeSet } from './test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table staff (id int primary key, dept text, phone text, salary int);
   insert into staff values (1, '研发', '13812340001', 11111), (2, '研发', '13812340002', 22222), (3, '市场', '13812340003', 33333)`,
);
const FIELDS = [
  field('dept', 'dimension', 'string'),
  field('phone', 'dimension', 'string'),
  field('salary', 'measure', 'number', { agg: 'sum' }),
  field('id', 'measure', 'number', { agg: 'count' }),
  field('tail', 'dimension', 'string', { expr: 'RIGHT([phone], 4)' }),
  field('isFirst', 'dimension', 'number', { expr: "IF([phone] = '13812340001', 1, 0)" }),
  field('shifted', 'measure', 'number', { expr: '[salary] + 1' }),
  field('rich', 'measure', 'number', { expr: 'SUM(IF([salary] > 30000, 1, 0))' }),
];
const PARSER = '/data/visual/charts/data/parser';
let sourceId = '';
let set = '';
let reader: Send;

async function readerWith(actions: string[]): Promise<Send> {
  const user = await app.make.user({ perms: ['visual:chart:build', 'visual:set:list'], dataScope: '5' });
  const table = await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).executeTakeFirstOrThrow();
  const granted = await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: user.id,
    actions,
    objectType: 'table',
    objectId: table.id,
  });
  expect(granted, granted.msg).toMatchObject({ status: 200 });
  return app.as(user.token);
}

beforeAll(async () => {
  sourceId = await source.register();
  set = await storeSet(app, { sourceId, origin: { kind: 'table', table: { schema: 'public', table: 'staff' } }, fields: FIELDS });
  await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', set).execute();
  await sealColumns(app, sourceId, 'phone', 'salary');
  reader = await readerWith(['query']);
});

const ask = (query: object) => reader('POST', PARSER, { dataSetId: set, rows: [], measures: [], ...query });
const dept = [{ col: 'dept' }];
const count = [{ col: 'id', aggregateType: 'count' }];

const rowsOf = async (query: object) => {
  const answer = await ask(query);
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.rows as unknown[][];
};

it('what is masked is shown by its mask in rows as they are, counted, and refused for anything else', async () => {
  expect(await rowsOf({ rows: [{ col: 'phone' }], measures: [{ col: 'salary', aggregateType: 'none' }], isDetail: true })).toEqual([
    ['138****0001', '***'],
    ['138****0002', '***'],
    ['138****0003', '***'],
  ]);
  for (const aggregateType of ['count', 'countd'])
    expect(await rowsOf({ rows: dept, measures: [{ col: 'salary', aggregateType }] })).toEqual([
      ['市场', 1],
      ['研发', 2],
    ]);
  const refused: object[] = [
    { rows: [{ col: 'phone' }] },
    ...['sum', 'avg', 'max', 'min'].map((aggregateType) => ({ rows: dept, measures: [{ col: 'salary', aggregateType }] })),
    ...['share', 'rank', 'cum'].map((modifier) => ({ rows: dept, measures: [{ col: 'salary', aggregateType: 'sum', modifier }] })),
    ...['shifted', 'rich'].map((col) => ({ rows: dept, measures: [{ col }] })),
  ];
  for (const query of refused) expect([query, (await ask(query)).error]).toEqual([query, 'gate.refused']);
  const choices = await reader('POST', '/data/visual/choices', { dataSetId: set, col: 'phone' });
  expect(choices).toMatchObject({ status: 422, error: 'gate.refused' });
});

it('a masked value cannot be spelled out by the number of rows that a condition, an order or a group leaves', async () => {
  const max = { col: 'salary', aggregateType: 'max' };
  const tries: Record<string, object> = {
    'a condition': { rows: dept, measures: count, filters: [{ col: 'phone', op: 'eq', value: '13812340003' }] },
    'a beginning': { rows: dept, measures: count, filters: [{ col: 'phone', op: 'starts', value: '1381234' }] },
    'a list': {
      rows: dept,
      measures: count,
      filters: [
        {
          any: [
            { col: 'phone', op: 'in', values: ['13812340003', '2'] },
            { col: 'dept', op: 'null' },
          ],
        },
      ],
    },
    'a span': { rows: dept, measures: count, filters: [{ col: 'salary', op: 'gt', value: 30_000 }] },
    'a condition on rows as they are': { rows: dept, isDetail: true, filters: [{ col: 'salary', op: 'lt', value: 20_000 }] },
    having: { rows: dept, measures: [...count, max], having: [{ col: 'm1', op: 'gt', value: 30_000 }] },
    order: { rows: dept, measures: [...count, max], sort: [{ by: 'm1', dir: 'desc' }], limit: 1 },
    'top n': { rows: dept, measures: [...count, max], topN: { n: 1, by: 'm1', others: false } },
    'a group of a calculated field': { rows: [{ col: 'tail' }] },
    'a group of a condition': { rows: [{ col: 'isFirst' }], measures: count },
  };
  for (const [what, query] of Object.entries(tries)) {
    const answer = await ask(query);
    expect(answer, `${what}: ${JSON.stringify(answer.data?.rows)}`).toMatchObject({ status: 422, error: 'gate.refused' });
    expect(answer.msg, what).toMatch(/字段“(phone|salary)”对您已脱敏/);
  }
  const search = await reader('POST', '/data/visual/choices', { dataSetId: set, col: 'phone', search: '0003' });
  expect(search).toMatchObject({ status: 422, error: 'gate.refused' });
  const log = await app.database.pool.query(`select message from metadata_sql_history where outcome = 'refused' order by id desc limit 1`);
  expect(log.rows[0].message).toContain('已脱敏');
  // who may see it in the clear goes on
  const clear = await (await readerWith(['query', 'unmask']))('POST', PARSER, { dataSetId: set, rows: [], ...tries['a span'] });
  expect(clear.data?.rows, clear.msg).toEqual([['市场', 1]]);
});

it('values are tokens where the rule of their class says so, and others after the key was rotated, whatever is cached', async () => {
  const own = (await app.admin('GET', '/data/metadata/classes/mobile')).data;
  expect((await app.admin('PUT', '/data/metadata/classes/mobile', { ...own, maskRuleId: 'mask_token_sm3' })).status).toBe(200);
  await app.database.db
    .updateTable('metadataColumn')
    .set({ classId: 'mobile' })
    .where('sourceId', '=', sourceId)
    .where('columnName', '=', 'phone')
    .execute();
  const phones = async () => (await rowsOf({ rows: [{ col: 'phone' }], measures: [], isDetail: true })).map(([phone]) => phone);
  const before = await phones();
  for (const phone of before) expect(phone).toMatch(/^[0-9a-f]{32}$/);
  expect(await phones()).toEqual(before);
  expect((await app.admin('POST', '/data/metadata/maskKeys/rotate', { remark: null })).status).toBe(200);
  const after = await phones();
  expect(after.filter((phone) => before.includes(phone))).toEqual([]);
  expect(new Set(after).size).toBe(3);
});
