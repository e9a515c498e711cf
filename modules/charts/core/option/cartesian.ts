import { severitiesOf } from '#kit/core/chart/severity.ts';
import { inScale } from '../look/format.ts';
import { seriesColors } from '../look/resolve-theme.ts';
import { colorsOfKinds, colorsOfMeasures, severityColorOf } from '../look/meaning.ts';
import { categoryAxis, valueAxis, type ValuePlan } from './axes.ts';
import { nothing, type Built, type Draw, type Option } from './built.ts';
import { frameOf, type Frame } from './frame.ts';
import { clickedOf, crossOf, extent, figure, textWidth, type Category, type Cross, type CrossSeries } from './model.ts';
import { outlookOf, outlookSeries, outlookTip, type Forecast } from './outlook.ts';
import { refMarks } from './ref-lines.ts';
import { MAX_SERIES } from './limits.ts';
import { sampled, downsampled } from './sample.ts';
import { shareText, tip } from './tip.ts';
import { openSeries, openSegment, unfinishedAt, UNFINISHED } from './unfinished.ts';
import { type Mark, type Plan, PLANS, MANY, asLine, asBars, pointOf, lonely, labelOf } from './cartesian-series.ts';

const markOf = (draw: Draw, series: CrossSeries, own: Plan): Mark => {
  const { drawAs } = series.measure.slot ?? {};
  if (drawAs && own.stack === 'none' && !own.isHorizontal) return drawAs;
  return draw.config.chartType === 'dual' && series.measureAt > 0 && series.measure.slot?.drawAs == null ? 'line' : own.mark;
};

const isRight = (draw: Draw, series: CrossSeries): boolean => {
  if (draw.config.chartType !== 'dual') return series.measure.slot?.axis === 'right';
  const own = series.measure.slot?.axis;
  // once somebody chose what stands on the right, the others stand on the left
  if (own || draw.config.measures.some(({ axis }) => axis === 'right')) return own === 'right';
  return series.measureAt > 0;
};

/** The ground below a line, fading out. */
/** Colours of the series, and of single bars where one series runs over states; what somebody chose wins over what it means. */
function meant({ model, look, config }: Draw, { categories, series }: Cross) {
  const names = series.map(({ name }) => name);
  const isChosen = (config.options.colors?.length ?? 0) > 0;
  const ofKinds = model.colDims.length > 0;
  const list = isChosen ? seriesColors(look, series.length) : ofKinds ? colorsOfKinds(look, names) : colorsOfMeasures(look, names);
  const isPlain = series.length === 1 && !isChosen && !ofKinds && !series[0]!.measure.slot?.color && !model.rowDims[0]?.grain;
  const states = isPlain ? severitiesOf(categories.map(({ label }) => label)) : null;
  return {
    colors: list.map((color, i) => (!ofKinds && series[i]?.measure.slot?.color) || color),
    colorOfState: (label: string) => {
      const severity = states?.get(label);
      return severity && severityColorOf(look, severity);
    },
  };
}

/** Sums of what is drawn on top of each other, and sums of sizes for shares, per category. */
function totals(cross: Cross, list: readonly CrossSeries[]) {
  const up = cross.categories.map(() => 0);
  const down = cross.categories.map(() => 0);
  for (const { data } of list)
    data.forEach((value, i) => {
      if (value === null) return;
      if (value >= 0) up[i] = (up[i] ?? 0) + value;
      else down[i] = (down[i] ?? 0) + value;
    });
  return { up, down, size: up.map((value, i) => value - (down[i] ?? 0)) };
}

