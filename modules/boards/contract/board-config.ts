import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { CachePolicy } from '#modules/datasets/contract/cache-policy.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { Key } from '#modules/datasets/contract/field.ts';
import { Action, ViewFilter } from '#modules/charts/contract/view-filter.ts';

export const BOARD_COLUMNS = 24;
/** Height of a grid row and the gap between tiles, pixels. */
export const BOARD_ROW = 30;
export const BOARD_GAP = 10;

/** A tile. The family stores `{x,y,w,h,i}` with `i` = id of the chart: such a tile has no `kind`. */
export const BoardItem = z.strictObject({
  i: Key,
  x: z.number().int().min(0).max(23),
  y: z.number().int().min(0).max(10_000),
  w: z.number().int().min(1).max(24),
  h: z.number().int().min(1).max(200),
  kind: z.enum(['chart', 'text', 'filter', 'section', 'image']).default('chart'),
  /** stored chart */
  chartId: Id.nullish(),
  /** chart of this board alone */
  chart: ChartConfig.nullish(),
  title: z.string().max(64).nullish(),
  hideTitle: z.boolean().default(false),
  /** plain text with line breaks, of a text tile (no HTML) */
  text: z.string().max(4000).nullish(),
  /** look of a text tile */
  style: z
    .object({
      fontSize: z.number().min(10).max(72),
      bold: z.boolean(),
      align: z.enum(['left', 'center', 'right']),
      color: z.string().max(32),
      background: z.string().max(32),
    })
    .partial()
    .nullish(),
  /** stored file of an image tile */
  fileName: z.string().max(200).nullish(),
  filterIds: z.array(Key).max(20).nullish(),
  collapsed: z.boolean().nullish(),
  refreshSec: z.number().int().min(0).max(86_400).nullish(),
  actions: z.array(Action).max(4).default([]),
});
export type BoardItem = z.output<typeof BoardItem>;

/** A board as it is stored: boardConfig. */
export const BoardConfig = z.strictObject({
  v: z.literal(1),
  tabs: z
    .array(z.strictObject({ id: Key, name: z.string().trim().min(1).max(32), layout: z.array(BoardItem).max(100) }))
    .min(1)
    .max(20),
  filters: z.array(ViewFilter).max(30).default([]),
  /** filters act at once, or when 查询 is pressed */
  apply: z.enum(['instant', 'button']).default('instant'),
  /** false = nothing is asked until somebody filters */
  loadOnOpen: z.boolean().default(true),
  refreshSec: z.number().int().min(0).max(86_400).default(0),
  theme: z.string().max(40).default('default'),
  palette: z.string().max(40).nullish(),
  showTitle: z.boolean().default(true),
  /** a click on a mark offers what the viewer may do anyway, or only what is set for the tile */
  clicks: z.enum(['menu', 'set']).default('menu'),
  /** how long answers are kept where a chart says nothing of its own */
  cache: CachePolicy.nullish(),
});
export type BoardConfig = z.output<typeof BoardConfig>;
