import { beforeAll, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { field, storeSet } from '#modules/datasets/server/engine/test-documents.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import type { AskReading } from '../contract/ask.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (id int primary key, region text, day date, amount numeric, phone text);
   insert into sale select g, case when g % 2 = 0 then '华东大区' else '华北大区' end, date '2026-01-01' + g % 90, g, '1381234' || lpad(g::text, 4, '0')
     from generate_series(1, 200) g`,
);
const PATH = '/data/visual/ask';
let sales = '';
let sourceId = '';

const ask = async (question: string, send: Send = app.admin, dataSetId?: string) => {
  const { data } = await send('POST', PATH, { question, ...(dataSetId && { dataSetId }) });
  return (data as { readings: AskReading[] }).readings;
};

beforeAll(async () => {
  sourceId = await source.register({ isShared: '1' });
  const fields = [
    field('region', 'dimension', 'string', { name: '区域', synonyms: ['片区'] }),
    field('day', 'dimension', 'date', { name: '日期' }),
    field('amount', 'measure', 'number', { name: '销售额', agg: 'sum' }),
    field('phone', 'dimension', 'string', { name: '电话' }),
  ];
  sales = await storeSet(app, { sourceId, origin: { kind: 'table', table: { schema: 'public', table: 'sale' } }, fields });
  await sealColumns(app, sourceId, 'phone');
});

it('makes a query that the data gate answers, with values found in the data', async () => {
  const [reading] = await ask('2026年华东大区每月的销售额');
  expect(reading).toMatchObject({ dataSetId: sales, unread: [], doubts: [], answer: { chartType: 'line' } });
  expect(reading!.parts.map(({ says }) => says)).toEqual(['日期：2026年', '区域是“华东大区”', '按日期（月）', '销售额']);
  const { data } = await app.admin('POST', '/data/visual/charts/data/parser', reading!.answer!.query);
  const { rows } = data as { rows: unknown[][] };
  const { rows: own } = await source.sql(
    `select to_char(date_trunc('month', day), 'YYYY-MM-DD') as m, sum(amount)::int as n from sale where region = '华东大区' group by 1 order by 1`,
  );
  expect(rows.map(([month, amount]) => [month, Number(amount)])).toEqual(own.map(({ m, n }: { m: string; n: number }) => [m, n]));
});

it('finds a data set by its fields before it knows their values', async () => {
  const [reading] = await ask('华东大区的销售额');
  expect(reading?.parts.map(({ says }) => says)).toEqual(['区域是“华东大区”', '销售额']);
});

it('knows the words that a data set gives its fields, and asks back about what it does not know', async () => {
  const [reading] = await ask('各片区的销售额', app.admin, sales);
  expect(reading!.answer!.query.rows).toEqual([{ col: 'region' }]);
  expect(await ask('明天天气如何')).toEqual([]);
  const [vague] = await ask('各片区的满意度', app.admin, sales);
  expect(vague).toMatchObject({ unread: ['满意度'] });
});

it('knows what the standard calls the columns of a data set, where one field alone is called so', async () => {
  const fields = [
    field('region', 'dimension', 'string', { name: '区域' }),
    field('amount', 'measure', 'number', { name: '销售额', agg: 'sum' }),
    field('doubled', 'measure', 'number', { name: '两倍', agg: 'sum', expr: '[amount] * 2' }),
  ];
  const model = { v: 1, origin: { kind: 'sql', sql: 'select region, amount from sale' }, fields, hierarchies: [], params: [] };
  const made = await app.admin('POST', '/data/visual/dataSets', { setName: '销售', sourceId, model });
  expect(made.status, made.msg).toBe(200);
  const question = '各区域的进账';
  expect((await ask(question, app.admin, made.data.id))[0]).toMatchObject({ unread: ['进账'] });
  const element = { elementCode: 'DEAL_AMOUNT', elementName: '到款金额', synonyms: '进账、区域', dataType: 'decimal' };
  const { data } = await app.admin('POST', '/data/standard/elements', element);
  await app.admin('POST', `/data/standard/elements/${data.id}/submit`);
  const { id: columnId } = await app.database.db
    .selectFrom('metadataColumn')
    .select('id')
    .where('sourceId', '=', sourceId)
    .where('columnName', '=', 'amount')
    .executeTakeFirstOrThrow();
  expect((await app.admin('POST', '/data/standard/bindings', { columnId, elementId: data.id })).status).toBe(200);
  for (const asked of [question, '各区域的到款金额']) {
    const [reading] = await ask(asked, app.admin, made.data.id);
    expect(reading, asked).toMatchObject({ unread: [], answer: { query: { rows: [{ col: 'region' }], measures: [{ col: 'amount' }] } } });
  }
});

it('tells values of sealed columns by no question', async () => {
  const builder = app.as((await app.make.user({ perms: ['visual:chart:build'], dataScope: '1' })).token);
  for (const question of ['电话13812340007的销售额', '各电话的销售额']) {
    const told = JSON.stringify(await ask(question, builder, sales));
    expect(told, question).not.toContain('"values":["1381');
    expect(told).not.toMatch(/电话是“/);
  }
});

it('is open to builders alone, about data sets that they may see', async () => {
  const body = { question: '各区域的销售额' };
  expect((await app.stranger('POST', PATH, body)).status).toBe(401);
  expect((await app.as((await app.make.user({ perms: ['visual:set:list'] })).token)('POST', PATH, body)).status).toBe(403);
  const outsider = app.as((await app.make.user({ perms: ['visual:chart:build'], dataScope: '5' })).token);
  expect(await ask(body.question, outsider)).toEqual([]);
  expect((await outsider('POST', PATH, { ...body, dataSetId: sales })).status).toBe(404);
  for (const question of ['', '长'.repeat(201)]) expect((await app.admin('POST', PATH, { question })).status).toBe(400);
});
