import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import { chartType } from '#modules/charts/contract/chart-types.ts';
import { withField, withoutSlot, type Shelf } from '#modules/charts/core/index.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import type { ScreenNode } from '../../../contract/screen-config.ts';
import { WIDGETS } from '../../../core/widgets.ts';

/** How many fields each shelf takes, and what is written on an empty one. */
export type ShelfRules = Pick<ReturnType<typeof chartType>, Shelf | 'hints'>;

/** What the shelves of a node take: those of its chart type, or of its kind of widget. */
export const rulesOf = (node: ScreenNode, chart: ChartConfig): ShelfRules =>
  (node.type === 'chart' ? null : WIDGETS[node.type].shelves) ?? chartType(chart.chartType);

/** The shelf that a field goes to when nobody says which: one with room, else one whose only field it replaces; null when there is none. */
export function shelfOf(chart: ChartConfig, rules: ShelfRules, field: Field): Shelf | null {
  const wanted: readonly Shelf[] = field.role === 'measure' ? ['measures'] : ['rows', 'columns'];
  return wanted.find((shelf) => chart[shelf].length < rules[shelf].max) ?? wanted.find((shelf) => rules[shelf].max === 1) ?? null;
}

interface FieldPlacement {
  readonly field: Field;
  readonly shelf: Shelf;
  /** place among the fields of the shelf, at its end when absent */
  readonly at?: number | undefined;
}
/** The chart with a field on a shelf. A shelf for one field takes the new one in place of the old; a full shelf stays as it is. */
export function withPut(chart: ChartConfig, rules: ShelfRules, { field, shelf, at }: FieldPlacement): ChartConfig {
  const { max } = rules[shelf];
  if (chart[shelf].length < max) return withField(chart, shelf, field, at);
  return max === 1 ? withField(withoutSlot(chart, shelf, 0), shelf, field, at) : chart;
}
