import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import type { ChartData } from '../../contract/query.ts';
import { chartOf, field, linesOf, tileOf } from './test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (id int primary key, customer text, amount numeric, price numeric);
   insert into sale select n, 'K' || n, n, 1 from generate_series(1, 5000) n`,
);
let set = '';
const ask = async (over: object): Promise<ChartData> => {
  const query = { dataSetId: set, rows: [{ col: 'customer' }], measures: [{ col: 'amount', aggregateType: 'sum' }], ...over };
  const lines = await until(
    async () => linesOf((await app.admin('POST', '/data/visual/query', { tiles: [{ key: 'a', query }], fresh: false })).raw),
    ([line]) => (line as { error?: { error: string } }).error?.error !== 'throttle.exceeded',
    60_000,
  );
  const line = lines[0] as unknown as { data?: ChartData; error?: unknown };
  expect(line.error, JSON.stringify(line.error)).toBeUndefined();
  return line.data!;
};

beforeAll(async () => {
  const sourceId = await source.register();
  const model = {
    v: 1,
    origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
    fields: [
      field('customer', 'dimension', 'string'),
      field('amount', 'measure', 'number', { agg: 'sum' }),
      field('price', 'measure', 'number', { agg: 'avg' }),
    ],
  };
  const made = await app.admin('POST', '/data/visual/dataSets', { setName: '销售', sourceId, model });
  expect(made, made.msg).toMatchObject({ status: 200 });
  set = made.data.id;
}, 120_000);

describe('an answer that holds a part tells how much there is', () => {
  it('in the order of names and in that of a measure', async () => {
    expect((await ask({})).cut).toMatchObject({ kind: 'limit', shown: 1000, total: 5000 });
    const largest = await ask({ sort: [{ by: 'm0', dir: 'desc' }], limit: 10 });
    expect(largest.rows[0]).toEqual(['K5000', 5000]);
    expect(largest.cut).toEqual({ kind: 'limit', shown: 10, total: 5000, hasOthers: false, bottom: false });
  });
  it('with the whole that shares are taken of, of measures that are sums', async () => {
    const measures = [
      { col: 'amount', aggregateType: 'sum' },
      { col: 'price', aggregateType: 'avg' },
    ];
    const { cut } = await ask({ measures, sort: [{ by: 'm0', dir: 'desc' }], limit: 10, share: true });
    expect(cut?.whole).toEqual([12_502_500, null]);
  });
  it('of a ranking, with its rest or without', async () => {
    const topN = { n: 20, by: 'm0', of: 'd0', others: true, bottom: false };
    const withRest = await ask({ topN });
    expect(withRest.rows).toHaveLength(21);
    expect(withRest.rows.at(-1)).toEqual(['其他', 12_502_500 - (4981 + 5000) * 10]);
    expect(withRest.cut).toMatchObject({ kind: 'top', shown: 20, total: 5000, hasOthers: true });
    expect((await ask({ topN: { ...topN, others: false } })).cut).toMatchObject({ kind: 'top', shown: 20, total: 5000, hasOthers: false });
  });
  it('of rows as they are', async () => {
    const { cut } = await ask({
      isDetail: true,
      measures: [{ col: 'amount' }],
      limit: 100,
      filters: [{ col: 'amount', op: 'lte', value: 300 }],
    });
    expect(cut).toMatchObject({ kind: 'limit', shown: 100, total: 300 });
  });
  it('and says nothing where it holds everything', async () => {
    const few = { filters: [{ col: 'amount', op: 'lte', value: 20 }] };
    expect((await ask(few)).cut).toBeUndefined();
    expect((await ask({ ...few, topN: { n: 20, by: 'm0', of: 'd0', others: false, bottom: false } })).cut).toBeUndefined();
  });
  it('while an export named all data holds all of them', async () => {
    const tile = tileOf('a', chartOf(set, ['customer'], ['amount'], { topN: { n: 5, by: 'm0', of: 'd0', others: true } }));
    const board = await app.admin('POST', '/data/visual/boards', {
      boardName: '客户',
      boardConfig: { v: 1, tabs: [{ id: 't', name: '首页', layout: [tile] }] },
    });
    expect((await app.admin('POST', `/data/visual/boards/publish/${board.data.id}`, { version: 0 })).status).toBe(200);
    const file = await app.admin('POST', '/data/visual/view/export', { entity: 'board', id: board.data.id });
    expect(file.status).toBe(200);
    const sheets = Object.entries(unzipSync(new Uint8Array(file.raw))).filter(([name]) => /worksheets\/sheet/.test(name));
    const text = sheets.map(([, bytes]) => strFromU8(bytes)).join('');
    expect(text).not.toContain('其他');
    expect(new Set(text.match(/K\d+/g)).size || text.match(/<row /g)!.length).toBeGreaterThanOrEqual(5000);
  });
});
