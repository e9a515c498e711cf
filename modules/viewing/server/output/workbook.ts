import { wallClock, wallDay } from '#kit/core/text/wall-clock.ts';
import { Readable } from 'node:stream';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { ORIGIN } from '#kit/server/excel/import.ts';
import { workbook, type Sheet } from '#kit/server/excel/writer.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import { implement } from '#kit/server/module.ts';
import { output, type ExportRequest } from '../../contract/output.ts';
import { cutText, type Tile, checkSelection, tileQuery, type ViewSelection, wholeQuery } from '#modules/charts/core/index.ts';
import { pivotSheet, plainSheet, sheetNames, streamedSheet, type OutSheet, type StreamedSheet } from '../../core/output/sheet.ts';
import { engine } from '#modules/datasets/server/index.ts';
import { openDocument, type OpenDocument } from '../view/document.ts';
import { assertFreeDrills, mapRefusal, setLoader, typesOf, errorOf } from '#modules/charts/server/index.ts';
import { withinLimit } from '#kit/server/concurrency.ts';

/** Rows of a tile that are held at once where they depend on each other, and where they need not be. */
const MAX_ROWS = 100_000;
const FEW_ROWS = 10_000;
/** Tiles that are asked for at the same time. */
const TOGETHER = 4;
/** Exports of one person at the same time. */
const MAX_EACH = 2;

const failed = (name: string, msg: string): OutSheet => ({
  name,
  columns: [{ title: '该图表没有导出', width: 60 }],
  rows: [[msg]],
});

async function sheetOf(
  ctx: Ctx,
  document: OpenDocument,
  tile: Tile,
  selection: ViewSelection,
  load: ReturnType<typeof setLoader>,
): Promise<OutSheet | StreamedSheet> {
  const set = await load(tile.chart.dataSetId);
  const query = mapRefusal(() => tileQuery(document.shape, tile.key, selection, typesOf(set)));
  const isPivot = tile.chart.chartType === 'pivot';
  const ask = (limit: number) =>
    engine.ask(ctx, set, wholeQuery(query, limit), { purpose: 'export', priority: 'below', signal: ctx.signal });
  let data = await ask(isPivot ? MAX_ROWS : FEW_ROWS);
  if (data.truncated && !isPivot) {
    // what is more than fits in memory is read while the file is written
    const batches = await engine.rows(ctx, set, wholeQuery(query, MAX_ROWS));
    if (batches) return streamedSheet(tile.name, data, batches);
    data = await ask(MAX_ROWS);
  }
  const sheet = isPivot ? pivotSheet(tile.name, data) : plainSheet(tile.name, data);
  const note = cutText(data, '行')?.replace('显示', '导出');
  return note ? { ...sheet, note } : sheet;
}

/** Answers in the order of the tiles, few at a time; one that fails becomes a sheet that says why. */
async function sheetsOf(
  ctx: Ctx,
  document: OpenDocument,
  tiles: readonly Tile[],
  selection: ViewSelection,
): Promise<{ sheets: (OutSheet | StreamedSheet)[]; failures: string[] }> {
  const load = setLoader(ctx);
  const sheets: (OutSheet | StreamedSheet)[] = [];
  const failures: string[] = [];
  const waiting = [...tiles.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, tile] = next;
      ctx.signal.throwIfAborted();
      try {
        sheets[at] = await sheetOf(ctx, document, tile, selection, load);
      } catch (error) {
        const { msg } = errorOf(ctx, error);
        failures.push(msg);
        sheets[at] = failed(tile.name, msg);
      }
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
  return { sheets, failures };
}

/** The tiles that a request names, in the order of the document. Throws input.invalid for one that is not there. */
function wantedTiles({ shape }: OpenDocument, keys: readonly string[] | null | undefined): Tile[] {
  const all = [...shape.tiles.values()];
  if (!keys) return all;
  for (const key of keys) if (!shape.tiles.has(key)) throw new AppError('input.invalid', '没有该组件，请刷新页面后重试');
  return all.filter((tile) => keys.includes(tile.key));
}

/**
 * The data of a document as a workbook, one sheet for each tile, with the rights and masks of the person of `ctx`. Throws rule.broken when
 * there is nothing to export or nothing could be read.
 */
export async function exportWorkbook(
  ctx: Ctx,
  document: OpenDocument,
  request: Omit<ExportRequest, 'entity' | 'id'>,
): Promise<StreamReply> {
  mapRefusal(() => checkSelection(document.shape, request));
  await assertFreeDrills(ctx, document.shape, request);
  const tiles = wantedTiles(document, request.keys);
  if (tiles.length === 0) throw new AppError('rule.broken', '没有可以导出的图表');
  const { sheets, failures } = await sheetsOf(ctx, document, tiles, request);
  if (failures.length === tiles.length) throw new AppError('rule.broken', `没有导出任何数据：${failures[0]}`);
  const number = ctx.app.ids.next();
  const { nickname, username } = ctx.user;
  const footer = `${ORIGIN}${number}　导出人：${nickname}（${username}）　导出时间：${wallClock(ctx.now)}`;
  const names = sheetNames(sheets.map(({ name }) => name));
  ctx.audit.note(
    `${ORIGIN}${number}　${document.published.name}：${tiles.length}个图表${failures.length ? `，${failures.length}个没有导出` : ''}`,
  );
  return {
    body: Readable.from(
      workbook(sheets.map(({ note, ...sheet }, n): Sheet => ({ ...sheet, name: names[n]!, footer: note ? `${note}　${footer}` : footer }))),
    ),
    type: XLSX_TYPE,
    fileName: `${document.published.name}_${wallDay(ctx.now)}.xlsx`,
    headers: { 'cache-control': 'no-store' },
  };
}

/** Published documents as files. */
export const outputRoutes = implement(output, {
  async xlsx(ctx, { body }) {
    if (!holds(ctx.user, `visual:${body.entity}:export`)) throw new AppError('auth.noPermission');
    return withinLimit(ctx.user.id, MAX_EACH, async () =>
      exportWorkbook(ctx, await openDocument(ctx, body.entity, body.id, body.versionNo), body),
    );
  },

  /** The browser draws the copy from what the viewer was let see; the platform keeps that one was taken. */
  async copied(ctx, { body }) {
    if (!holds(ctx.user, `visual:${body.entity}:export`)) throw new AppError('auth.noPermission');
    const { published } = await openDocument(ctx, body.entity, body.id);
    ctx.audit.note(`${body.as === 'print' ? '打印' : '图片'}：${published.name}`);
    return null;
  },
});
