import * as z from 'zod';
import { CachePolicy } from '#modules/datasets/contract/cache-policy.ts';
import { CHART_TYPE_KEYS } from './chart-types.ts';
import { FieldId, Key } from '#modules/datasets/contract/field.ts';
import { ChartQuery, FilterNode, ResultKey, Scalar, Slot } from '#modules/datasets/contract/query.ts';

/** A line or band across a chart. */
export const RefLine = z.strictObject({
  id: Key,
  kind: z.enum(['constant', 'average', 'max', 'min', 'median', 'measure', 'band']),
  measure: ResultKey.nullish(),
  value: z.number().nullish(),
  /** upper end of a band */
  to: z.number().nullish(),
  label: z.string().max(40).nullish(),
  color: z.string().max(32).nullish(),
  dashed: z.boolean().default(true),
});
export type RefLine = z.output<typeof RefLine>;
/** Marks values: one model for tables, pivots, figures, maps and bars. */
export const CondRule = z.strictObject({
  id: Key,
  /** measure or dimension that is looked at */
  on: ResultKey,
  op: z.enum(['gt', 'gte', 'lt', 'lte', 'eq', 'ne', 'between', 'contains', 'empty', 'top', 'bottom', 'scale', 'bar', 'icon']),
  value: Scalar.optional(),
  to: Scalar.optional(),
  color: z.string().max(32).nullish(),
  background: z.string().max(32).nullish(),
  /** `arrow`, `flag`, `light` … of op `icon` */
  icon: z.string().max(20).nullish(),
  wholeRow: z.boolean().default(false),
});
export type CondRule = z.output<typeof CondRule>;

const Text = z.strictObject({
  show: z.boolean().default(true),
  text: z.string().max(100).default(''),
  subtext: z.string().max(200).default(''),
  left: z.string().max(16).nullish(),
  leftVal: z.number().nullish(),
  top: z.string().max(16).nullish(),
  topVal: z.number().nullish(),
  textStyle: z
    .object({ fontSize: z.number().min(8).max(96).nullish(), color: z.string().max(32).nullish() })
    .partial()
    .nullish(),
  subtextStyle: z
    .object({ fontSize: z.number().min(8).max(96).nullish(), color: z.string().max(32).nullish() })
    .partial()
    .nullish(),
});

/** How a chart looks; every type takes what it understands and leaves the rest. */
export const ChartOptions = z.looseObject({
  title: Text.partial().nullish(),
  legend: z
    .object({
      show: z.boolean().nullish(),
      type: z.enum(['plain', 'scroll']).nullish(),
      position: z.enum(['top', 'right', 'bottom', 'left']).nullish(),
      left: z.string().max(16).nullish(),
      leftVal: z.number().nullish(),
      top: z.string().max(16).nullish(),
      topVal: z.number().nullish(),
      orient: z.enum(['horizontal', 'vertical']).nullish(),
    })
    .nullish(),
  /** values beside the marks */
  label: z
    .object({
      show: z.boolean(),
      position: z.string().max(20).nullish(),
      fontSize: z.number().min(8).max(48).nullish(),
      content: z.enum(['value', 'name', 'percent', 'nameValue', 'namePercent']).nullish(),
    })
    .partial()
    .nullish(),
  xAxis: z
    .object({
      show: z.boolean(),
      name: z.string().max(32),
      rotate: z.number().min(-90).max(90),
      interval: z.number().int().min(0).nullish(),
    })
    .partial()
    .nullish(),
  yAxis: z
    .object({
      show: z.boolean(),
      name: z.string().max(32),
      min: z.number().nullish(),
      max: z.number().nullish(),
      log: z.boolean(),
      splitLine: z.boolean(),
    })
    .partial()
    .nullish(),
  yAxis2: z
    .object({ show: z.boolean(), name: z.string().max(32), min: z.number().nullish(), max: z.number().nullish() })
    .partial()
    .nullish(),
  colors: z.array(z.string().max(32)).max(24).nullish(),
  smooth: z.boolean().nullish(),
  symbol: z.boolean().nullish(),
  barWidth: z.number().min(1).max(100).nullish(),
  radius: z.number().min(0).max(50).nullish(),
  dataZoom: z.boolean().nullish(),
  /** ends of gauges, progress and liquids */
  min: z.number().nullish(),
  max: z.number().nullish(),
  /** grades of gauges: value up to which a colour holds */
  grades: z
    .array(z.object({ to: z.number(), color: z.string().max(32), label: z.string().max(16).nullish() }))
    .max(10)
    .nullish(),
  /** tables: frozen columns, row numbers, height of rows, stripes, page size, wrap, totals row */
  table: z
    .object({
      frozen: z.number().int().min(0).max(8),
      rowNumber: z.boolean(),
      rowHeight: z.number().min(20).max(80),
      stripe: z.boolean(),
      pageSize: z.number().int().min(0).max(500),
      totals: z.boolean(),
      merge: z.boolean(),
    })
    .partial()
    .nullish(),
  /** maps: adcode of the area shown, whether it may be drilled, labels, 3-D edge, the inset */
  map: z
    .object({
      area: z.string().regex(/^\d{6}$/),
      drill: z.boolean(),
      label: z.boolean(),
      edge: z.boolean(),
      inset: z.boolean(),
      hub: z.string().max(32).nullish(),
      ramp: z.array(z.string().max(32)).max(9).nullish(),
      steps: z.number().int().min(2).max(9).nullish(),
    })
    .partial()
    .nullish(),
  /** continues the first measure along time by so many buckets; `open` = the last bucket is not over yet */
  forecast: z.object({ ahead: z.number().int().min(0).max(24).nullish(), open: z.boolean().nullish() }).nullish(),
  /** the bucket of time that is not over yet is marked, unless false */
  unfinished: z.boolean().nullish(),
  /** true = no animation */
  still: z.boolean().nullish(),
});
export type ChartOptions = z.output<typeof ChartOptions>;

/** A chart as it is stored: the query of the family's shelves plus how it is drawn. Text of `chartConfig`. */
export const ChartConfig = ChartQuery.extend({
  v: z.literal(1).default(1),
  chartType: z.enum(CHART_TYPE_KEYS),
  seriesType: z.string().max(40).nullish(),
  options: ChartOptions.default({}),
  /** name of a theme (core/look/themes), `default` follows the page */
  theme: z.string().max(40).default('default'),
  /** fields that a click goes down along, from the field on the first shelf */
  drill: z.array(FieldId).max(8).default([]),
  rules: z.array(CondRule).max(50).default([]),
  refs: z.array(RefLine).max(20).default([]),
  /** seconds between refreshes, 0 = only with the page */
  refreshSec: z.number().int().min(0).max(86_400).default(0),
  /** filters that stay off the query until the builder switches them on */
  idleFilters: z.array(FilterNode).max(50).default([]),
  /** fields that the present type has no place for */
  parked: z.strictObject({ rows: z.array(Slot).max(12), columns: z.array(Slot).max(12), measures: z.array(Slot).max(24) }).nullish(),
  /** how long its answers are kept; nothing = as the board or screen, else the data set */
  cache: CachePolicy.nullish(),
});
export type ChartConfig = z.output<typeof ChartConfig>;
