import { alpha } from '#kit/core/color.ts';
import { seriesColors } from '../look/resolve-theme.ts';
import { axisScale } from '../look/format.ts';
import { dimmed, nothing, type Built, type Draw, type Option } from './built.ts';
import { frameOf } from './frame.ts';
import { MAX_AXES, MAX_SPOKES } from './limits.ts';
import { clickedOf, crossOf, cut, extent, figure, shortFigure, type CrossSeries, type Category } from './model.ts';
import { tip } from './tip.ts';

/** More than this around a circle cannot be told apart. */
const middle = (size: { w: number; h: number }, pad: { top: number; right: number; bottom: number; left: number }) => ({
  center: [pad.left + (size.w - pad.left - pad.right) / 2, pad.top + (size.h - pad.top - pad.bottom) / 2],
  radius: Math.max(20, Math.min(size.w - pad.left - pad.right, size.h - pad.top - pad.bottom) / 2),
});

/** Bars and lines around a centre, and rings that show progress. */
export function polar(draw: Draw): Built {
  const { model, look, size, config } = draw;
  const full = crossOf(model);
  const categories = full.categories.slice(0, MAX_SPOKES);
  const { series } = full;
  if (categories.length === 0 || series.length === 0) return nothing(draw, 'further');
  const isRing = model.variant === 'radialbar';
  const isLine = model.variant === 'polarline';
  const isStack = model.variant === 'stackpolarbar';
  const colors = seriesColors(look, isRing && series.length === 1 ? categories.length : series.length);
  const frame = frameOf(
    draw,
    series.map(({ name }) => name),
  );
  const room = middle(size, frame.pad);
  const labels = categories.map(({ label }) => label);
  const scale = axisScale(
    Math.max(...(extent(series.flatMap(({ data }) => data)) ?? [0]).map(Math.abs)),
    series[0]?.measure.format,
    series[0]?.measure.modifier,
  );
  const known = extent(series.flatMap(({ data }) => data));
  const most = config.options.max ?? (isRing && known ? known[1] / 0.78 : null);
  const categoryAxis: Option = {
    type: 'category',
    data: labels,
    boundaryGap: !isLine,
    startAngle: 90,
    axisLine: { show: !isRing, lineStyle: { color: look.palette.lineStrong } },
    axisTick: { show: false },
    axisLabel: {
      color: look.palette.ink2,
      fontSize: look.text,
      interval: isRing ? 0 : 'auto',
      formatter: (name: string) => cut(name, isRing ? Math.max(3, room.radius / look.text / 1.5) : 7),
      ...(isRing && { show: room.radius / categories.length > look.text * 0.75, margin: 6 }),
    },
    splitLine: { show: isLine, lineStyle: { color: look.palette.line } },
  };
  const valueAxis: Option = {
    type: 'value',
    max: most,
    startAngle: 90,
    splitNumber: 3,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      show: !isRing && room.radius > 110,
      color: look.palette.ink3,
      fontSize: look.small,
      formatter: scale.tick,
      hideOverlap: true,
    },
    splitLine: { show: !isRing, lineStyle: { color: look.palette.line } },
  };
  return {
    option: {
      ...frame.option,
      polar: {
        center: room.center,
        radius: isRing
          ? ['22%', `${Math.round(((room.radius - 6) / room.radius) * 100)}%`].map((part) => (room.radius * Number.parseFloat(part)) / 100)
          : [room.radius * 0.1, Math.max(16, room.radius - look.text - 14)],
      },
      angleAxis: isRing ? valueAxis : categoryAxis,
      radiusAxis: isRing ? { ...categoryAxis, inverse: true, z: 10 } : valueAxis,
      tooltip: {
        show: !draw.isStill,
        trigger: 'item',
        formatter: ({ dataIndex }: { dataIndex: number }) =>
          tip(
            labels[dataIndex] ?? '',
            series.map((one, s) => ({
              color: isRing && series.length === 1 ? colors[dataIndex] : colors[s],
              name: one.name,
              value: figure(one.data[dataIndex] ?? null, one.measure),
            })),
            look,
          ),
      },
      series: series.map((one, s): Option => {
        return polarSeries({ one, draw, categories, isRing, series, colors, s, isLine, isStack });
      }),
    },
    engine: 'further',
    pick: ({ seriesIndex, dataIndex }) => clickedOf(model, categories[dataIndex], series[seriesIndex]),
    summary: `${series
      .map(({ name }) => name)
      .slice(0, 6)
      .join('、')}，共 ${full.categories.length} 项：${labels.slice(0, 6).join('、')}`,
    isEmpty: false,
  };
}

