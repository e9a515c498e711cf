import { textWidth } from '#kit/core/chart/cell-label.ts';
import { chartType } from '../../contract/chart-types.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData, ResultColumn, Scalar, Slot } from '#modules/datasets/contract/query.ts';
import { asNumber, formatValue, shortNumber, type Written } from '../look/format.ts';
import { isRatioName, RATIO_FORMAT } from '#modules/datasets/core/index.ts';

export { textWidth };

/** A value that was clicked: the field and what it held, not what was written. */
export interface Clicked {
  readonly col: string;
  readonly value: Scalar;
}

/** One column of the answer with what the builder said about it. */
export interface Part extends Written {
  /** place in the rows of the answer */
  readonly at: number;
  readonly key: string;
  readonly col: string;
  readonly name: string;
  readonly slot: Slot | null;
}

/** An answer, sorted by shelves. */
export interface Model {
  readonly config: ChartConfig;
  readonly variant: string;
  readonly rowDims: readonly Part[];
  readonly colDims: readonly Part[];
  readonly measures: readonly Part[];
  /** without totals */
  readonly rows: readonly (readonly Scalar[])[];
}

const partOf = (column: ResultColumn, at: number, slot: Slot | undefined): Part => ({
  at,
  key: column.key,
  col: column.col,
  name: slot?.alias || column.name,
  type: column.type,
  grain: column.grain ?? slot?.grain,
  format: slot?.format ?? column.format,
  modifier: column.modifier ?? slot?.modifier,
  slot: slot ?? null,
});

const COUNTS = new Set(['count', 'countd', 'sum']);
/** A figure that is a part of a whole by its name and by all its values is written in percent unless somebody said how: 利润率 0.0035 is 0.35 %. */
function withRatio(part: Part, rows: readonly (readonly Scalar[])[]): Part {
  const { format, modifier, slot } = part;
  const isWritten = format && (format.kind !== 'auto' || format.unit || format.digits != null || format.scale !== 'none');
  if (part.type !== 'number' || isWritten || (modifier && modifier !== 'none') || COUNTS.has(slot?.aggregateType ?? '')) return part;
  if (!isRatioName(part.name, part.col)) return part;
  const isPart = rows.every((row) => Math.abs(asNumber(row[part.at]) ?? 0) <= 1);
  return isPart && rows.length > 0 ? { ...part, format: RATIO_FORMAT } : part;
}

/** The rest of a ranking, as the engine names it. */
const OTHERS = '其他';
/** Joins an answer with the shelves that asked for it. Columns that the answer lacks are left out, never invented. */
export function modelOf(config: ChartConfig, data: ChartData): Model {
  const shelves: Record<ResultColumn['shelf'], Part[]> = { rows: [], columns: [], measures: [] };
  const { totals } = data;
  const rows = totals ? data.rows.filter((_, i) => (totals[i] ?? 0) === 0) : data.rows;
  data.columns.forEach((column, at) => {
    const shelf = shelves[column.shelf];
    shelf.push(withRatio(partOf(column, at, config[column.shelf][shelf.length]), rows));
  });
  const type = chartType(config.chartType);
  const variants = type.variants.map(([key]) => key);
  return {
    config,
    variant: config.seriesType && variants.includes(config.seriesType) ? config.seriesType : (variants[0] ?? ''),
    rowDims: shelves.rows,
    colDims: shelves.columns,
    measures: shelves.measures,
    rows,
  };
}

export const numberAt = (row: readonly Scalar[] | undefined, part: Part): number | null => (row ? asNumber(row[part.at]) : null);
export const textAt = (row: readonly Scalar[] | undefined, part: Part): string => formatValue(row?.[part.at], part);
/** A figure of a measure in full. */
export const figure = (value: number | null, part: Part | undefined): string =>
  formatValue(value, { type: 'number', format: part?.format, modifier: part?.modifier });
/** A figure of a measure where there is little room. */
export const shortFigure = (value: number | null, part: Part | undefined): string => shortNumber(value, part?.format, part?.modifier);

/** Names of a row over several dimensions. */
export const SEPARATOR = ' · ';

export interface Category {
  readonly label: string;
  readonly values: readonly Scalar[];
}
export interface CrossSeries {
  /** stays the same from refresh to refresh */
  readonly id: string;
  readonly name: string;
  readonly measure: Part;
  /** place of the measure among the measures */
  readonly measureAt: number;
  /** values of the columns shelf */
  readonly values: readonly Scalar[];
  readonly data: (number | null)[];
}
/** Rows by columns: what charts with axes draw. */
export interface Cross {
  readonly categories: Category[];
  readonly series: CrossSeries[];
}

const keyOf = (row: readonly Scalar[], dims: readonly Part[]): string =>
  dims.length === 1 ? `${typeof row[dims[0]!.at]}|${String(row[dims[0]!.at])}` : JSON.stringify(dims.map((dim) => row[dim.at]));
