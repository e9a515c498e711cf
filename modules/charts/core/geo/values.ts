import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import { numberAt, type Clicked, type Model, type Part } from '../option/model.ts';
import { NATION, provinceOf } from './areas.ts';
import type { GeoMap } from './geo-map.ts';
import { areaOn, resolveArea } from './resolve.ts';

/** What the answer says of one area. */
export interface AreaValue {
  readonly adcode: string;
  /** one per measure */
  readonly figures: readonly (number | null)[];
  /** what a click on it means */
  readonly clicked: readonly Clicked[];
}
export interface Joined {
  readonly values: ReadonlyMap<string, AreaValue>;
  /** values that mean no area, or one that this map does not show; told to the builder, never dropped in silence */
  readonly unknown: readonly string[];
  /** areas that several rows fell into although their figures (averages, shares) cannot be added */
  readonly mixed: readonly string[];
}

/** How figures of several rows come together in one area. */
function mergeOf({ slot }: Part): ((a: number, b: number) => number) | null {
  if (slot?.modifier && slot.modifier !== 'none') return null;
  const how = slot?.aggregateType ?? 'sum';
  if (how === 'sum' || how === 'count') return (a, b) => a + b;
  if (how === 'min') return Math.min;
  if (how === 'max') return Math.max;
  return null;
}

/**
 * The area that a map of this answer shows: the one of the settings; the province that was opened; or, when all values are cities of one
 * province (the chart was drilled by the server, or filtered), that province.
 */
export function areaShown(config: ChartConfig, data: ChartData | null, opened?: string | null): string {
  const base = config.options.map?.area ?? NATION;
  if (opened) return opened;
  if (base !== NATION || !data || config.chartType === 'flowMap') return base;
  const at = data.columns.findIndex(({ shelf }) => shelf === 'rows');
  const codes = data.rows.map((row) => resolveArea(row[at]));
  if (codes.length === 0 || codes.some((code) => code === null || code.endsWith('0000'))) return base;
  const provinces = new Set(codes.map((code) => provinceOf(code!)));
  return provinces.size === 1 ? [...provinces][0]! : base;
}

/** The dimension whose values are areas of the map, and the rows that lie on it. */
export function rowsOn(model: Model, map: Pick<GeoMap, 'adcode'>): { dim: Part | undefined; rows: Model['rows'] } {
  const [first, second] = model.rowDims;
  if (!first || !second || map.adcode === NATION) return { dim: first, rows: model.rows };
  return { dim: second, rows: model.rows.filter((row) => resolveArea(row[first.at]) === map.adcode) };
}

/** Joins rows with areas by code. `isOpened` = the map was opened from a wider one, so that rows elsewhere are no surprise. */
export function joinAreas(model: Model, map: GeoMap, isOpened = false): Joined {
  const { dim, rows } = rowsOn(model, map);
  const { measures, rowDims } = model;
  const found = new Map<string, { figures: (number | null)[]; raw: Scalar[]; clicked: Clicked[] }>();
  const unknown = new Set<string>();
  const mixed = new Set<string>();
  for (const row of dim ? rows : []) {
    const value = row[dim!.at] ?? null;
    const adcode = areaOn(value, map);
    if (adcode === null) {
      const isElsewhere = isOpened && resolveArea(value) !== null;
      if (value !== null && value !== '' && !isElsewhere) unknown.add(String(value));
      continue;
    }
    const figures = measures.map((part) => numberAt(row, part));
    const known = found.get(adcode);
    if (!known) {
      const dims = rowDims.slice(0, rowDims.indexOf(dim!) + 1);
      found.set(adcode, { figures, raw: [value], clicked: dims.map((one) => ({ col: one.col, value: row[one.at] ?? null })) });
      continue;
    }
    if (!known.raw.includes(value)) known.raw.push(value);
    measures.forEach((part, i) => {
      const [a, b] = [known.figures[i] ?? null, figures[i] ?? null];
      const merge = mergeOf(part);
      if (merge) known.figures[i] = a === null ? b : b === null ? a : merge(a, b);
      else {
        known.figures[i] = null;
        mixed.add(map.areas.get(adcode)?.short ?? adcode);
      }
    });
  }
  return {
    values: new Map([...found].map(([adcode, { figures, clicked }]) => [adcode, { adcode, figures, clicked }])),
    unknown: [...unknown],
    mixed: [...mixed],
  };
}

/** What to tell about values that are not on the map; empty when all are. */
export function notesOf({ unknown, mixed }: Pick<Joined, 'unknown' | 'mixed'>): string[] {
  const some = (names: readonly string[]) => names.slice(0, 10).join('、') + (names.length > 10 ? ` 等${names.length}项` : '');
  return [
    ...(unknown.length > 0 ? [`未能在地图上定位：${some(unknown)}`] : []),
    ...(mixed.length > 0 ? [`同一区域有多行，平均值、占比等不能相加：${some(mixed)}`] : []),
  ];
}

/** Provinces of which the answer holds cities: those that a click can open. */
export function provincesWithCities(model: Model): Set<string> {
  const [first, second] = model.rowDims;
  const found = new Set<string>();
  for (const row of model.rows) {
    const province = second && first ? resolveArea(row[first.at]) : null;
    const code = resolveArea(row[(second ?? first)?.at ?? -1], province ? provinceOf(province) : NATION);
    if (code && !code.endsWith('0000')) found.add(provinceOf(code));
  }
  return found;
}