/** Bars, lines, areas and both on two axes. */
export function cartesian(given: Draw): Built {
  const isLine =
    given.config.chartType === 'line' && given.config.measures.every(({ drawAs }) => !drawAs || drawAs === 'line' || drawAs === 'area');
  const draw = isLine ? { ...given, model: downsampled(given.model) } : given;
  const { model, look, config, size } = draw;
  const { options } = config;
  const own = PLANS[config.chartType === 'dual' ? 'dual' : model.variant] ?? PLANS.bar!;
  const full = crossOf(model);
  const all: Cross = { categories: full.categories, series: full.series.slice(0, MAX_SERIES) };
  if (all.categories.length === 0 || all.series.length === 0) return nothing(draw);
  const whole = own.stack !== 'none' && own.mark !== 'bar' && all.categories.length > MANY ? sampled(all, MANY) : all;
  const openAt = unfinishedAt(draw, whole.categories);
  const cross: Cross =
    openAt < 0
      ? whole
      : { ...whole, categories: whole.categories.map((one, i) => (i === openAt ? { ...one, label: `${one.label} ${UNFINISHED}` } : one)) };
  const { series } = cross;
  const outlook = own.stack === 'none' && !own.isHorizontal ? outlookOf(draw, cross) : null;
  const categories = outlook ? [...cross.categories, ...outlook.added] : cross.categories;
  const marks = series.map((one) => markOf(draw, one, own));
  const rights = series.map((one) => !own.isHorizontal && isRight(draw, one));
  const bars = own.stack === 'none' ? marks.filter((mark) => mark === 'bar').length : marks.includes('bar') ? 1 : 0;
  const names = series.map(({ name }) => name);
  const { colors, colorOfState } = meant(draw, cross);
  const frame = frameOf(draw, outlook ? [...names, outlook.name] : names);
  const sums = totals(cross, series);
  const category = categoryAxis(draw, categories, bars, own.isHorizontal);

  const axis = { series, rights, own, sums, marks, draw };
  const left = axisFor({ ...axis, second: false });
  const right = rights.includes(true) ? axisFor({ ...axis, second: true }) : null;

  // a figure beside an axis in 亿元 is told in 亿元, too
  const figureAt = (one: CrossSeries | undefined, s: number, value: number | null): string => {
    const { scale } = rights[s] && right ? right : left;
    return value === null || own.stack === 'percent' || scale.divisor === 1 ? figure(value, one?.measure) : inScale(value, scale);
  };

  const ways = series.map((one, s) =>
    openAt >= 0 && !outlook && own.stack === 'none' && ['line', 'area'].includes(marks[s]!) && !own.isStep && options.yAxis?.log !== true
      ? openSegment(one, openAt)
      : null,
  );
  const drawn = series.map((one, s): Option => {
    const mark = marks[s]!;
    const color = colors[s]!;
    const isBar = mark === 'bar';
    // a point between gaps has no line: it is drawn itself
    const alone = isBar ? null : lonely(one.data);
    const isAlone = alone !== null && alone.size > 0;
    const common: Option = {
      id: one.id,
      name: one.name,
      cursor: draw.isClickable ? 'pointer' : 'default',
      stack: own.stack === 'none' ? undefined : `all${rights[s] ? 2 : ''}`,
      // the way to a bucket that is not over is drawn apart, dashed
      data: categories.map((_, i) =>
        !isBar && i === openAt && ways[s]
          ? { value: null }
          : pointOf({ one, i, own, isBar, sums, draw, categories, openAt, colorOfState, colors, series }),
      ),
      label: labelOf(draw, one, own, isBar, (rights[s] && right ? right : left).scale.tick),
      labelLayout: { hideOverlap: true },
      ...(!own.isHorizontal && { yAxisIndex: rights[s] && right ? 1 : 0 }),
      ...(s === 0 && refMarks(draw, series, own.isHorizontal)),
    };
    if (mark === 'scatter') return { ...common, type: 'scatter', symbolSize: 9, itemStyle: { color } };
    if (isBar) {
      return asBars({ common, color, own, series, categories, draw });
    }
    return asLine({ categories, draw, one, own, series, common, isAlone, alone, color, mark });
  });

  const openWays = ways.flatMap((way, s): Option[] =>
    way ? [openSeries(draw, way, { id: series[s]!.id, color: colors[s]!, right: rights[s]! && right !== null })] : [],
  );
  // half of the last label stands beyond the last point; where labels are left out the library does not see it coming
  const last = textWidth(cross.categories.at(-1)?.label ?? '', look.text);
  const tail = bars === 0 && (last + 16) * cross.categories.length > size.w ? Math.min(80, last / 2 + 2) : 0;
  const hasZoom = category.needsZoom;
  const hasUnit = [left, right].some((plan) => Boolean(plan?.name));
  const range = extent(series[0]?.data ?? []);
  const peak = range ? (series[0]?.data.indexOf(range[1]) ?? -1) : -1;
  const showsLegend = (frame.option.legend as { show: boolean }).show;
  // the unit shares the row of a legend at the top
  const head = Math.max(frame.pad.top, 0) + (hasUnit ? (showsLegend && frame.pad.top > 0 ? 10 : 24) : 12);
  const groupRow = category.groups ? look.text + 6 : 0;
  const categoryAxes = category.groups && !own.isHorizontal ? [category.axis, category.groups] : category.axis;
  const valueAxes = right ? [left.axis, right.axis] : left.axis;
  const option: Option = {
    ...frame.option,
    color: colors,
    grid: gridOf({ frame, own, hasZoom, right, tail, head, groupRow, draw }),
    tooltip: {
      show: !draw.isStill,
      trigger: 'axis',
      axisPointer: { type: bars > 0 ? 'shadow' : 'line' },
      order: 'seriesAsc',
      formatter: (params: { dataIndex: number; seriesIndex: number }[] | { dataIndex: number }) => {
        return categoryTip({ params, series, colors, figureAt, own, sums, outlook, cross, categories, draw });
      },
    },
    xAxis: own.isHorizontal ? valueAxes : categoryAxes,
    yAxis: own.isHorizontal ? { ...category.axis, name: left.name } : valueAxes,
    dataZoom: hasZoom ? zoom(own.isHorizontal, category.window, frame.pad.bottom, category.groups !== null) : [],
    series: outlook
      ? [...drawn, ...outlookSeries(outlook, { color: colors[0]!, right: rights[0]!, screen: look.surface === 'screen' })]
      : [...drawn, ...openWays],
  };
  const peakText = peak >= 0 && range ? `，最高 ${categories[peak]?.label ?? ''} ${figure(range[1], series[0]?.measure)}` : '';
  return {
    option,
    engine: 'basic',
    pick: ({ seriesIndex, dataIndex }) => clickedOf(model, categories[dataIndex], series[seriesIndex]),
    pickCategory: { axis: own.isHorizontal ? 'y' : 'x', of: (index) => clickedOf(model, categories[index]) },
    summary: `${names.slice(0, 6).join('、')}${names.length > 6 ? `等 ${names.length} 个系列` : ''}，${categories[0]?.label ?? ''} 至 ${categories.at(-1)?.label ?? ''}，共 ${Math.max(full.categories.length, model.colDims.length > 0 ? 0 : given.model.rows.length)} 项${peakText}`,
    isEmpty: size.w === 0,
  };
}

