import { CHART_TYPE_KEYS, chartType, type ChartTypeKey } from '../../contract/chart-types.ts';
import { ChartConfig } from '../../contract/chart.ts';
import { asList, asNumber, asObject, asText, idText, isObject, unpacked, type Loose } from '#kit/core/loose.ts';
import { isNewerDocument, upgradeDocument, type DocumentUpgrades } from '#kit/core/document-upgrade.ts';
import { repair } from '#kit/core/repair.ts';

const AGGREGATES: Readonly<Record<string, string>> = {
  sum: 'sum',
  avg: 'avg',
  mean: 'avg',
  min: 'min',
  max: 'max',
  count: 'count',
  countd: 'countd',
  countdistinct: 'countd',
  count_distinct: 'countd',
  distinct: 'countd',
};
/** Variants that older forms called otherwise. */
const VARIANTS: Readonly<Record<string, string>> = { visualMap: 'map', donut: 'donutpie' };
const SIDES = ['top', 'right', 'bottom', 'left'];

const isType = (value: unknown): value is ChartTypeKey => CHART_TYPE_KEYS.includes(value as ChartTypeKey);

function slotsOf(value: unknown): Loose[] {
  return asList(value).flatMap((one) => {
    const slot = typeof one === 'string' ? { col: one } : asObject(one);
    const col = asText(slot.col, 128);
    if (col === null) return [];
    const aggregate = asText(slot.aggregateType, 20);
    return [
      {
        ...slot,
        col,
        alias: asText(slot.alias, 64),
        ...(aggregate === null ? {} : { aggregateType: AGGREGATES[aggregate.toLowerCase()] ?? aggregate }),
      },
    ];
  });
}

/** `"20"` of a form field → 20; text that is no number is left out. */
function numbered(value: unknown, keys: readonly string[]): Loose {
  const object: Record<string, unknown> = { ...asObject(value) };
  for (const key of keys) if (key in object) object[key] = asNumber(object[key]);
  return object;
}

function optionsOf(value: unknown): Loose {
  const options: Record<string, unknown> = { ...asObject(value) };
  if (isObject(options.title))
    options.title = {
      ...numbered(options.title, ['leftVal', 'topVal']),
      ...(isObject(options.title.textStyle) ? { textStyle: numbered(options.title.textStyle, ['fontSize']) } : {}),
      ...(isObject(options.title.subtextStyle) ? { subtextStyle: numbered(options.title.subtextStyle, ['fontSize']) } : {}),
    };
  if (isObject(options.legend)) {
    const legend = numbered(options.legend, ['leftVal', 'topVal']);
    const side = SIDES.find((one) => one === legend.top || one === legend.left);
    options.legend = { ...legend, ...(legend.position === undefined && side ? { position: side } : {}) };
  }
  return options;
}

/** The form of the family (no `v`) → fields of ours. */
function fromFamily(form: Loose): Loose {
  const columns = slotsOf(form.columns);
  const asked = isType(form.chartType) ? form.chartType : 'table';
  // a table of the family crosses its columns: that is a pivot
  const type: ChartTypeKey = asked === 'table' && columns.length > 0 ? 'pivot' : asked;
  const variant = VARIANTS[String(form.seriesType)] ?? asText(form.seriesType, 40);
  return {
    ...form,
    v: 1,
    dataSetId: idText(form.dataSetId),
    chartType: type,
    rows: slotsOf(form.rows),
    columns,
    measures: slotsOf(form.measures),
    filters: asList(form.filters),
    options: optionsOf(form.options),
    theme: asText(form.theme, 40) ?? 'default',
    seriesType: chartType(type).variants.some(([key]) => key === variant) ? variant : null,
  };
}

/** What the form of charts went through; a new version is a step at the end, and `v` in `contract/chart.ts`. */
const UPGRADES: DocumentUpgrades = { steps: [fromFamily] };

/** True of a chart that a later program stored. */
export const isNewerChart = (stored: unknown): boolean => isNewerDocument(UPGRADES, unpacked(stored));

/**
 * Anything that was ever stored as a chart (text or object, ours or the family's, of any age) → the current form. What does not fit is
 * left out, and what has no data set, no shape at all or a form that a later program made is null. Never throws.
 */
export function readChart(stored: unknown): ChartConfig | null {
  const form = unpacked(stored);
  if (!isObject(form) || isNewerChart(form)) return null;
  const chart = upgradeDocument(UPGRADES, form);
  const exact = ChartConfig.safeParse(chart);
  if (exact.success) return exact.data;
  // zod cannot take out a required field: without a data set there is no chart
  return idText(form.dataSetId) === null ? null : repair(ChartConfig, fromFamily(chart));
}

/** Those of several stored charts that can be read, by their ids. */
export const readCharts = (stored: Readonly<Record<string, unknown>>): Record<string, ChartConfig> =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([id, one]) => {
      const chart = readChart(one);
      return chart ? [[id, chart]] : [];
    }),
  );
