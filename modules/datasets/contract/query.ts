import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { Aggregate, FieldId, Format, Grain } from './field.ts';

export const Scalar = z.union([z.string().max(4000), z.number(), z.boolean(), z.null()]);
export type Scalar = z.output<typeof Scalar>;

/** `yoy`/`mom` are relative changes against the same bucket a year ago / the bucket before, `…Diff` the absolute ones, `cum` runs over the first dimension. */
export const Modifier = z.enum(['none', 'yoy', 'mom', 'yoyDiff', 'momDiff', 'yoyValue', 'momValue', 'cum', 'share', 'rank']);

/** A field on a shelf. `col`, `alias` and `aggregateType` are the names of the family. */
export const Slot = z.strictObject({
  col: FieldId,
  alias: z.string().max(64).nullish(),
  aggregateType: Aggregate.nullish(),
  grain: Grain.nullish(),
  modifier: Modifier.nullish(),
  format: Format.nullish(),
  /** order of this field's values; `custom` by `order` */
  sort: z.enum(['none', 'asc', 'desc', 'custom']).nullish(),
  order: z.array(Scalar).max(500).nullish(),
  /** which axis a measure is drawn on, and as what, in charts that mix */
  axis: z.enum(['left', 'right']).nullish(),
  drawAs: z.enum(['bar', 'line', 'area', 'scatter']).nullish(),
  /** colour that the builder gave the series */
  color: z.string().max(32).nullish(),
});
export type Slot = z.output<typeof Slot>;

/** A span told by the calendar of the configured time zone: `last 7 day`, `this month`, `previous year`, `toDate year`. */
export const RelativeDate = z.strictObject({
  span: z.enum(['last', 'this', 'previous', 'next', 'toDate']),
  unit: z.enum(['day', 'week', 'month', 'quarter', 'year', 'hour']),
  n: z.number().int().min(1).max(1000).default(1),
});
export type RelativeDate = z.output<typeof RelativeDate>;

/** One condition on a field (or, in `having`, on a measure of the chart by its position `m0`). */
export const Condition = z.strictObject({
  col: FieldId,
  op: z.enum([
    'eq',
    'ne',
    'in',
    'nin',
    'gt',
    'gte',
    'lt',
    'lte',
    'between',
    'contains',
    'starts',
    'ends',
    'ncontains',
    'null',
    'notnull',
    'relative',
  ]),
  value: Scalar.optional(),
  values: z.array(Scalar).max(1000, '最多1000个取值').optional(),
  relative: RelativeDate.optional(),
  /** condition on an aggregate, in `having` only */
  aggregateType: Aggregate.nullish(),
});
export type Condition = z.output<typeof Condition>;

export type FilterTree = { all: FilterNode[] } | { any: FilterNode[] };
export type FilterNode = Condition | FilterTree;
/** Conditions joined by all / any, nested at most six deep, 50 in all (checked by the engine). */
export const FilterNode: z.ZodType<FilterNode> = z.lazy(() =>
  z.union([Condition, z.strictObject({ all: z.array(FilterNode).max(50) }), z.strictObject({ any: z.array(FilterNode).max(50) })]),
);

/** A key of the result: `d0 …` dimensions in the order rows then columns, `m0 …` measures. */
export const ResultKey = z.string().regex(/^[dm]\d{1,2}$/);

export const TopN = z.strictObject({
  n: z.number().int().min(1).max(1000),
  /** measure that ranks */
  by: ResultKey,
  /** dimension whose values are kept */
  of: ResultKey.default('d0'),
  /** sums the rest up under 其他 */
  others: z.boolean().default(true),
  bottom: z.boolean().default(false),
});

/** What a chart asks of a data set; compiled per dialect by core/query. */
export const ChartQuery = z.strictObject({
  dataSetId: Id,
  rows: z.array(Slot).max(12).default([]),
  columns: z.array(Slot).max(12).default([]),
  measures: z.array(Slot).max(24).default([]),
  filters: z.array(FilterNode).max(50, '最多50个筛选条件').default([]),
  having: z.array(FilterNode).max(20).default([]),
  sort: z
    .array(z.strictObject({ by: ResultKey, dir: z.enum(['asc', 'desc']) }))
    .max(8)
    .default([]),
  topN: TopN.nullish(),
  limit: z.number().int().min(1).max(100_000).default(1000),
  /** buckets of time without rows: left out, shown as 0 or as gaps */
  fill: z.enum(['none', 'zero', 'null']).default('none'),
  /** rows as they are, without grouping (detail tables) */
  isDetail: z.boolean().default(false),
  /** sub-totals and totals of pivots: rows with null dimensions and their level in `totals` */
  totals: z.boolean().default(false),
  /** the total of everything that is asked, whatever the limit, as one more row: right for averages and different values, too */
  grandTotal: z.boolean().optional(),
  /** shares are taken of everything that is asked, however much of it is shown: a cut answer brings it along (`cut.whole`) */
  share: z.boolean().optional(),
  params: z.record(z.string().max(40), z.union([Scalar, z.array(Scalar).max(1000)])).default({}),
});
export type ChartQuery = z.output<typeof ChartQuery>;

/** One column of an answer. */
export const ResultColumn = z.object({
  /** `d0`, `m0` …; `col0` … of detail rows */
  key: z.string(),
  /** field of the data set */
  col: z.string(),
  /** what people read */
  name: z.string(),
  role: z.enum(['dimension', 'measure']),
  /** shelf that it came from */
  shelf: z.enum(['rows', 'columns', 'measures']),
  type: z.enum(['string', 'number', 'date', 'datetime', 'bool']),
  grain: Grain.nullish(),
  modifier: Modifier.nullish(),
  format: Format.nullish(),
  masked: z.boolean().optional(),
});
export type ResultColumn = z.output<typeof ResultColumn>;

/** What an answer leaves out. */
export const Cut = z.object({
  /** `limit` = there are more than were asked for, `top` = the author chose the first (or last) of a ranking */
  kind: z.enum(['limit', 'top']),
  shown: z.number().int(),
  /** how many there are, null when nobody could count them in time */
  total: z.number().int().nullable(),
  /** what is left out of a ranking is added up as 其他 */
  hasOthers: z.boolean(),
  bottom: z.boolean(),
  /** measures over everything that was asked, by their place; null = not known, or no sum of its parts */
  whole: z.array(Scalar).optional(),
});
export type Cut = z.output<typeof Cut>;

/**
 * The answer to a query. Numbers come as numbers (decimals beyond 2^53 as text), times of a grain as the first moment of the bucket
 * (`2026-03-01`), codes of a dictionary as labels. `rows` follow the order of `columns`.
 */
export const ChartData = z.object({
  columns: z.array(ResultColumn),
  rows: z.array(z.array(Scalar)),
  /** level of each row when totals were asked: 0 = detail, n = number of dimensions that are summed up */
  totals: z.array(z.number()).optional(),
  /** more rows exist than were asked for */
  truncated: z.boolean(),
  cut: Cut.optional(),
  /** when the source answered */
  queriedAt: z.string(),
  ms: z.number(),
  cache: z.enum(['miss', 'hit', 'stale', 'off']),
  /** true when the answer is older than it should be because the source failed */
  isLastGood: z.boolean().optional(),
  /** groups made of fewer rows are not in it */
  minGroup: z.number().optional(),
  /** spans that relative dates stood for, for the chips: `2026-10-24 至 2026-11-22` */
  spans: z.array(z.object({ col: z.string(), from: z.string(), to: z.string() })).optional(),
});
export type ChartData = z.output<typeof ChartData>;
