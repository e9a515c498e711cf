import { GAP, axisScale, type AxisScale } from '../look/format.ts';
import type { Draw, Option } from './built.ts';
import { cut, extent, SEPARATOR, textWidth, type Category, type CrossSeries } from './model.ts';

/** Least width of a category whose label stands level, and of one whose label is turned; below that labels are left out. */
const LEVEL = 34;
const TURNED = 16;
/** Between two level labels. */
const APART = 8;

export interface CategoryPlan {
  readonly axis: Option;
  /** groups of the outer dimensions below it, when there are any */
  readonly groups: Option | null;
  readonly needsZoom: boolean;
  /** part of the categories that is seen first, percent */
  readonly window: number;
}

/** A name in at most two lines of so many full-width characters; a short rest is not left alone on the second. */
export function twoLines(name: string, most: number): string {
  const width = textWidth(name, 1);
  if (width <= most) return name;
  const line = Math.min(most, Math.max(2, Math.ceil(width / 2)));
  let [first, at] = ['', 0];
  const chars = [...name];
  while (at < chars.length && textWidth(first + chars[at]!, 1) <= line + 0.01) first += chars[at++]!;
  return `${first}\n${cut(chars.slice(at).join(''), most)}`;
}

/** Whether the labels run along time: those are never turned, some are left out instead. */
const isTime = (draw: Draw) =>
  draw.model.rowDims.length === 1 && draw.model.rowDims[0]!.type !== 'string' && draw.model.rowDims[0]!.type !== 'bool';

function spans(categories: readonly Category[]): { start: number; end: number; label: string }[] {
  const groups: { start: number; end: number; label: string }[] = [];
  categories.forEach(({ label }, i) => {
    const outer = label.split(SEPARATOR).slice(0, -1).join(SEPARATOR);
    const last = groups.at(-1);
    if (last?.label === outer) last.end = i;
    else groups.push({ start: i, end: i, label: outer });
  });
  return groups;
}

/** The axis of the categories: long names are cut (the tooltip has them in full), turned when it is narrow, paged when there are very many. */
export function categoryAxis(draw: Draw, categories: readonly Category[], bars: number, isHorizontal: boolean): CategoryPlan {
  const { config, look, size, model } = draw;
  const { xAxis, dataZoom } = config.options;
  const count = Math.max(1, categories.length);
  const length = Math.max(60, (isHorizontal ? size.h : size.w) - 70);
  // bars thinner than this say nothing
  const least = bars > 0 ? Math.max(isHorizontal ? look.text + 6 : 7, Math.min(bars, 6) * 4) : 1.2;
  const fits = Math.max(4, Math.floor(length / least));
  const needsZoom = !draw.isStill && (dataZoom ?? (bars > 0 && count > fits * 1.5));
  const seen = needsZoom && bars > 0 ? Math.min(count, fits) : count;
  const band = length / seen;
  const byTime = isTime(draw);
  const widest = categories.slice(0, 300).reduce((most, { label }) => Math.max(most, textWidth(label, look.text)), 0);
  const isGrouped = !isHorizontal && model.rowDims.length > 1 && count <= 200;
  const labels = isGrouped ? categories.map(({ label }) => label.split(SEPARATOR).at(-1) ?? label) : categories.map(({ label }) => label);
  const widestOwn = isGrouped ? labels.reduce((most, label) => Math.max(most, textWidth(label, look.text)), 0) : widest;
  const overflows = !isHorizontal && !byTime && widestOwn > band - APART && !isGrouped;
  // long names on wide bands stand in two lines, on narrow ones they are turned
  const wraps = overflows && band >= LEVEL && xAxis?.rotate == null;
  const turns = overflows && !wraps && band >= TURNED;
  const rotate = xAxis?.rotate ?? (turns ? 40 : 0);
  const most = isHorizontal
    ? Math.min(size.w * 0.32, 150)
    : rotate
      ? Math.min(96, size.h * 0.28)
      : byTime
        ? 200
        : band >= LEVEL
          ? band - APART
          : 84;
  const every = xAxis?.interval ?? (!isHorizontal && !byTime && (band >= LEVEL || (rotate !== 0 && band >= TURNED)) ? 0 : 'auto');
  const axis: Option = {
    type: 'category',
    data: labels,
    show: xAxis?.show !== false,
    name: isHorizontal ? '' : (xAxis?.name ?? ''),
    nameLocation: 'middle',
    nameGap: 8,
    inverse: isHorizontal,
    boundaryGap: bars > 0,
    axisTick: { show: false },
    axisLabel: {
      rotate,
      interval: isHorizontal ? (xAxis?.interval ?? 'auto') : every,
      hideOverlap: !wraps,
      ...(wraps
        ? { formatter: (name: string) => twoLines(name, (band - 6) / look.text), lineHeight: look.text + 3 }
        : { width: most, overflow: 'truncate', ellipsis: '…' }),
      ...(isHorizontal && { margin: 10 }),
    },
    axisPointer: { type: bars > 0 ? 'shadow' : 'line' },
  };
  if (isHorizontal) Object.assign(axis, { nameLocation: 'start', nameGap: 8, nameTextStyle: { align: 'left' } });
  let groups: Option | null = null;
  if (isGrouped) {
    const list = spans(categories);
    const middles = new Map(list.map(({ start, end, label }) => [Math.floor((start + end) / 2), { label, length: end - start + 1 }]));
    const starts = new Set(list.map(({ start }) => start));
    groups = {
      type: 'category',
      position: 'bottom',
      offset: look.text + 12,
      data: labels.map((_, i) => String(i)),
      show: xAxis?.show !== false,
      axisLine: { show: false },
      axisPointer: { show: false },
      axisTick: { show: true, length: -(look.text + 4), interval: (i: number) => starts.has(i), lineStyle: { color: look.palette.line } },
      axisLabel: {
        interval: (i: number) => middles.has(i),
        formatter: (_: string, i: number) => {
          const group = middles.get(i);
          return group ? cut(group.label, Math.max(2, Math.floor((group.length * band) / look.text) - 1)) : '';
        },
        color: look.palette.ink2,
      },
      boundaryGap: bars > 0,
    };
  }
  return { axis, groups, needsZoom, window: (seen / count) * 100 };
}

