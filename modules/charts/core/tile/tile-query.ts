import type { FieldType, Grain } from '#modules/datasets/contract/field.ts';
import type { ChartQuery, Condition, Scalar, Slot } from '#modules/datasets/contract/query.ts';
import type { FilterValue, ViewFilter } from '../../contract/view-filter.ts';
import { requestedBeyond } from '../chart/asked.ts';
import { bucketEnd } from './bucket.ts';
import { filterCondition, paramValue, SelectionError } from './filter-value.ts';
import { drillChain, linksOf, linkTargets, type Shape, type Tile } from './shape.ts';

interface ClickedValue {
  readonly col: string;
  readonly value: Scalar;
}
interface DrillPathStep extends ClickedValue {
  readonly to?: string;
}
/** What a viewer says about a document: chosen filters, clicks that filter others, drill-downs. */
export interface ViewSelection {
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly links: Readonly<Record<string, readonly ClickedValue[]>>;
  readonly drills: Readonly<Record<string, readonly DrillPathStep[]>>;
}
/** Type of a field of a data set, undefined when nobody knows (yet). */
export type TypeOf = (dataSetId: string, col: string) => FieldType | undefined;

const get = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(record, key) ? record[key] : undefined);
const tileOf = (shape: Shape, key: string): Tile => {
  const tile = shape.tiles.get(key);
  if (!tile) throw new SelectionError(`没有组件“${key}”，请刷新页面后重试`);
  return tile;
};

/** The fields that a click on a tile may speak of: those on its shelves and those that its drill passes. */
const clickable = (tile: Tile, path: readonly DrillPathStep[]): ReadonlySet<string> =>
  new Set([
    ...[...tile.chart.rows, ...tile.chart.columns, ...tile.chart.measures].map((slot) => slot.col),
    ...drillChain(tile),
    ...path.flatMap(({ to }) => to ?? []),
  ]);

/**
 * The field of each level down to the present one: the way that the maker of the chart set, or the field that was chosen at a step; after
 * such a step the way is left. Shorter than the path plus one where it goes on to nowhere.
 */
export function levelFields(tile: Pick<Tile, 'chart'>, path: readonly DrillPathStep[]): string[] {
  const chain = drillChain(tile);
  const first = chain[0] ?? tile.chart.rows[0]?.col ?? tile.chart.columns[0]?.col;
  const fields = first === undefined ? [] : [first];
  let isOnWay = true;
  for (const [level, { to }] of path.entries()) {
    isOnWay &&= to === undefined;
    const next = to ?? (isOnWay ? chain[level + 1] : undefined);
    if (next === undefined || fields.length === 0) break;
    fields.push(next);
  }
  return fields;
}

const FINER: Partial<Record<Grain, Grain>> = { year: 'month', quarter: 'month', month: 'day', week: 'day', day: 'hour', hour: 'minute' };

/** The slot of a level of a drill: the field of that level; the same time field again in finer steps. */
function levelSlot(slot: Slot, chain: readonly string[], level: number): Slot {
  let grain = slot.grain ?? null;
  for (let at = 1; at <= level; at++) grain = chain[at] === chain[at - 1] ? grain && (FINER[grain] ?? grain) : null;
  if (level === 0) return slot;
  const { axis, drawAs, color } = slot;
  return { col: chain[level]!, ...(grain && { grain }), axis, drawAs, color, sort: slot.sort === 'custom' ? 'none' : slot.sort };
}

/** The condition that a clicked value stands for: a bucket of time is the span that it covers. */
export function clickCondition(col: string, value: Scalar, grain: Grain | null | undefined): Condition {
  if (value === null) return { col, op: 'null' };
  const end = grain && typeof value === 'string' ? bucketEnd(value, grain) : null;
  return end ? { col, op: 'between', values: [value, end] } : { col, op: 'eq', value };
}

const grainOf = (tile: Tile, col: string): Grain | null | undefined =>
  [...tile.chart.rows, ...tile.chart.columns].find((slot) => slot.col === col)?.grain;

/** A field that a viewer chose to go down along has no step of time of its own. */
const freeGrain = (type: FieldType | undefined): Grain | null => (type === 'date' || type === 'datetime' ? 'month' : null);

