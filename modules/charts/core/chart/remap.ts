import type { Field } from '#modules/datasets/contract/field.ts';
import { conditionFields } from '#modules/datasets/core/index.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import { renameInChart } from '../outline/rename-fields.ts';
import { withDataSet } from './shelves.ts';

/** One field of a chart whose data set changes. */
export interface Remapped {
  readonly col: string;
  readonly name: string;
  /** where the chart uses it, in words */
  readonly uses: readonly string[];
  /** the field that takes its place; null = it goes */
  readonly to: string | null;
}
type Known = Pick<Field, 'id' | 'name' | 'type' | 'role' | 'hidden'>;

const USES = [
  ['维度', ({ rows, columns }: ChartConfig) => [...rows, ...columns].map(({ col }) => col)],
  ['指标', ({ measures }: ChartConfig) => measures.map(({ col }) => col)],
  ['筛选', ({ filters, idleFilters }: ChartConfig) => conditionFields([...filters, ...idleFilters])],
  ['下钻', ({ drill }: ChartConfig) => drill],
] as const;

/** The field of the new data set that most likely means the same: the same column, else the same name; of the same type and role. */
function likely(field: Known | undefined, col: string, fields: readonly Known[]): string | null {
  const open = fields.filter((one) => !one.hidden && (!field || (one.type === field.type && one.role === field.role)));
  return (open.find(({ id }) => id === col) ?? open.find(({ name }) => name === field?.name))?.id ?? null;
}

/** What becomes of every field that a chart uses when its data set changes. */
export function remapOf(config: ChartConfig, from: readonly Known[], to: readonly Known[]): Remapped[] {
  const uses = new Map<string, string[]>();
  for (const [word, colsOf] of USES) for (const col of new Set(colsOf(config))) uses.set(col, [...(uses.get(col) ?? []), word]);
  return [...uses].map(([col, words]) => {
    const field = from.find(({ id }) => id === col);
    return { col, name: field?.name ?? col, uses: words, to: likely(field, col, to) };
  });
}

/** The chart over another data set, its fields by what takes their place; what nothing takes the place of goes. */
export function withRemappedSet(
  config: ChartConfig,
  dataSetId: string,
  remap: readonly Pick<Remapped, 'col' | 'to'>[],
  fields: readonly Field[],
): ChartConfig {
  // a field that goes must not be taken for one of the new data set that happens to be called the same
  const names = new Map(remap.map(({ col, to }) => [col, to ?? `gone ${col}`]));
  return withDataSet(renameInChart(config, { dataSetId: config.dataSetId, names }), dataSetId, fields).config;
}
