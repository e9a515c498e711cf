import { alpha } from '#kit/core/color.ts';
import { type ResolvedTheme } from '../look/resolve-theme.ts';
import { dimmed, type Draw, type Option } from './built.ts';
import { clickedOf, type Category, type CrossSeries } from './model.ts';
import { shareText } from './tip.ts';
import { OPEN_DECAL } from './unfinished.ts';

export type Mark = 'bar' | 'line' | 'area' | 'scatter';

export interface Plan {
  readonly isHorizontal: boolean;
  readonly stack: 'none' | 'sum' | 'percent';
  readonly mark: Mark;
  readonly isStep: boolean;
}

export const plan = (mark: Mark, stack: Plan['stack'] = 'none', rest: Partial<Plan> = {}): Plan => ({
  isHorizontal: false,
  stack,
  mark,
  isStep: false,
  ...rest,
});

export const PLANS: Record<string, Plan> = {
  bar: plan('bar'),
  stackbar: plan('bar', 'sum'),
  percentagestackbar: plan('bar', 'percent'),
  barchart: plan('bar', 'none', { isHorizontal: true }),
  stackbarchart: plan('bar', 'sum', { isHorizontal: true }),
  percentagestackbarchart: plan('bar', 'percent', { isHorizontal: true }),
  line: plan('line'),
  arealine: plan('area'),
  stackline: plan('line', 'sum'),
  stackarealine: plan('area', 'sum'),
  percentagestackarealine: plan('area', 'percent'),
  stepline: plan('line', 'none', { isStep: true }),
  dual: plan('bar'),
};

/** Lines with more points than this are thinned out. */
export const MANY = 2000;

/** Light from the top of a mark down; pages are flat. */
export function fill(look: ResolvedTheme, color: string, isHorizontal = false, least = 0.28): unknown {
  if (look.surface === 'page') return color;
  const stops = [
    { offset: 0, color },
    { offset: 1, color: alpha(color, least) },
  ];
  return isHorizontal
    ? { type: 'linear', x: 1, y: 0, x2: 0, y2: 0, colorStops: stops }
    : { type: 'linear', x: 0, y: 0, x2: 0, y2: 1, colorStops: stops };
}

const below = (look: ResolvedTheme, color: string, strength: number): unknown => ({
  type: 'linear',
  x: 0,
  y: 0,
  x2: 0,
  y2: 1,
  colorStops: [
    { offset: 0, color: alpha(color, strength) },
    { offset: 1, color: alpha(color, look.surface === 'screen' ? 0 : 0.02) },
  ],
});

/** What makes a series a line, with or without a ground. */
export function asLine({
  categories,
  draw,
  one,
  own,
  series,
  common,
  isAlone,
  alone,
  color,
  mark,
}: {
  categories: Category[];
  draw: Draw;
  one: CrossSeries;
  own: Plan;
  series: CrossSeries[];
  common: Option;
  isAlone: boolean;
  alone: Set<number> | null;
  color: string;
  mark: Mark;
}): Option {
  const { options } = draw.config;
  const { look, model } = draw;
  const showsPoints = options.symbol ?? (look.surface === 'screen' && categories.length <= 24);
  const isDim = draw.chosen !== null && model.colDims.length > 0 && dimmed(draw, clickedOf(model, undefined, one)) < 1;
  const strong = own.stack === 'none' ? (look.surface === 'screen' ? 0.42 : series.length > 1 ? 0.12 : 0.18) : 0.55;
  return {
    ...common,
    type: 'line',
    smooth: options.smooth ? 0.35 : false,
    step: own.isStep ? 'middle' : false,
    connectNulls: false,
    sampling: own.stack === 'none' && categories.length > MANY ? 'lttb' : undefined,
    showSymbol: isAlone || showsPoints,
    symbol: 'circle',
    symbolSize: isAlone && !showsPoints ? (_: unknown, { dataIndex }: { dataIndex: number }) => (alone?.has(dataIndex) ? 7 : 0) : 6,
    lineStyle: {
      color,
      width: look.surface === 'screen' ? 2.5 : 2,
      opacity: isDim ? 0.25 : 1,
      ...(look.glow > 0 && series.length <= 3 && { shadowColor: alpha(color, 0.6), shadowBlur: look.glow * 0.7 }),
    },
    itemStyle: { color },
    areaStyle:
      mark === 'area'
        ? { color: own.stack === 'none' ? below(look, color, strong) : color, opacity: isDim ? 0.1 : own.stack === 'none' ? 1 : strong }
        : undefined,
    emphasis: { focus: series.length > 1 ? 'series' : 'none', lineStyle: { width: look.surface === 'screen' ? 3 : 2.5 } },
    z: 3,
  };
}