/** One measure around the centre. */
function polarSeries({
  one,
  draw,
  categories,
  isRing,
  series,
  colors,
  s,
  isLine,
  isStack,
}: {
  one: CrossSeries;
  draw: Draw;
  categories: Category[];
  isRing: boolean;
  series: CrossSeries[];
  colors: string[];
  s: number;
  isLine: boolean;
  isStack: boolean;
}): Option {
  const { model, config, look } = draw;
  const common: Option = {
    id: one.id,
    name: one.name,
    coordinateSystem: 'polar',
    cursor: draw.isClickable ? 'pointer' : 'default',
    data: categories.map((category, i) => {
      const raw = one.data[i] ?? null;
      const color = raw === null ? undefined : draw.markOf(one.measure.key, raw)?.color;
      const own = isRing && series.length === 1 ? colors[i] : undefined;
      return {
        value: raw,
        itemStyle: { opacity: dimmed(draw, clickedOf(model, category, one)), ...((color ?? own) && { color: color ?? own }) },
      };
    }),
    itemStyle: { color: colors[s] },
    label: {
      show: config.options.label?.show === true,
      color: look.palette.ink2,
      fontSize: look.small,
      position: 'middle',
      formatter: ({ dataIndex }: { dataIndex: number }) => shortFigure(one.data[dataIndex] ?? null, one.measure),
    },
  };
  if (isLine)
    return {
      ...common,
      type: 'line',
      smooth: config.options.smooth ? 0.3 : false,
      showSymbol: categories.length <= 24,
      lineStyle: { color: colors[s], width: 2 },
      areaStyle: { color: alpha(colors[s]!, 0.14) },
    };
  return {
    ...common,
    type: 'bar',
    stack: isStack ? 'all' : undefined,
    roundCap: isRing,
    showBackground: isRing,
    backgroundStyle: { color: alpha(look.accent, 0.1) },
    ...(isRing ? { barMaxWidth: 16, barCategoryGap: '38%' } : { barMaxWidth: 60, barCategoryGap: '24%' }),
  };
}

/** A polygon per series over the categories as axes; several measures without a category are the axes themselves. */
export function radar(draw: Draw): Built {
  const { model, look, size, config } = draw;
  const cross = crossOf(model);
  const categories = cross.categories.slice(0, MAX_AXES);
  const { series } = cross;
  if (categories.length === 0 || series.length === 0) return nothing(draw, 'further');
  const colors = seriesColors(look, series.length);
  const frame = frameOf(
    draw,
    series.map(({ name }) => name),
  );
  const room = middle(size, frame.pad);
  const known = extent(series.flatMap(({ data }) => data)) ?? [0, 1];
  // all axes to the same end: the polygons are figures of one kind
  const top = config.options.max ?? (known[1] > 0 ? known[1] * 1.08 : 1);
  const isFilled = model.variant === 'arearadar';
  return {
    option: {
      ...frame.option,
      radar: {
        center: room.center,
        radius: Math.max(18, room.radius - look.text * 2 - 6),
        indicator: categories.map(({ label }) => ({ name: cut(label, 8), max: top, min: config.options.min ?? Math.min(0, known[0]) })),
        splitNumber: 4,
        axisName: { color: look.palette.ink2, fontSize: look.text },
        axisNameGap: 8,
        axisLine: { lineStyle: { color: look.palette.line } },
        splitLine: { lineStyle: { color: look.palette.line } },
        splitArea: {
          areaStyle: {
            color:
              look.surface === 'screen'
                ? [alpha(look.accent, 0.05), alpha(look.accent, 0.1)]
                : ['transparent', alpha(look.palette.ink3, 0.05)],
          },
        },
      },
      tooltip: {
        show: !draw.isStill,
        trigger: 'item',
        formatter: ({ dataIndex, color }: { dataIndex: number; color: string }) => {
          const one = series[dataIndex];
          return one
            ? tip(
                one.name,
                categories.map(({ label }, i) => ({ color, name: label, value: figure(one.data[i] ?? null, one.measure) })),
                look,
              )
            : '';
        },
      },
      series: [
        {
          id: 'radar',
          type: 'radar',
          cursor: draw.isClickable ? 'pointer' : 'default',
          symbol: 'circle',
          symbolSize: config.options.symbol === false ? 0 : 5,
          emphasis: { focus: 'self' },
          data: series.map((one, s) => {
            const opacity = dimmed(draw, clickedOf(model, undefined, one));
            const color = (model.colDims.length === 0 && one.measure.slot?.color) || colors[s]!;
            return {
              name: one.name,
              value: categories.map((_, i) => one.data[i] ?? null),
              itemStyle: { color, opacity },
              lineStyle: {
                color,
                width: 2,
                opacity,
                type: s > 0 && !isFilled && series.length <= 3 ? 'dashed' : 'solid',
                ...(look.glow > 0 && { shadowColor: alpha(color, 0.5), shadowBlur: look.glow * 0.6 }),
              },
              areaStyle: { color: alpha(color, isFilled ? 0.3 : 0.08), opacity },
              label: {
                show: config.options.label?.show === true,
                color: look.palette.ink2,
                formatter: ({ value }: { value: number | null }) => shortFigure(value, one.measure),
              },
            };
          }),
        },
      ],
    },
    engine: 'further',
    pick: ({ dataIndex }) => clickedOf(model, undefined, series[dataIndex]),
    summary: `${series
      .map(({ name }) => name)
      .slice(0, 6)
      .join('、')}，${categories.length} 个维度：${categories
      .map(({ label }) => label)
      .slice(0, 8)
      .join('、')}`,
    isEmpty: false,
  };
}