export interface ValuePlan {
  readonly axis: Option;
  readonly scale: AxisScale;
  /** name or unit; axes that lie level do not show it themselves */
  readonly name: string;
}

export interface ValueOptions {
  readonly series: readonly CrossSeries[];
  /** tops of the axis when it is not the figures themselves: sums of stacks, shares */
  readonly range?: [number, number] | null;
  readonly isPercent?: boolean;
  readonly isSecond?: boolean;
  readonly isHorizontal?: boolean;
  /** bars and areas start at zero */
  readonly fromZero: boolean;
}

/** The author's name of an axis must not contradict its ticks: a mere unit gives way to the unit of the ticks, other names get it. */
function axisName(own: string, scale: AxisScale, unit: string): string {
  if (own === '' || own === unit) return scale.unit ? `单位：${scale.unit}` : own;
  return scale.divisor === 1 || own.includes(scale.unit) ? own : `${own}（${scale.unit}）`;
}

/** An axis of figures in a unit that reads well (万, 亿, %), named at its end. */
export function valueAxis(draw: Draw, options: ValueOptions): ValuePlan {
  const { config } = draw;
  const own = options.isSecond ? config.options.yAxis2 : config.options.yAxis;
  const first = config.options.yAxis;
  const lead = options.series[0]?.measure;
  const known = options.range ?? extent(options.series.flatMap(({ data }) => data));
  const size = known ? Math.max(Math.abs(known[0]), Math.abs(known[1])) : 0;
  const scale = options.isPercent
    ? { divisor: 1, unit: '', tick: (value: number) => `${Math.round(value * 100)}%` }
    : axisScale(size, lead?.format, lead?.modifier);
  const allWhole =
    !options.isPercent && options.series.every(({ data }) => data.every((value) => value === null || Number.isInteger(value)));
  const isNarrow = !options.fromZero && known !== null && known[0] > 0 && known[1] > known[0] && (known[1] - known[0]) / known[1] < 0.25;
  const isLog = !options.isSecond && first?.log === true;
  // shares that are all nothing: an axis of its own making would end at 150%
  const isNoShare = size === 0 && lead?.format?.kind === 'percent';
  const name = options.isPercent ? (own?.name ?? '') : axisName(own?.name ?? '', scale, lead?.format?.unit ?? '');
  const axis: Option = {
    type: isLog ? 'log' : 'value',
    show: own?.show !== false,
    // below a level axis there is no room: its unit stands above the names
    name: options.isHorizontal ? '' : name,
    nameGap: 12,
    nameLocation: 'end',
    nameTextStyle: {
      align: options.isHorizontal ? 'right' : options.isSecond ? 'right' : 'left',
      padding: options.isHorizontal ? [0, 0, 0, 0] : [0, 0, 0, 0],
    },
    position: options.isHorizontal ? 'bottom' : options.isSecond ? 'right' : 'left',
    scale: isNarrow,
    min: own?.min ?? (options.isPercent ? (known && known[0] < 0 ? -1 : 0) : null),
    max: own?.max ?? (options.isPercent || isNoShare ? 1 : null),
    ...(options.isPercent && { interval: draw.size.h < 160 || (options.isHorizontal && draw.size.w < 260) ? 0.5 : 0.25 }),
    // room for figures above the marks
    ...(config.options.label?.show && !options.isPercent && !isLog && { boundaryGap: ['0%', '9%'] }),
    minInterval: allWhole && scale.divisor === 1 ? 1 : 0,
    splitNumber: options.isHorizontal
      ? Math.max(2, Math.min(5, Math.floor(draw.size.w / 110)))
      : Math.max(2, Math.min(5, Math.floor(draw.size.h / 60))),
    alignTicks: options.isSecond === true && own?.min == null && own?.max == null && !isNoShare,
    splitLine: { show: !options.isSecond && first?.splitLine !== false },
    axisLabel: { formatter: (value: number) => (Number.isFinite(value) ? scale.tick(value) : GAP), hideOverlap: true },
  };
  return { axis, scale, name };
}
