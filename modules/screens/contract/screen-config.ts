import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { CachePolicy } from '#modules/datasets/contract/cache-policy.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { CHART_TYPE_KEYS } from '#modules/charts/contract/chart-types.ts';
import { Key } from '#modules/datasets/contract/field.ts';
import { Action, ViewFilter } from '#modules/charts/contract/view-filter.ts';

/**
 * Kinds of nodes on a screen. `chart` draws any type of chart; the others that take data (see DATA_WIDGETS) read the same kind of query
 * and show it their own way. What each takes in `props` is described in core/screen/widgets.ts.
 */
export const WIDGET_TYPES = [
  'group',
  'chart',
  'header',
  'panel',
  'border',
  'decoration',
  'titleBar',
  'text',
  'time',
  'image',
  'video',
  'frame',
  'kpi',
  'flip',
  'rank',
  'scrollTable',
  'ticker',
  'timeline',
  'ring',
  'segments',
  'progress',
  'scorecard',
  'heroMap',
  'relation',
  'carousel',
  'screenTabs',
  'filter',
  'cards',
  'gantt',
  'statusGrid',
  'thumbs',
  'paceLine',
  'paceBars',
  'gapBars',
  'calloutMap',
  'riskList',
  'stageFlow',
  'pipeline',
] as const;
export type WidgetType = (typeof WIDGET_TYPES)[number];
/** Those that show the answer to a query. */
export const DATA_WIDGETS: ReadonlySet<WidgetType> = new Set<WidgetType>([
  'chart',
  'kpi',
  'flip',
  'rank',
  'scrollTable',
  'ticker',
  'timeline',
  'ring',
  'segments',
  'progress',
  'scorecard',
  'heroMap',
  'relation',
  'cards',
  'gantt',
  'statusGrid',
  'paceLine',
  'paceBars',
  'gapBars',
  'calloutMap',
  'riskList',
  'stageFlow',
  'pipeline',
]);

/** Settings of a widget: plain values, checked against the description of its type. */
export const WidgetProps = z.record(z.string().max(40), z.json());

export const ScreenNode = z.strictObject({
  id: Key,
  /** group or panel that it lies in; coordinates are of the screen all the same */
  parent: Key.nullable().default(null),
  /** order among its siblings, small = behind */
  z: z.number().int(),
  x: z.number(),
  y: z.number(),
  w: z.number().positive(),
  h: z.number().positive(),
  /** degrees clockwise */
  r: z.number().min(-360).max(360).default(0),
  /** opacity 0 … 1 */
  o: z.number().min(0).max(1).default(1),
  lock: z.boolean().default(false),
  hide: z.boolean().default(false),
  name: z.string().max(64).default(''),
  type: z.enum(WIDGET_TYPES),
  props: WidgetProps.default({}),
  /** data of this node: a stored chart, or one of its own */
  chartId: Id.nullish(),
  chart: ChartConfig.nullish(),
  /** type that a chart without data will have once it gets some */
  chartType: z.enum(CHART_TYPE_KEYS).nullish(),
  refreshSec: z.number().int().min(0).max(86_400).nullish(),
  /** how it comes in, and when (milliseconds after the start) */
  enter: z
    .strictObject({
      kind: z.enum(['none', 'fade', 'up', 'down', 'left', 'right', 'zoom', 'flip']),
      delay: z.number().min(0).max(10_000).default(0),
      ms: z.number().min(0).max(5000).default(500),
    })
    .nullish(),
  actions: z.array(Action).max(4).default([]),
});
export type ScreenNode = z.output<typeof ScreenNode>;

export const FIT_MODES = ['contain', 'cover', 'width', 'height', 'stretch', 'none'] as const;

/** A screen as it is stored: screenConfig. `nodes` is a record so that patches stay small. */
export const ScreenConfig = z.strictObject({
  v: z.literal(1),
  width: z.number().int().min(320).max(15_360).default(1920),
  height: z.number().int().min(240).max(8640).default(1080),
  fit: z.enum(FIT_MODES).default('contain'),
  background: z
    .strictObject({
      color: z.string().max(32).default('#030B1E'),
      preset: z.string().max(40).nullish(),
      fileName: z.string().max(200).nullish(),
    })
    .default({ color: '#030B1E' }),
  theme: z.string().max(40).default('ocean'),
  grid: z.number().int().min(0).max(200).default(8),
  guides: z.strictObject({ x: z.array(z.number()).max(50), y: z.array(z.number()).max(50) }).default({ x: [], y: [] }),
  nodes: z.record(Key, ScreenNode),
  filters: z.array(ViewFilter).max(30).default([]),
  refreshSec: z.number().int().min(0).max(86_400).default(60),
  /** frames per second of ambient effects */
  effects: z.enum(['60', '30', 'off']).default('30'),
  /** true = no watermark of the viewer over it (the cockpit alone) */
  noWatermark: z.boolean().default(false),
  /** a click on a mark offers what the viewer may do anyway, or only what is set for the widget, as on walls that nobody touches */
  clicks: z.enum(['menu', 'set']).default('set'),
  /** how long answers are kept where a chart says nothing of its own */
  cache: CachePolicy.nullish(),
});
export type ScreenConfig = z.output<typeof ScreenConfig>;
