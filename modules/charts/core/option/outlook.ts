import { alpha } from '#kit/core/color.ts';
import { forecast, type Expected } from '../look/forecast.ts';
import { formatValue } from '../look/format.ts';
import type { Draw, Option } from './built.ts';
import { figure, type Category, type Cross, type CrossSeries } from './model.ts';

/** Values in a year, and months from one to the next. */
const GRAINS: Readonly<Record<string, { season: number; months: number }>> = {
  month: { season: 12, months: 1 },
  quarter: { season: 4, months: 3 },
  year: { season: 1, months: 12 },
};

/** What is expected of the first measure after the last value that counts. */
export interface Forecast {
  /** categories after those of the answer */
  readonly added: readonly Category[];
  /** category at which it begins */
  readonly from: number;
  readonly expected: readonly Expected[];
  readonly series: CrossSeries;
  readonly name: string;
}

const later = (day: string, months: number): string => {
  const at = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
};

/**
 * The forecast of a chart whose author asked for one: over one dimension of months, quarters or years without gaps, for the first measure.
 * With `open` the last bucket is not over yet: it is not counted, and expected as well. Null when there is nothing to say.
 */
export function outlookOf(draw: Draw, { categories, series }: Cross): Forecast | null {
  const options = draw.config.options.forecast;
  const [dim] = draw.model.rowDims;
  const [first] = series;
  const grain = GRAINS[dim?.grain ?? ''];
  if (!options?.ahead || !first || !dim || !grain || draw.model.rowDims.length !== 1 || draw.model.colDims.length > 0) return null;
  const days = categories.map(({ values }) => values[0]);
  const isEven = days.every(
    (day, i) =>
      typeof day === 'string' &&
      /^\d{4}-\d{2}-\d{2}/.test(day) &&
      (i === 0 || later(String(days[i - 1]), grain.months) === day.slice(0, 10)),
  );
  const known = options.open ? first.data.slice(0, -1) : first.data;
  if (!isEven || known.some((value) => value === null)) return null;
  const found = forecast(known as number[], { ahead: options.ahead + (options.open ? 1 : 0), season: grain.season });
  if (!found) return null;
  const last = String(days.at(-1));
  const added = Array.from({ length: options.ahead }, (_, i): Category => {
    const value = later(last, grain.months * (i + 1));
    return { label: formatValue(value, dim), values: [value] };
  });
  return { added, from: known.length, expected: found.expected, series: first, name: `${first.name}预测` };
}

/** A dashed line within its band; both begin where the known values end. */
export function outlookSeries(outlook: Forecast, { color, right, screen }: { color: string; right: boolean; screen: boolean }): Option[] {
  const before = Array.from({ length: outlook.from }, () => null);
  const common = { type: 'line', silent: true, symbol: 'none', ...(right && { yAxisIndex: 1 }), z: 4 };
  const band = (id: string, data: unknown[], rest: Option): Option => ({
    ...common,
    id: `forecast.${id}`,
    data,
    stack: 'forecast',
    stackStrategy: 'all',
    // edges: a narrow band would not be seen
    lineStyle: { color, width: 1, opacity: 0.5 },
    tooltip: { show: false },
    ...rest,
  });
  return [
    band('low', [...before, ...outlook.expected.map(({ low }) => low)], {}),
    band('band', [...before, ...outlook.expected.map(({ low, high }) => high - low)], {
      areaStyle: { color: alpha(color, screen ? 0.32 : 0.18), opacity: 1 },
    }),
    {
      ...common,
      id: 'forecast',
      name: outlook.name,
      data: [...before, ...outlook.expected.map(({ value }) => value)],
      lineStyle: { color, type: 'dashed', width: 2 },
      itemStyle: { color },
      ...(outlook.expected.length === 1 && { symbol: 'circle', symbolSize: 6 }),
    },
  ];
}

/** What the tooltip says about a category that is expected. */
export function outlookTip(
  outlook: Forecast,
  at: number,
  color: string,
): { color: string; name: string; value: string; note: string } | null {
  const one = outlook.expected[at - outlook.from];
  const { measure } = outlook.series;
  return one
    ? {
        color,
        name: outlook.name,
        value: figure(one.value, measure),
        note: `80% 区间 ${figure(one.low, measure)} – ${figure(one.high, measure)}`,
      }
    : null;
}
