import { inflateSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';
import { viewerOf } from '../view/audience.ts';
import { filesFor } from './board-files.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (region text, day date, amount int);
   insert into sale select case g % 3 when 0 then '华东地区' when 1 then '华北地区' else '西南地区' end, date '2026-01-05' + g, g from generate_series(1, 120) g`,
);
const NONE = { filters: {}, links: {}, drills: {} };
let id = '';
let sourceId = '';

async function viewer(perms: string[]) {
  const user = await app.make.user({ perms: ['visual:board:preview', ...perms], dataScope: '1' });
  for (const { id: objectId } of await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).execute())
    await app.admin('POST', '/data/metadata/authorizes', {
      subjectType: 'user',
      subjectId: user.id,
      actions: ['query', 'export'],
      objectType: 'table',
      objectId,
      rowFilter: "region <> '西南地区'",
    });
  const who = { userId: user.id, entity: 'board' as const, id, signal: AbortSignal.timeout(60_000), requestId: 'test' };
  return (await viewerOf(app.node.app, app.database.db, who))!;
}

beforeAll(async () => {
  sourceId = await source.register();
  const set = await storeSet(app, {
    sourceId,
    origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
    fields: [
      field('region', 'dimension', 'string'),
      field('day', 'dimension', 'date'),
      field('amount', 'measure', 'number', { agg: 'sum' }),
    ],
  });
  const place = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });
  id = await storeBoard(app, {
    tiles: [
      tileOf(
        'kpi',
        chartOf(set, [], ['amount'], { chartType: 'kpi', rows: [{ col: 'day', grain: 'month' }], seriesType: 'trend' }),
        place(0, 0, 6, 6),
      ),
      tileOf('bar', chartOf(set, ['region'], ['amount']), { ...place(6, 0, 18, 9), title: '各地区 <金额> & 其他' }),
      tileOf('line', chartOf(set, [], ['amount'], { chartType: 'line', rows: [{ col: 'day', grain: 'month' }] }), place(0, 9, 12, 9)),
      tileOf('pie', chartOf(set, ['region'], ['amount'], { chartType: 'pie' }), place(12, 9, 12, 9)),
      tileOf('table', chartOf(set, ['region'], ['amount'], { chartType: 'table' }), place(0, 18, 12, 7)),
      tileOf('gone', chartOf(set, ['nothing'], ['amount']), place(12, 18, 12, 7)),
    ],
  });
});

it('a board becomes a picture, a page and a workbook with the rights of who gets them', async () => {
  const files = await filesFor(await viewer(['visual:board:export']), ['png', 'pdf', 'xlsx'], NONE);
  const [png, pdf, xlsx] = files.map(({ content }) => content) as [Buffer, Buffer, Buffer];
  if (process.env['KEEP_PICTURES'])
    for (const { filename, content } of files) writeFileSync(`${process.env['KEEP_PICTURES']}/${filename.split('.').at(-1)}`, content);
  expect(files.map(({ filename }) => filename.split('.').at(-1))).toEqual(['png', 'pdf', 'xlsx']);
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(['PNG', 2880]);
  expect(xlsx.subarray(0, 2).toString()).toBe('PK');
  // the page is the picture, point for point
  const text = pdf.toString('latin1');
  expect(text).toMatch(/^%PDF-1\.4[\s\S]*\/Count 1[\s\S]*%%EOF\n$/);
  const [, w, h, length] = /\/Width (\d+) \/Height (\d+) [\s\S]*?\/Length (\d+) >>/.exec(text)!.map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const from = text.indexOf('stream\n', text.indexOf('/Subtype /Image')) + 7;
  expect(inflateSync(pdf.subarray(from, from + length)).length).toBe(w * h * 3);
  expect(Number(/startxref\n(\d+)/.exec(text)![1])).toBe(text.indexOf('xref\n0'));
}, 60_000);

it('gives nothing to whoever may not take copies', async () => {
  await expect(filesFor(await viewer([]), ['png'], NONE)).rejects.toThrow('没有导出权限');
  expect(await filesFor(await viewer([]), [], NONE)).toEqual([]);
});
