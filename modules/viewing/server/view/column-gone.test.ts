import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, linesOf, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table orders (id int primary key, region text, freight numeric);
   insert into orders values (1, '华东', 10), (2, '华北', 20)`,
);

/** The documents that a change of the column bears on, as 影响分析 tells them. */
async function affectedBy(columnId: string): Promise<string[]> {
  const { data } = await app.admin('GET', `/data/metadata/lineage/impact/column/${columnId}`);
  return data.items.map((one: { kind: string; name: string }) => `${one.kind} ${one.name}`).toSorted();
}

test('a column that is dropped at the source: charts that need it are listed before, and tell the cause after', async () => {
  const sourceId = await source.register();
  const made = async (path: string, body: Record<string, unknown>): Promise<string> => {
    const answer = await app.admin('POST', `/data/visual/${path}`, body);
    expect(answer, answer.raw.toString()).toMatchObject({ status: 200 });
    return answer.data.id;
  };
  const fields = [
    field('region', 'dimension', 'string'),
    field('id', 'measure', 'number', { agg: 'count' }),
    field('freight', 'measure', 'number', { name: '运费', agg: 'sum' }),
  ];
  const origin = { kind: 'table', table: { schema: 'public', table: 'orders' } };
  const model = { v: 1, origin, fields, hierarchies: [], params: [] };
  const byTable = await made('dataSets', { setName: '订单', sourceId, model });
  const bySql = await made('dataSets', { setName: '订单语句', sourceId, setSql: 'select region, freight as 运费 from orders' });
  const chart = (chartName: string, set: string, measure: string) =>
    made('charts', { chartName, dataSetId: set, chartConfig: JSON.stringify(chartOf(set, ['region'], [measure])) });
  const tiles = [
    tileOf('freight', null, { chartId: await chart('运费图', byTable, 'freight') }),
    tileOf('sql', null, { chartId: await chart('语句图', bySql, '运费') }),
    tileOf('count', null, { chartId: await chart('单数图', byTable, 'id') }),
  ];
  const boardConfig = { v: 1, tabs: [{ id: 'main', name: '首页', layout: tiles }] };
  const board = await made('boards', { boardName: '订单看板', boardConfig });
  const published = await app.admin('POST', `/data/visual/boards/publish/${board}`, { version: 0 });
  expect(published, published.raw.toString()).toMatchObject({ status: 200 });
  const shown = async () => {
    const keys = tiles.map(({ i }) => ({ key: i }));
    const answer = await app.admin('POST', '/data/visual/view/data', { entity: 'board', id: board, tiles: keys });
    type Line = { key: string; data?: { rows: unknown[][]; isLastGood?: boolean }; error?: { error: string; msg: string } };
    return Object.fromEntries((linesOf(answer.raw) as unknown as Line[]).map((line) => [line.key, line]));
  };
  // the parser takes its time to start on a busy machine
  const before = await until(shown, (lines) => Object.values(lines).every(({ error }) => error?.error !== 'throttle.exceeded'), 60_000);
  expect(before.freight?.data?.rows).toEqual([
    ['华北', 20],
    ['华东', 10],
  ]);
  expect(before.sql?.data?.rows).toHaveLength(2);

  const { id: columnId } = await app.database.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .select('metadataColumn.id')
    .where('tableName', '=', 'orders')
    .where('columnName', '=', 'freight')
    .executeTakeFirstOrThrow();
  const listed = await affectedBy(columnId);
  expect(listed).toEqual(expect.arrayContaining(['chart 运费图', 'chart 语句图', 'board 订单看板']));

  await source.sql('alter table orders drop column freight');
  await synchronised(app, sourceId);

  const after = await shown();
  expect(after.freight?.error?.msg).toContain('freight');
  expect(after.sql?.error?.msg).toContain('freight');
  expect(after.freight?.data).toBeUndefined();
  expect(after.count?.data?.rows).toHaveLength(2);
  const { broken } = (await app.admin('GET', `/data/visual/dataSets/${byTable}`)).data;
  expect(broken).toMatchObject([{ field: 'freight', reason: '字段 public.orders.freight 已不存在' }]);
}, 120_000);