const valuesOf = (row: readonly Scalar[], dims: readonly Part[]): Scalar[] => dims.map((dim) => row[dim.at] ?? null);
const labelOf = (row: readonly Scalar[], dims: readonly Part[]): string => dims.map((dim) => textAt(row, dim)).join(SEPARATOR);

/** Categories from the row dimensions, series from the column dimensions and the measures, in the order of the answer. */
export function crossOf(model: Model): Cross {
  const { rowDims, colDims, measures, rows } = model;
  if (colDims.length === 0) {
    // grouped by the row dimensions alone: every row is a category of its own
    return {
      categories: rows.map((row) => ({ label: rowDims.length ? labelOf(row, rowDims) : '合计', values: valuesOf(row, rowDims) })),
      series: measures.map((measure, measureAt) => ({
        id: measure.key,
        name: measure.name,
        measure,
        measureAt,
        values: [],
        data: rows.map((row) => numberAt(row, measure)),
      })),
    };
  }
  const places = new Map<string, number>();
  const categories: Category[] = [];
  const groups = new Map<string, { name: string; values: Scalar[]; rows: [at: number, row: readonly Scalar[]][] }>();
  for (const row of rows) {
    const key = keyOf(row, rowDims);
    let at = places.get(key);
    if (at === undefined) {
      at = categories.length;
      places.set(key, at);
      categories.push({ label: rowDims.length ? labelOf(row, rowDims) : '合计', values: valuesOf(row, rowDims) });
    }
    const group = keyOf(row, colDims);
    const entry = groups.get(group);
    if (entry) entry.rows.push([at, row]);
    else groups.set(group, { name: labelOf(row, colDims), values: valuesOf(row, colDims), rows: [[at, row]] });
  }
  // a dimension with an order of its own keeps it among the series, however the answer is sorted
  const own = colDims.length === 1 && colDims[0]!.slot?.sort === 'custom' ? colDims[0]!.slot.order : null;
  const placeOf = (value: Scalar | undefined) => {
    const at = own?.indexOf(value ?? null) ?? -1;
    return at < 0 ? Infinity : at;
  };
  const listed = own ? [...groups].toSorted(([, a], [, b]) => Math.sign(placeOf(a.values[0]) - placeOf(b.values[0])) || 0) : [...groups];
  const series = listed.flatMap(([key, group]) =>
    measures.map((measure, measureAt) => {
      const data = Array.from<number | null>({ length: categories.length }).fill(null);
      for (const [at, row] of group.rows) {
        const value = numberAt(row, measure);
        if (value !== null) data[at] = (data[at] ?? 0) + value;
      }
      const name = measures.length > 1 ? `${group.name}${SEPARATOR}${measure.name}` : group.name;
      return { id: `${measure.key}|${key}`, name, measure, measureAt, values: group.values, data };
    }),
  );
  return { categories, series };
}

/** The clicked values of a category, and of a series when one was hit. */
export function clickedOf(model: Model, category: Category | undefined, series?: Pick<CrossSeries, 'values'>): Clicked[] {
  const from = (dims: readonly Part[], values: readonly Scalar[] | undefined): Clicked[] =>
    values?.length ? dims.map((dim, i) => ({ col: dim.col, value: values[i] ?? null })) : [];
  const clicked = [...from(model.rowDims, category?.values), ...from(model.colDims, series?.values)];
  // what stands for the rest of a ranking is no value of the field
  const { topN } = model.config;
  const ranked = topN?.others ? [...model.rowDims, ...model.colDims].find(({ key }) => key === topN.of)?.col : undefined;
  return clicked.some(({ col, value }) => col === ranked && value === OTHERS) ? [] : clicked;
}

/** Says of each mark whether it belongs to what was clicked; null when nothing was. */
export type Chosen = ((values: readonly Clicked[]) => boolean) | null;
/** A mark is chosen when it agrees with every clicked value whose field it has; without any such field it is not. */
export function chosenBy(selected: readonly Clicked[] | null | undefined): Chosen {
  if (!selected?.length) return null;
  return (values) => {
    const known = selected.filter(({ col }) => values.some((one) => one.col === col));
    return known.length > 0 && known.every(({ col, value }) => values.some((one) => one.col === col && one.value === value));
  };
}

/** Least and most of some figures without the gaps; null when there are none. */
export function extent(values: Iterable<number | null>): [min: number, max: number] | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? [min, max] : null;
}

/** A text cut to a number of full-width characters, with an ellipsis. */
export function cut(text: string, most: number): string {
  if (textWidth(text, 1) <= most) return text;
  let width = 0;
  let kept = '';
  for (const char of text) {
    width += textWidth(char, 1);
    if (width > most - 1) break;
    kept += char;
  }
  return `${kept}…`;
}
