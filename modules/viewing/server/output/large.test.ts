import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const ROWS = 101_000;
const app = startApp();
const source = testSource(
  app,
  `create table sale (id int primary key, customer text, kind text, amount numeric);
   insert into sale select n, 'K' || n, case when n % 2 = 0 then '甲' else '乙' end, n from generate_series(1, ${ROWS}) n`,
);
let sourceId = '';
beforeAll(async () => {
  sourceId = await source.register();
}, 120_000);

/** Rows of the first sheets of a workbook, and the words of all of it. */
async function exported(tile: ReturnType<typeof tileOf>): Promise<{ rows: number; text: string }> {
  const board = await storeBoard(app, { tiles: [tile] });
  const file = await app.admin('POST', '/data/visual/view/export', { entity: 'board', id: board });
  expect(file.status, file.raw.toString('utf8', 0, 300)).toBe(200);
  const sheets = Object.entries(unzipSync(new Uint8Array(file.raw))).filter(([name]) => /worksheets\/sheet|sharedStrings/.test(name));
  const text = sheets.map(([, bytes]) => strFromU8(bytes)).join('');
  return { rows: text.match(/<row /g)!.length, text };
}

it('an export of all data holds every row, however many: of a source', async () => {
  const set = await storeSet(app, {
    sourceId,
    origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
    fields: [
      field('customer', 'dimension', 'string'),
      field('kind', 'dimension', 'string'),
      field('amount', 'measure', 'number', { agg: 'sum' }),
    ],
  });
  const topN = { n: 5, by: 'm0', of: 'd0', others: true };
  for (const chart of [
    chartOf(set, ['customer'], ['amount'], { topN }),
    chartOf(set, ['customer', 'kind'], [], { chartType: 'table', isDetail: true, measures: [{ col: 'amount' }] }),
  ]) {
    const { rows, text } = await exported(tileOf('a', chart));
    // the header above, an empty row and the footer below
    expect(rows).toBeGreaterThanOrEqual(ROWS + 1);
    expect(rows).toBeLessThanOrEqual(ROWS + 3);
    expect(text).not.toMatch(/只导出/);
    expect(text).toContain(`K${ROWS}`);
  }
  // the total of a table is that of everything
  const total = chartOf(set, ['customer'], ['amount'], { chartType: 'table', options: { table: { totals: true } } });
  const table = await exported(tileOf('a', total));
  expect(table.rows).toBeGreaterThanOrEqual(ROWS + 2);
  expect(table.text).toContain(String((ROWS * (ROWS + 1)) / 2));
  expect(table.text.match(/合计/g)).toHaveLength(1);
  // what needs all rows at once stops, and says so
  const share = chartOf(set, ['customer'], [], { measures: [{ col: 'amount', aggregateType: 'sum', modifier: 'share' }] });
  const partly = await exported(tileOf('a', share));
  expect(partly.text).toMatch(/只导出前 100,000 行/);
}, 240_000);

it('and of an uploaded file', async () => {
  const text = `客户,金额\n${Array.from({ length: ROWS }, (_, n) => `K${n + 1},${n}`).join('\n')}\n`;
  const sent = await app.admin('POST', '/data/visual/dataSets/files', ...multipart('销售.csv', Buffer.from(text)));
  expect(sent, sent.msg).toMatchObject({ status: 200 });
  const set = await storeSet(app, {
    sourceId: null,
    origin: { kind: 'file', fileName: sent.data.fileName as string, originalName: '销售.csv' },
    fields: [field('客户', 'dimension', 'string'), field('金额', 'measure', 'number', { agg: 'sum' })],
  });
  const { rows, text: written } = await exported(tileOf('a', chartOf(set, ['客户'], ['金额'])));
  expect(rows).toBeGreaterThanOrEqual(ROWS + 1);
  expect(written).not.toMatch(/只导出/);
}, 240_000);