/** What the tip of a category says: each series, their sum, and what is expected. */
function categoryTip({
  params,
  series,
  colors,
  figureAt,
  own,
  sums,
  outlook,
  cross,
  categories,
  draw,
}: {
  params: { dataIndex: number; seriesIndex: number }[] | { dataIndex: number };
  series: CrossSeries[];
  colors: string[];
  figureAt: (one: CrossSeries | undefined, s: number, value: number | null) => string;
  own: Plan;
  sums: { up: number[]; down: number[]; size: number[] };
  outlook: Forecast | null;
  cross: Cross;
  categories: Category[];
  draw: Draw;
}) {
  const { look } = draw;
  const list = Array.isArray(params) ? params : [params];
  const at = list[0]?.dataIndex ?? 0;
  const lines = series.map((one, s) => ({
    color: colors[s],
    name: one.name,
    value: figureAt(one, s, one.data[at] ?? null),
    note: own.stack !== 'none' && series.length > 1 ? shareText(one.data[at] ?? null, sums.size[at] ?? 0) : undefined,
  }));
  const known = lines.filter((_, s) => series[s]?.data[at] !== null || series.length <= 8);
  if (own.stack === 'sum' && series.length > 1)
    known.push({
      color: undefined,
      name: '合计',
      value: figureAt(series[0], 0, (sums.up[at] ?? 0) + (sums.down[at] ?? 0)),
      note: undefined,
    });
  const expected = outlook && outlookTip(outlook, at, colors[0]!);
  const isKnown = at < cross.categories.length;
  return tip(categories[at]?.label ?? '', [...(isKnown ? known : []), ...(expected ? [expected] : [])], look);
}

/** The value axis of the series that stand on it. */
function axisFor({
  series,
  rights,
  second,
  own,
  sums,
  marks,
  draw,
}: {
  series: CrossSeries[];
  rights: boolean[];
  second: boolean;
  own: Plan;
  sums: { up: number[]; down: number[]; size: number[] };
  marks: Mark[];
  draw: Draw;
}) {
  const list = series.filter((_, i) => rights[i] === second);
  const range: [number, number] | null =
    own.stack === 'percent'
      ? [Math.min(0, ...sums.down), 1]
      : own.stack === 'sum'
        ? [Math.min(0, ...sums.down), sums.up.reduce((a, b) => Math.max(a, b), 0)]
        : null;
  const fromZero =
    list.some((one) => marks[series.indexOf(one)] !== 'line' && marks[series.indexOf(one)] !== 'scatter') || own.stack !== 'none';
  return valueAxis(draw, {
    series: list,
    range,
    isPercent: own.stack === 'percent',
    isSecond: second,
    isHorizontal: own.isHorizontal,
    fromZero,
  });
}

/** What is left of the tile for the axes. */
function gridOf({
  frame,
  own,
  hasZoom,
  right,
  tail,
  head,
  groupRow,
  draw,
}: {
  frame: Frame;
  own: Plan;
  hasZoom: boolean;
  right: ValuePlan | null;
  tail: number;
  head: number;
  groupRow: number;
  draw: Draw;
}): Option {
  const { options } = draw.config;
  return {
    left: frame.pad.left + 2,
    right: frame.pad.right + (own.isHorizontal ? (hasZoom ? 34 : options.label?.show ? 48 : 18) : right ? 2 : Math.max(12, tail)),
    top: head,
    bottom: frame.pad.bottom + (hasZoom && !own.isHorizontal ? 36 : 2) + groupRow,
    outerBoundsMode: 'same',
    outerBoundsContain: 'all',
  };
}

/** A slider that shows where in the many one is, and the wheel with Ctrl; the plain wheel scrolls the page. */
function zoom(isHorizontal: boolean, window: number, bottom: number, hasGroups: boolean): Option[] {
  const axes = isHorizontal ? { yAxisIndex: 0 } : { xAxisIndex: hasGroups ? [0, 1] : 0 };
  const span = { start: 0, end: window };
  return [
    { type: 'inside', ...axes, ...span, zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, moveOnMouseMove: true },
    isHorizontal
      ? { type: 'slider', ...axes, ...span, right: 0, width: 14, top: 36, bottom: 24, showDetail: false }
      : { type: 'slider', ...axes, ...span, bottom: bottom + 2, height: 16, left: 40, right: 24, showDetail: false },
  ];
}