function drilled(
  tile: Tile,
  path: readonly DrillPathStep[],
  typeOf: TypeOf,
): { query: Pick<ChartQuery, 'rows' | 'columns'>; conditions: Condition[] } {
  const { rows, columns } = tile.chart;
  if (path.length === 0) return { query: { rows, columns }, conditions: [] };
  const fields = levelFields(tile, path);
  if (fields.length <= path.length) throw new SelectionError('该图表不能继续下钻');
  const shelf = rows.length > 0 ? rows : columns;
  const slotAt = (level: number): Slot => {
    const slot = levelSlot(shelf[0]!, fields, level);
    const grain = level > 0 && path[level - 1]!.to !== undefined ? freeGrain(typeOf(tile.chart.dataSetId, slot.col)) : null;
    return grain ? { ...slot, grain } : slot;
  };
  const conditions = path.map(({ col, value }, level) => {
    if (col !== fields[level]) throw new SelectionError(`下钻字段“${col}”不在该图表的下钻层级中`);
    return clickCondition(col, value, slotAt(level).grain);
  });
  const replaced = [slotAt(path.length), ...shelf.slice(1).filter((slot) => slot.col !== fields[path.length])];
  return { query: rows.length > 0 ? { rows: replaced, columns } : { rows, columns: replaced }, conditions };
}

const actsOn = (items: readonly string[] | null | undefined, key: string): boolean => !items || items.includes(key);

/** Conditions and parameters that the filters of the document put on one tile. */
function filtered(shape: Shape, tile: Tile, chosen: ViewSelection['filters'], typeOf: TypeOf) {
  const conditions: Condition[] = [];
  const params: ChartQuery['params'] = {};
  const { dataSetId } = tile.chart;
  for (const filter of shape.filters.values()) {
    const value = get(chosen, filter.id);
    if (value === undefined) continue;
    for (const target of filter.targets) {
      if (target.dataSetId !== dataSetId || !actsOn(target.items, tile.key)) continue;
      if ('param' in target) {
        const given = paramValue(filter, value);
        if (given !== undefined) params[target.param] = given;
      } else {
        const condition = filterCondition(filter, value, target.col, typeOf(dataSetId, target.col));
        if (condition) conditions.push(condition);
      }
    }
  }
  return { conditions, params };
}

function linked(shape: Shape, tile: Tile, links: ViewSelection['links']): Condition[] {
  return Object.entries(links).flatMap(([from, values]) => {
    const source = tileOf(shape, from);
    return linksOf(source, shape.clicks).flatMap((action) => {
      const cols = values.map(({ col }) => col);
      return linkTargets(action, source, tile, cols).flatMap(({ col, target }) => {
        const clicked = values.find((value) => value.col === col);
        return clicked ? [clickCondition(target, clicked.value, grainOf(source, col))] : [];
      });
    });
  });
}

/** Refuses whatever the document does not know. Throws a SelectionError with a sentence. */
export function checkSelection(shape: Shape, selection: ViewSelection): void {
  for (const [id, value] of Object.entries(selection.filters)) {
    const filter = shape.filters.get(id);
    if (!filter) throw new SelectionError(`没有筛选器“${id}”，请刷新页面后重试`);
    filterCondition(filter, value, '', undefined);
  }
  for (const [key, values] of Object.entries(selection.links)) {
    const tile = tileOf(shape, key);
    if (linksOf(tile, shape.clicks).length === 0) throw new SelectionError('该组件没有设置联动');
    const known = clickable(tile, get(selection.drills, key) ?? []);
    for (const { col } of values) if (!known.has(col)) throw new SelectionError(`字段“${col}”不在该组件中`);
  }
  for (const [key, path] of Object.entries(selection.drills)) {
    drilled(tileOf(shape, key), path, () => undefined);
    if (shape.clicks === 'set' && path.some(({ to }) => to !== undefined)) throw new SelectionError('该图表没有开放其他下钻字段');
  }
}