/** What makes a series bars. */
export function asBars({
  common,
  color,
  own,
  series,
  categories,
  draw,
}: {
  common: Option;
  color: string;
  own: Plan;
  series: CrossSeries[];
  categories: Category[];
  draw: Draw;
}): Option {
  const { look } = draw;
  const { options } = draw.config;
  return {
    ...common,
    type: 'bar',
    itemStyle: {
      color: fill(look, color, own.isHorizontal, own.stack === 'none' ? 0.28 : 0.72),
      borderRadius: own.stack === 'none' ? radiusOf(own.isHorizontal, options.radius ?? 2, false) : 0,
    },
    barGap: '12%',
    ...(typeof options.barWidth === 'number'
      ? { barWidth: `${options.barWidth}%`, barMaxWidth: null }
      : { barMaxWidth: look.surface === 'screen' ? 22 : 28 }),
    barMinHeight: own.stack === 'none' ? 1 : 0,
    emphasis: { focus: series.length > 1 ? 'series' : 'none' },
    large: categories.length > 5000,
  };
}

/** One value as it is drawn, with what marks it. */
export function pointOf({
  one,
  i,
  own,
  isBar,
  sums,
  draw,
  categories,
  openAt,
  colorOfState,
  colors,
  series,
}: {
  one: CrossSeries;
  i: number;
  own: Plan;
  isBar: boolean;
  sums: { up: number[]; down: number[]; size: number[] };
  draw: Draw;
  categories: Category[];
  openAt: number;
  colorOfState: (label: string) => string | undefined;
  colors: string[];
  series: CrossSeries[];
}): unknown {
  const { options } = draw.config;
  const { model, look } = draw;
  const raw = one.data[i] ?? null;
  const isLog = options.yAxis?.log === true;
  const shown =
    raw === null
      ? own.stack !== 'none' && !isBar
        ? 0
        : null
      : isLog && raw <= 0
        ? null
        : own.stack === 'percent'
          ? sums.size[i]
            ? raw / sums.size[i]
            : 0
          : raw;
  const mark = raw === null ? null : draw.markOf(one.measure.key, raw);
  const opacity = draw.chosen ? dimmed(draw, clickedOf(model, categories[i], one)) : 1;
  const isOpen = isBar && i === openAt;
  const isNegative = isBar && own.stack === 'none' && raw !== null && raw < 0;
  const color = mark?.color ?? mark?.background ?? (isBar ? colorOfState(categories[i]?.label ?? '') : undefined);
  if (!color && opacity === 1 && !isNegative && !isOpen) return shown;
  const radius = isNegative ? { borderRadius: radiusOf(own.isHorizontal, options.radius ?? 2, true) } : {};
  return {
    value: shown,
    itemStyle: {
      ...(color && { color: isBar ? fill(look, color, own.isHorizontal, own.stack === 'none' ? 0.28 : 0.72) : color }),
      ...radius,
      ...(isOpen && { decal: OPEN_DECAL, borderType: 'dashed', borderWidth: 1, borderColor: color ?? colors[series.indexOf(one)] }),
      opacity: isOpen ? opacity * 0.6 : opacity,
    },
  };
}

/** Places of values with gaps on both sides. */
export function lonely(data: readonly (number | null)[]): Set<number> {
  const places = new Set<number>();
  data.forEach((value, i) => {
    if (value !== null && (data[i - 1] ?? null) === null && (data[i + 1] ?? null) === null) places.add(i);
  });
  return places;
}

const radiusOf = (isHorizontal: boolean, r: number, isNegative: boolean): number[] =>
  isHorizontal ? (isNegative ? [r, 0, 0, r] : [0, r, r, 0]) : isNegative ? [0, 0, r, r] : [r, r, 0, 0];

export function labelOf(draw: Draw, series: CrossSeries, own: Plan, isBar: boolean, tick: (value: number) => string): Option {
  const { label } = draw.config.options;
  const { look } = draw;
  const inside = own.stack !== 'none' && isBar;
  return {
    show: label?.show === true,
    position: label?.position ?? (inside ? 'inside' : own.isHorizontal ? 'right' : 'top'),
    fontSize: label?.fontSize ?? look.text,
    fontFamily: look.digits,
    // ink inside a mark follows its colour by itself
    ...(!inside && { color: look.palette.ink2, textBorderColor: 'transparent' }),
    formatter: ({ dataIndex, value, name }: { dataIndex: number; value: number | null; name: string }) => {
      const raw = series.data[dataIndex] ?? null;
      if (raw === null) return '';
      const text = own.stack === 'percent' && label?.content !== 'value' ? shareText(value, 1) : tick(raw);
      return label?.content === 'name' ? name : label?.content === 'nameValue' ? `${name} ${text}` : text;
    },
  };
}
