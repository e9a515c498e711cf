import { alpha } from '#kit/core/color.ts';
import { axisScale } from '../look/format.ts';
import { seriesColors } from '../look/resolve-theme.ts';
import { dimmed, nothing, type Built, type Draw, type Option } from './built.ts';
import { frameOf } from './frame.ts';
import { MAX_DOT_GROUPS } from './limits.ts';
import { cut, extent, figure, numberAt, SEPARATOR, textAt, type Clicked, type Part } from './model.ts';
import { tip } from './tip.ts';

interface Dot {
  readonly x: number | null;
  readonly y: number | null;
  readonly size: number | null;
  readonly name: string;
  readonly clicked: Clicked[];
}

/** Points by two measures; the third is the size of bubbles, the columns shelf their colour. */
export function scatter(draw: Draw): Built {
  const { model, look, config, size } = draw;
  const [xPart, yPart, sizePart] = model.measures;
  if (!xPart || !yPart || model.rows.length === 0) return nothing(draw, 'further');
  const groups = new Map<string, Dot[]>();
  const dims = [...model.rowDims, ...model.colDims];
  for (const row of model.rows) {
    const group = model.colDims.map((dim) => textAt(row, dim)).join(SEPARATOR) || yPart.name;
    const dot = {
      x: numberAt(row, xPart),
      y: numberAt(row, yPart),
      size: sizePart ? numberAt(row, sizePart) : null,
      name: model.rowDims.map((dim) => textAt(row, dim)).join(SEPARATOR),
      clicked: dims.map((dim) => ({ col: dim.col, value: row[dim.at] ?? null })),
    };
    const list = groups.get(group);
    if (list) list.push(dot);
    else groups.set(group, [dot]);
  }
  const list = [...groups].slice(0, MAX_DOT_GROUPS);
  const all = list.flatMap(([, dots]) => dots);
  const colors = seriesColors(look, list.length);
  const sizes = extent(all.map((dot) => dot.size));
  const isBubble = model.variant === 'bubble' || sizePart !== undefined;
  const most = Math.max(14, Math.min(56, Math.sqrt((size.w * size.h) / Math.max(8, all.length)) * 0.55));
  const sizeOf = (value: number | null) =>
    !isBubble
      ? all.length > 2000
        ? 4
        : 9
      : value === null || !sizes
        ? 8
        : Math.max(6, Math.sqrt(Math.max(0, value) / Math.max(1e-12, sizes[1])) * most);
  const frame = frameOf(
    draw,
    list.map(([name]) => name),
    { legend: list.length > 1 },
  );
  const axis = (
    part: Part,
    own: { name?: string | null; min?: number | null; max?: number | null } | null | undefined,
    values: (number | null)[],
    isX: boolean,
  ): Option => {
    const range = extent(values) ?? [0, 1];
    const scale = axisScale(Math.max(Math.abs(range[0]), Math.abs(range[1])), part.format, part.modifier);
    return {
      type: 'value',
      name: own?.name || `${part.name}${scale.unit ? `（${scale.unit}）` : ''}`,
      nameLocation: isX ? 'middle' : 'end',
      nameGap: isX ? 6 : 12,
      nameTextStyle: { align: isX ? 'center' : 'left' },
      scale: range[0] > 0 && (range[1] - range[0]) / range[1] < 0.6,
      min: own?.min ?? null,
      max: own?.max ?? null,
      axisLabel: { formatter: scale.tick, hideOverlap: true },
      splitLine: { show: config.options.yAxis?.splitLine !== false },
      splitNumber: isX ? Math.max(2, Math.floor(size.w / 110)) : Math.max(2, Math.floor(size.h / 60)),
    };
  };
  const isLarge = all.length > 4000;
  return {
    option: {
      ...frame.option,
      grid: {
        left: frame.pad.left + 2,
        right: frame.pad.right + 20,
        top: Math.max(frame.pad.top, 0) + 30,
        bottom: frame.pad.bottom + 2,
        outerBoundsMode: 'same',
        outerBoundsContain: 'all',
      },
      xAxis: axis(
        xPart,
        config.options.xAxis,
        all.map((dot) => dot.x),
        true,
      ),
      yAxis: axis(
        yPart,
        config.options.yAxis,
        all.map((dot) => dot.y),
        false,
      ),
      tooltip: {
        show: !draw.isStill,
        trigger: 'item',
        formatter: ({ seriesIndex, dataIndex, color }: { seriesIndex: number; dataIndex: number; color: string }) => {
          const [group, dots] = list[seriesIndex] ?? ['', []];
          const dot = dots[dataIndex];
          if (!dot) return '';
          const lines = [
            { color: list.length > 1 ? color : undefined, name: xPart.name, value: figure(dot.x, xPart) },
            { name: yPart.name, value: figure(dot.y, yPart) },
            ...(sizePart ? [{ name: sizePart.name, value: figure(dot.size, sizePart) }] : []),
          ];
          return tip([model.colDims.length > 0 ? group : '', dot.name].filter(Boolean).join(SEPARATOR), lines, look);
        },
      },
      series: list.map(([name, dots], s): Option => {
        const color = colors[s]!;
        return dotSeries({ name, draw, isLarge, color, isBubble, dots, list, sizeOf });
      }),
    },
    engine: 'further',
    pick: ({ seriesIndex, dataIndex }) => list[seriesIndex]?.[1][dataIndex]?.clicked ?? [],
    summary: `${xPart.name}与${yPart.name}，共 ${all.length} 个点`,
    isEmpty: false,
  };
}

/** The points of one colour. */
function dotSeries({
  name,
  draw,
  isLarge,
  color,
  isBubble,
  dots,
  list,
  sizeOf,
}: {
  name: string;
  draw: Draw;
  isLarge: boolean;
  color: string;
  isBubble: boolean;
  dots: Dot[];
  list: [string, Dot[]][];
  sizeOf: (value: number | null) => number;
}): Option {
  const { look } = draw;
  const { label } = draw.config.options;
  const yPart = draw.model.measures[1]!;
  const xPart = draw.model.measures[0]!;

  return {
    id: `s${name}`,
    name,
    type: 'scatter',
    cursor: draw.isClickable ? 'pointer' : 'default',
    large: isLarge,
    progressive: 4000,
    symbolSize: isLarge ? 4 : undefined,
    itemStyle: {
      color: alpha(color, isBubble ? 0.55 : 0.72),
      borderColor: color,
      borderWidth: isBubble ? 1 : 0,
      ...(look.glow > 0 && { shadowBlur: 6, shadowColor: alpha(color, 0.5) }),
    },
    label: {
      show: label?.show === true,
      position: isBubble ? 'inside' : 'top',
      color: look.palette.ink2,
      fontSize: look.small,
      formatter: ({ dataIndex }: { dataIndex: number }) => cut(dots[dataIndex]?.name ?? '', 8),
    },
    labelLayout: { hideOverlap: true },
    emphasis: { focus: list.length > 1 ? 'series' : 'none' },
    data: isLarge
      ? dots.map((dot) => [dot.x, dot.y])
      : dots.map((dot) => {
          const mark = draw.markOf(yPart.key, dot.y) ?? draw.markOf(xPart.key, dot.x);
          return {
            value: [dot.x, dot.y],
            symbolSize: sizeOf(dot.size),
            itemStyle: {
              opacity: dimmed(draw, dot.clicked),
              ...(mark?.color && { color: alpha(mark.color, 0.6), borderColor: mark.color }),
            },
          };
        }),
  };
}
