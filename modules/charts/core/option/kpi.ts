import type { Format } from '#modules/datasets/contract/field.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { ResolvedTheme } from '../look/resolve-theme.ts';
import { isTargetName } from '../chart/kpi-default.ts';
import { marksOf } from '../look/rules.ts';
import { unfinishedAt, UNFINISHED } from './unfinished.ts';
import { clickedOf, figure, modelOf, numberAt, textAt, type Clicked, type Part } from './model.ts';

export interface KpiSide {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly trend: 'up' | 'down' | 'flat' | null;
  readonly color: string;
}
export interface Kpi {
  readonly variant: string;
  readonly name: string;
  /** false when whoever frames the card says its name */
  readonly isNamed: boolean;
  /** moment that the figure belongs to, of cards with a trend */
  readonly at: string | null;
  readonly value: number | null;
  readonly format: Format | null;
  readonly modifier: string | null;
  readonly color: string | null;
  readonly sides: readonly KpiSide[];
  /** of the target, 1 = reached */
  readonly part: number | null;
  readonly partColor: string;
  /** the way so far in a box of 100 × 30 */
  readonly line: { readonly path: string; readonly area: string } | null;
  readonly clicked: Clicked[];
}

const CHANGES = new Set(['yoy', 'mom', 'yoyDiff', 'momDiff']);

/** A comparison: changes carry an arrow and the colour of good or bad, everything else is a plain figure. */
export function sideOf(part: Part, value: number | null, look: ResolvedTheme): KpiSide {
  const isChange = CHANGES.has(part.modifier ?? '') || /同比|环比|增长|增幅/.test(part.name);
  const trend = !isChange || value === null ? null : value > 0 ? 'up' : value < 0 ? 'down' : 'flat';
  const color = trend === 'up' ? look.good : trend === 'down' ? look.bad : look.palette.ink;
  // the arrow says the sign
  const text = figure(trend === 'down' || trend === 'up' ? Math.abs(value ?? 0) : value, part).replace(/^\+/, '');
  return { key: part.key, name: part.name, text, trend, color };
}

/** The way of a figure as a line in a box of 100 × 30; gaps break it. */
function lineOf(values: readonly (number | null)[]): Kpi['line'] {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [min, max] = [Math.min(...known), Math.max(...known)];
  const x = (i: number) => (i / (values.length - 1)) * 100;
  const y = (value: number) => (max === min ? 15 : 27 - ((value - min) / (max - min)) * 24);
  const points = values.flatMap((value, i) => (value === null ? [] : [`${x(i).toFixed(2)},${y(value).toFixed(2)}`]));
  const path = `M${points.join('L')}`;
  return { path, area: `${path}L${points.at(-1)?.split(',')[0]},30L${points[0]?.split(',')[0]},30Z` };
}

/** What a card shows: the first measure, the others beside it; with a time on the shelf the newest value and the way to it. */
export function kpiOf(config: ChartConfig, data: ChartData, look: ResolvedTheme): Kpi | null {
  const model = modelOf(config, data);
  const [main, ...others] = model.measures;
  if (!main || model.rows.length === 0) return null;
  const isTimed = model.rowDims.length > 0;
  const known = model.rows.findLastIndex((row) => numberAt(row, main) !== null);
  const row = isTimed ? model.rows[Math.max(0, known)] : model.rows[0];
  const isOpen =
    isTimed &&
    row !== undefined &&
    unfinishedAt({ model, data, config }, [{ label: '', values: [row[model.rowDims[0]!.at] ?? null] }]) === 0;
  const value = numberAt(row, main);
  const isProgress = model.variant === 'progress';
  const goal = isProgress ? others[0] : others.find((one) => isTargetName(one.name) && (one.modifier ?? 'none') === 'none');
  const whole = (goal ? numberAt(row, goal) : null) ?? (isProgress ? config.options.max : null) ?? null;
  const part = value !== null && whole ? value / whole : null;
  const mark = marksOf(config.rules, () => model.rows.map((one) => one[main.at] ?? null), look)(main.key, value);
  const sides = others.map((one) => sideOf(one, numberAt(row, one), look));
  if (part !== null)
    sides.unshift({
      key: 'part',
      name: '完成',
      text: `${(part * 100).toFixed(1)}%`,
      trend: null,
      color: part >= 1 ? look.good : look.palette.ink,
    });
  return {
    variant: model.variant,
    name: config.options.title?.text || main.name,
    isNamed: config.options.title?.show !== false,
    at: isTimed && row ? `${textAt(row, model.rowDims[0]!)}${isOpen ? ` ${UNFINISHED}` : ''}` : null,
    value,
    format: main.format ?? null,
    modifier: main.modifier ?? null,
    color: mark?.color ?? mark?.background ?? null,
    sides,
    part,
    partColor: part !== null && part >= 1 ? look.good : look.accent,
    line: isTimed ? lineOf(model.rows.map((one) => numberAt(one, main))) : null,
    clicked: clickedOf(model, row && isTimed ? { label: '', values: model.rowDims.map((dim) => row[dim.at] ?? null) } : undefined),
  };
}
