import { wallClock, wallDay } from '#kit/core/text/wall-clock.ts';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { MailFile } from '#modules/notices/server/index.ts';
import { cachePoliciesOf, tileQuery, type Tile, type ViewSelection } from '#modules/charts/core/index.ts';
import { errorOf, mapRefusal, setLoader, typesOf } from '#modules/charts/server/index.ts';
import { engine } from '#modules/datasets/server/index.ts';
import type { BoardItem } from '#modules/boards/contract/board-config.ts';
import { boardPicture, roomOf, type DrawnTile } from '../../core/picture/board-picture.ts';
import { noteSvg } from '../../core/picture/svg-text.ts';
import { palette } from '#kit/core/palette.ts';
import type { Attachment } from '../../contract/subscription.ts';
import { exportWorkbook } from '../output/workbook.ts';
import type { Viewer } from '../view/audience.ts';
import { chartSvg, lookOf } from './chart-svg.ts';
import { chineseFont, type ChineseFont } from './fonts.ts';
import { pdfOf, pngOf } from './raster.ts';

type Board = Viewer & { document: Extract<Viewer['document'], { entity: 'board' }> };

/** What a tile shows to this viewer, as a drawing; a tile that fails says why, as it does on the page. */
async function tileDrawing(viewer: Board, item: BoardItem, tile: Tile, selection: ViewSelection, font: ChineseFont): Promise<string> {
  const { ctx, document } = viewer;
  const room = roomOf(item);
  try {
    const set = await setLoader(ctx)(tile.chart.dataSetId);
    const query = mapRefusal(() => tileQuery(document.shape, item.i, selection, typesOf(set)));
    const keep = cachePoliciesOf(document.shape, item.i);
    const data = await engine.ask(ctx, set, query, { purpose: 'chart', priority: 'below', keep, signal: ctx.signal });
    return await chartSvg(tile.chart, data, lookOf(tile.chart, document.published.config, font.family), room);
  } catch (error) {
    ctx.signal.throwIfAborted();
    return noteSvg(errorOf(ctx, error).msg, room, palette.light.ink3);
  }
}

/** The tabs of a board as drawings, with the rights of the viewer. */
async function tabsOf(viewer: Board, selection: ViewSelection, font: ChineseFont) {
  const { published, shape } = viewer.document;
  const { nickname, username } = viewer.user;
  const note = `${nickname}（${username}）　${wallClock(viewer.ctx.now)}`;
  const pages: ReturnType<typeof boardPicture>[] = [];
  for (const tab of published.config.tabs) {
    const tiles: DrawnTile[] = [];
    for (const item of tab.layout) {
      const tile = shape.tiles.get(item.i);
      const svg = tile ? await tileDrawing(viewer, item, tile, selection, font) : '';
      tiles.push({ item, title: item.title || tile?.name || '', svg });
    }
    const name = published.config.tabs.length > 1 ? `${published.name} · ${tab.name}` : published.name;
    if (tiles.length > 0) pages.push(boardPicture(name, note, tiles, font.family));
  }
  return pages;
}

/** The files that a viewer gets of a document. Throws auth.noPermission for whoever may not take copies, rule.broken where nothing can be made. */
export async function filesFor(viewer: Viewer, wanted: readonly Attachment[], selection: ViewSelection): Promise<MailFile[]> {
  if (wanted.length === 0) return [];
  const { document, ctx, user } = viewer;
  if (!holds(user, `visual:${document.entity}:export`))
    throw new AppError('auth.noPermission', `${user.nickname}没有导出权限，没有附上文件`);
  const name = `${document.published.name}_${wallDay(ctx.now)}`.replaceAll(/[\\/:*?"<>|]/g, '_');
  const files: MailFile[] = [];
  const drawn = wanted.filter((kind) => kind !== 'xlsx');
  if (drawn.length > 0 && document.entity === 'board') {
    const font = await chineseFont(ctx.app);
    const pages = await tabsOf({ ...viewer, document }, selection, font);
    if (drawn.includes('png'))
      for (const [n, page] of pages.entries())
        files.push({ filename: `${name}${pages.length > 1 ? `_${n + 1}` : ''}.png`, content: await pngOf(page, font) });
    if (drawn.includes('pdf') && pages.length > 0) files.push({ filename: `${name}.pdf`, content: await pdfOf(pages, font) });
  }
  if (wanted.includes('xlsx')) {
    const { body } = await exportWorkbook(ctx, document, { filters: { ...selection.filters }, links: {}, drills: {} });
    files.push({ filename: `${name}.xlsx`, content: await buffer(body as Readable) });
  }
  return files;
}
