import { wallClock } from '#kit/core/text/wall-clock.ts';
import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import {
  asNumber,
  cachePoliciesOf,
  numberParts,
  tileQuery,
  type NumberParts,
  type Tile,
  type ViewSelection,
} from '#modules/charts/core/index.ts';
import type { ResultColumn } from '#modules/datasets/contract/query.ts';
import type { Format } from '#modules/datasets/contract/field.ts';
import type { ViewFilter } from '#modules/charts/contract/view-filter.ts';
import { mapRefusal, setLoader, typesOf } from '#modules/charts/server/index.ts';
import { engine } from '#modules/datasets/server/index.ts';
import { ofVisibleItem } from '#modules/library/server/index.ts';
import { homeFigures as contract, type HomeFigure } from '../../contract/home-figures.ts';
import { figureOf } from '../../core/home/month-figure.ts';
import { openDocument, type OpenDocument } from '../view/document.ts';

const LOOKS = 'visual:board:preview';
/** Boards whose cards are looked at, and figures of all of them together. */
const MAX_BOARDS = 3;
const MAX_FIGURES = 5;
const MONTH = /^(\d{4}-\d{2})/;

/** Published boards that the caller may look at: those he marked, his own, and those that are looked at most. */
async function boardsOf(ctx: Ctx): Promise<string[]> {
  if (!holds(ctx.user, LOOKS)) return [];
  const { rows } = await sql<{ id: string }>`
    select visual_board.id from visual_board
      left join visual_star star on star.entity_type = 'board' and star.entity_id = visual_board.id and star.user_id = ${ctx.user.id}
      left join (select entity_id, sum(views) as views from visual_view_stat where entity_type = 'board' group by entity_id) seen
        on seen.entity_id = visual_board.id
    where visual_board.deleted_at is null and visual_board.status = '1' and visual_board.published_no is not null
      and ${ofVisibleItem(ctx, 'board', LOOKS)}
    order by star.user_id is null, visual_board.create_by = ${ctx.user.id} desc nulls last, coalesce(seen.views, 0) desc,
      visual_board.create_time, visual_board.id
    limit ${sql.lit(MAX_BOARDS)}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Filters that a board sets to a span of time: a card tells its own months, and those of the year before are what it is compared with. */
const TIMES = new Set<ViewFilter['kind']>(['date', 'dateRange', 'year', 'month']);
const everyMonth = ({ filters }: OpenDocument['shape']): ViewSelection => ({
  filters: Object.fromEntries([...filters.values()].filter(({ kind }) => TIMES.has(kind)).map(({ id }) => [id, null])),
  links: {},
  drills: {},
});

/** One number by month: the cards that can be told as a figure with its trend. */
const isMonthly = ({ chart }: Tile): boolean =>
  chart.chartType === 'kpi' && chart.rows.length === 1 && chart.rows[0]!.grain === 'month' && chart.measures.length > 0;

/** A figure in the unit in which it reads best, 亿元 for many 万元, unless its author has chosen one; thousands have no decimals. */
function told(value: number, { format, modifier }: Pick<ResultColumn, 'format' | 'modifier'>): NumberParts {
  const scale = format && format.scale !== 'none' ? format.scale : 'auto';
  const inScale: Format = { kind: 'auto', thousands: true, ...format, scale };
  const parts = numberParts(value, inScale, modifier);
  return format?.digits == null && /^-?\d+,/u.test(parts.digits) ? numberParts(value, { ...inScale, digits: 0 }, modifier) : parts;
}

async function toldBy(ctx: Ctx, open: OpenDocument, tile: Tile, load: ReturnType<typeof setLoader>): Promise<HomeFigure | null> {
  const set = await load(tile.chart.dataSetId);
  const query = mapRefusal(() => tileQuery(open.shape, tile.key, everyMonth(open.shape), typesOf(set)));
  const keep = cachePoliciesOf(open.shape, tile.key);
  const data = await engine.ask(ctx, set, query, { purpose: 'chart', priority: 'below', keep, signal: ctx.signal });
  const at = data.columns.findIndex(({ role }) => role === 'measure');
  const by = data.columns.findIndex(({ role }) => role === 'dimension');
  const column = data.columns[at];
  if (!column || column.masked || by < 0 || data.truncated) return null;
  const rows = data.rows.flatMap((row) => {
    const month = MONTH.exec(String(row[by] ?? ''))?.[1];
    const value = asNumber(row[at]);
    return month === undefined || value === null ? [] : [{ month, value }];
  });
  const isSum = tile.chart.measures[0]!.aggregateType === 'sum';
  const figure = figureOf(rows, wallClock(ctx.now), { isSum });
  if (!figure) return null;
  const { digits, unit } = told(figure.value, column);
  const { id, name } = open.published;
  const { span, change, against, trend } = figure;
  return { key: tile.key, boardId: id, boardName: name, name: tile.name, value: digits, unit, span, change, against, trend: [...trend] };
}

/** The cards of the boards that matter to the caller, read with his own rights; what he may not read is left out without a word. */
async function list(ctx: Ctx): Promise<HomeFigure[]> {
  const load = setLoader(ctx);
  const tiles: { open: OpenDocument; tile: Tile }[] = [];
  for (const id of await boardsOf(ctx)) {
    if (tiles.length >= MAX_FIGURES) break;
    const open = await openDocument(ctx, 'board', id).catch(() => null);
    for (const tile of open?.shape.tiles.values() ?? []) if (open && isMonthly(tile)) tiles.push({ open, tile });
  }
  const told = await Promise.all(
    tiles.slice(0, MAX_FIGURES).map(({ open, tile }) =>
      toldBy(ctx, open, tile, load).catch((error: unknown) => {
        ctx.signal.throwIfAborted();
        ctx.app.log.debug({ error: String(error), board: open.published.id, tile: tile.key }, 'a figure of the home page is left out');
        return null;
      }),
    ),
  );
  return told.filter((figure) => figure !== null);
}

export const homeFigureRoutes = implement(contract, { list });
