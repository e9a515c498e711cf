import type { ChartTypeKey } from '../../contract/chart-types.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import { modelOf, type Model, type Part } from './model.ts';

/** Series of bars and lines: nobody tells more colours apart. */
export const MAX_SERIES = 60;
/** Boxes, rings and branches of a hierarchy. */
export const MAX_NODES = 4000;
/** Categories around a centre. */
export const MAX_SPOKES = 60;
/** Axes of a radar. */
export const MAX_AXES = 24;
/** Groups of dots. */
export const MAX_DOT_GROUPS = 30;
/** Bands of a sankey. */
export const MAX_BANDS = 600;
/** Names of a graph. */
export const MAX_NAMES = 400;
/** Years of a calendar. */
export const MAX_YEARS = 3;
/** Stages of a funnel. */
export const MAX_STAGES = 20;
/** Words of a cloud: more of them are too small to read. */
export const MAX_WORDS = 200;

type Rows = Model['rows'];
function different(rows: Rows, parts: readonly Part[], read: (value: Scalar) => Scalar = (value) => value): number {
  const [first, ...more] = parts;
  if (!first) return rows.length > 0 ? 1 : 0;
  // values of one field are told apart as they are: texts are made only of several
  if (more.length === 0) return new Set(rows.map((row) => read(row[first.at] ?? null))).size;
  return new Set(rows.map((row) => JSON.stringify(parts.map(({ at }) => read(row[at] ?? null))))).size;
}

/** Branches of the tree that rows make, each counted where it begins. */
const branches = ({ rows, rowDims }: Model): number =>
  rowDims.reduce((sum, _, depth) => sum + different(rows, rowDims.slice(0, depth + 1)), 0);
const bands = ({ rows, rowDims }: Model): number =>
  rowDims.slice(1).reduce((sum, dim, at) => sum + different(rows, [rowDims[at]!, dim]), 0);
const names = ({ rows, rowDims }: Model): number =>
  new Set(rows.flatMap((row) => rowDims.slice(0, 2).map(({ at }) => String(row[at] ?? '')))).size;

interface Limit {
  readonly most: number;
  readonly what: string;
  readonly count: (model: Model) => number;
  /** marks that a row can make at most: fewer rows need no counting */
  readonly each?: (model: Model) => number;
}
const series: Limit = {
  most: MAX_SERIES,
  what: '个系列',
  count: (model) => (model.colDims.length > 0 ? different(model.rows, model.colDims) * model.measures.length : model.measures.length),
  each: ({ measures }) => measures.length,
};
const nodes: Limit = { most: MAX_NODES, what: '项', count: branches, each: ({ rowDims }) => rowDims.length };
const LIMITS: Partial<Record<ChartTypeKey, Limit>> = {
  bar: series,
  line: series,
  dual: series,
  treemap: nodes,
  sunburst: nodes,
  tree: nodes,
  polar: { most: MAX_SPOKES, what: '项', count: ({ rows, rowDims }) => different(rows, rowDims) },
  radar: { most: MAX_AXES, what: '项', count: ({ rows, rowDims }) => different(rows, rowDims) },
  scatter: { most: MAX_DOT_GROUPS, what: '组', count: ({ rows, colDims }) => different(rows, colDims) },
  sankey: { most: MAX_BANDS, what: '条流向', count: bands, each: ({ rowDims }) => rowDims.length },
  graph: { most: MAX_NAMES, what: '个节点', count: names, each: () => 2 },
  calendar: {
    most: MAX_YEARS,
    what: '年',
    count: ({ rows, rowDims }) => different(rows, rowDims.slice(0, 1), (value) => String(value).slice(0, 4)),
  },
  funnel: { most: MAX_STAGES, what: '项', count: ({ rows, rowDims }) => (rowDims.length > 0 ? rows.length : 0) },
  wordCloud: { most: MAX_WORDS, what: '项', count: ({ rows }) => rows.length },
};
const LAST: ReadonlySet<ChartTypeKey> = new Set(['calendar']);

/** What the drawing of a type leaves out of its answer, in a sentence; null when everything is drawn. */
export function limitText(config: ChartConfig, data: ChartData): string | null {
  const limit = LIMITS[config.chartType];
  if (!limit) return null;
  const model = modelOf(config, data);
  const { most, what, count, each = () => 1 } = limit;
  if (model.rows.length * each(model) <= most) return null;
  const all = count(model);
  return all > most
    ? `只画出${LAST.has(config.chartType) ? '最近' : '前'} ${most} ${what}，共 ${all.toLocaleString('en-US')} ${what}`
    : null;
}
