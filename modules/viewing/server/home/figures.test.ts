import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (id int primary key, day date, amount numeric);
   insert into sale select g, (date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => g))::date, 100 from generate_series(0, 30) g`,
);
const LOOK = ['visual:board:preview'];
const PATH = '/data/visual/home/figures';
const YEAR = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Shanghai' }).format();
let boardId = '';

beforeAll(async () => {
  const sourceId = await source.register();
  const sales = await storeSet(app, {
    sourceId,
    origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
    fields: [field('day', 'dimension', 'date'), field('amount', 'measure', 'number', { agg: 'sum' })],
  });
  const months = { rows: [{ col: 'day', grain: 'month' }], chartType: 'kpi', sort: [{ by: 'd0', dir: 'asc' }] };
  boardId = await storeBoard(app, {
    filters: [{ id: 'year', label: '年份', kind: 'year', value: YEAR, targets: [{ dataSetId: sales, col: 'day' }] }],
    tiles: [tileOf('card', chartOf(sales, [], ['amount'], months)), tileOf('list', chartOf(sales, ['day'], ['amount']))],
  });
});

it('tells the cards of boards by the rights of who asks, and nothing to others', async () => {
  const { status, data } = await app.admin('GET', PATH);
  expect(status).toBe(200);
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ key: 'card', boardId });
  // the board opens with this year alone, and the card is compared with the year before all the same
  expect(data[0].trend).toHaveLength(12);
  expect(data[0].trend.every((value: number) => value === 100)).toBe(true);
  const stranger = app.as((await app.make.user({ perms: LOOK })).token);
  expect((await stranger('GET', PATH)).data).toEqual([]);
  expect((await app.as((await app.make.user({ perms: [] })).token)('GET', PATH)).status).toBe(403);
  expect((await app.stranger('GET', PATH)).status).toBe(401);
});
