import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { ResolvedTheme } from '../look/resolve-theme.ts';
import { marksOf } from '../look/rules.ts';
import { sideOf, type KpiSide } from './kpi.ts';
import { clickedOf, crossOf, figure, modelOf, shortFigure, type Clicked } from './model.ts';

/** Lines that a list shows; nobody reads further. */
const MAX = 200;

export interface RankLine {
  readonly key: string;
  readonly place: number;
  readonly name: string;
  readonly value: string;
  /** length of the bar and place of the target, 0–1 */
  readonly part: number;
  readonly target: number | null;
  readonly targetText: string;
  readonly change: KpiSide | null;
  readonly color: string | null;
  readonly clicked: Clicked[];
}

/** Lines in the order of the query; without an order of its own, from the largest down. Gaps come last. */
export function rankOf(config: ChartConfig, data: ChartData, look: ResolvedTheme): { lines: RankLine[]; more: number } {
  const model = modelOf(config, data);
  const cross = crossOf({ ...model, colDims: [] });
  const main = cross.series[0];
  if (!main) return { lines: [], more: 0 };
  // the second measure is a change, or a figure to compare with; a target is the third, or the second when it is no change
  const others = cross.series.slice(1, 3);
  const change =
    others.find(
      ({ measure }) => ['yoy', 'mom', 'yoyDiff', 'momDiff'].includes(measure.modifier ?? '') || /同比|环比|增/.test(measure.name),
    ) ?? (others.length > 1 ? others[0] : undefined);
  const target = others.find((one) => one !== change);
  const order = cross.categories.map((_, i) => i);
  const isSorted = config.sort.length > 0 || config.rows.some(({ sort }) => sort && sort !== 'none');
  if (!isSorted) order.sort((a, b) => (main.data[b] ?? Number.NEGATIVE_INFINITY) - (main.data[a] ?? Number.NEGATIVE_INFINITY) || a - b);
  const most = Math.max(1e-12, ...main.data.map((value) => value ?? 0), ...(target?.data.map((value) => value ?? 0) ?? []));
  const markOf = marksOf(config.rules, () => main.data, look);
  const lines = order.slice(0, MAX).map((i, at): RankLine => {
    const value = main.data[i] ?? null;
    const goal = target?.data[i] ?? null;
    const mark = value === null ? null : markOf(main.measure.key, value);
    return {
      key: `${i}`,
      place: at + 1,
      name: cross.categories[i]!.label,
      value: shortFigure(value, main.measure),
      part: Math.max(0, Math.min(1, (value ?? 0) / most)),
      target: goal === null || goal < 0 ? null : Math.min(1, goal / most),
      targetText: target ? `${target.name} ${figure(goal, target.measure)}` : '',
      change: change ? sideOf(change.measure, change.data[i] ?? null, look) : null,
      color: mark?.color ?? mark?.background ?? null,
      clicked: clickedOf(model, cross.categories[i]),
    };
  });
  return { lines, more: Math.max(0, order.length - MAX) };
}