/** Data sets that a wish goes down in along fields of the viewer's own choice, with these fields. */
export const freeDrills = (shape: Shape, { drills }: Pick<ViewSelection, 'drills'>): { dataSetId: string; cols: string[] }[] =>
  Object.entries(drills).flatMap(([key, path]) => {
    const cols = path.flatMap(({ to }) => to ?? []);
    return cols.length === 0 ? [] : [{ dataSetId: tileOf(shape, key).chart.dataSetId, cols }];
  });

/** The values that count: what was chosen, else what the document says, of filters that are visible or not. */
export function chosenFilters(shape: Shape, given: ViewSelection['filters']): ViewSelection['filters'] {
  const chosen: Record<string, FilterValue> = {};
  for (const filter of shape.filters.values()) {
    const value = get(given, filter.id) ?? (Object.hasOwn(given, filter.id) ? undefined : filter.value);
    if (value !== undefined && value !== null) chosen[filter.id] = value;
  }
  return chosen;
}

/** Names of required filters that have no value: nothing is asked until they have one. */
export const missingFilters = (shape: Shape, given: ViewSelection['filters']): ViewFilter[] => {
  const chosen = chosenFilters(shape, given);
  return [...shape.filters.values()].filter(
    (filter) => filter.required && filterCondition(filter, get(chosen, filter.id) ?? null, '', undefined) === null,
  );
};

/**
 * The query of a tile: that of the published chart, with what filters, links and drills make of it. A pure function of the document and the
 * wish, so that builder and server agree. Throws a SelectionError on whatever the document does not know.
 */
export function tileQuery(shape: Shape, key: string, selection: ViewSelection, typeOf: TypeOf = () => undefined): ChartQuery {
  const tile = tileOf(shape, key);
  const { dataSetId, measures, filters, having, sort, topN, limit, fill, isDetail, totals, params } = tile.chart;
  const own = drilled(tile, get(selection.drills, key) ?? [], typeOf);
  const chosen = filtered(shape, tile, chosenFilters(shape, selection.filters), typeOf);
  return {
    dataSetId,
    measures,
    having,
    sort,
    topN,
    limit,
    fill,
    isDetail,
    totals,
    ...requestedBeyond(tile.chart),
    ...own.query,
    filters: [...filters, ...chosen.conditions, ...linked(shape, tile, selection.links), ...own.conditions],
    params: { ...params, ...chosen.params },
  };
}

/** The tiles whose query differs between two wishes: only these have to be asked again. */
export function changedTiles(shape: Shape, before: ViewSelection, after: ViewSelection): string[] {
  const text = (key: string, selection: ViewSelection): string => JSON.stringify(tileQuery(shape, key, selection));
  return [...shape.tiles.keys()].filter((key) => text(key, before) !== text(key, after));
}

/** Rows of a data point: every visible field of the data set, under the conditions of the tile and of the clicked values. */
export function detailQuery(
  shape: Shape,
  key: string,
  selection: ViewSelection,
  detail: {
    values: readonly ClickedValue[];
    fields: { dimensions: readonly string[]; measures: readonly string[] };
    limit: number;
    typeOf?: TypeOf;
  },
): ChartQuery {
  const tile = tileOf(shape, key);
  const known = clickable(tile, get(selection.drills, key) ?? []);
  const query = tileQuery(shape, key, selection, detail.typeOf);
  const level = [...query.rows, ...query.columns];
  const conditions = detail.values
    .filter(({ col }) => !query.measures.some((slot) => slot.col === col) || level.some((slot) => slot.col === col))
    .map(({ col, value }) => {
      if (!known.has(col)) throw new SelectionError(`字段“${col}”不在该组件中`);
      return clickCondition(col, value, level.find((slot) => slot.col === col)?.grain);
    });
  for (const { col } of detail.values) if (!known.has(col)) throw new SelectionError(`字段“${col}”不在该组件中`);
  return {
    dataSetId: query.dataSetId,
    rows: detail.fields.dimensions.slice(0, 12).map((col) => ({ col })),
    columns: [],
    measures: detail.fields.measures.slice(0, 24).map((col) => ({ col, aggregateType: 'none' as const })),
    filters: [...query.filters, ...conditions],
    having: [],
    sort: [],
    topN: null,
    limit: detail.limit,
    fill: 'none',
    isDetail: true,
    totals: false,
    params: query.params,
  };
}
