import { alpha } from '#kit/core/color.ts';
import { asNumber } from '../look/format.ts';
import { seriesColors } from '../look/resolve-theme.ts';
import { colorsOfKinds } from '../look/meaning.ts';
import { nothing, type Built, type Draw, type Option } from './built.ts';
import { frameOf } from './frame.ts';
import { clickedOf, crossOf, shortFigure, textWidth, type Category, type CrossSeries } from './model.ts';
import { shareText } from './tip.ts';
import {
  REST,
  shareWidth,
  type Slice,
  sliceItem,
  placeOf,
  sliceTip,
  legendFigures,
  labelText,
  centreText,
  nameBelow,
} from './pie-parts.ts';

/** Slices that are drawn; the rest is added up as 其他. */
const MAX = 24;

const MARK = 16;

const AIR = 14;

/** What the answer leaves out of a measure, when it tells the whole and that is the sum of its parts. */
function restOf({ data }: Draw, series: CrossSeries): number {
  const whole = asNumber(data.cut?.whole?.[series.measureAt]);
  return whole === null ? 0 : Math.max(0, whole - series.data.reduce<number>((sum, value) => sum + (value ?? 0), 0));
}

function slicesOf(draw: Draw, categories: readonly Category[], series: CrossSeries): Slice[] {
  const { data } = series;
  const unseen = restOf(draw, series);
  const known = categories.flatMap((category, i): Slice[] => {
    const value = data[i] ?? null;
    return value !== null && value > 0
      ? [{ name: category.label, value, clicked: clickedOf(draw.model, category), group: String(category.values[0]) }]
      : [];
  });
  const added = (value: number): Slice[] => (value > 0 ? [{ name: REST, value, clicked: [], group: REST }] : []);
  if (known.length <= MAX) return [...known, ...added(unseen)];
  const sorted = known.toSorted((a, b) => b.value - a.value);
  const rest = sorted.slice(MAX - 1).reduce((sum, { value }) => sum + value, 0);
  return [...sorted.slice(0, MAX - 1), ...added(rest + unseen)];
}

/** Pie, ring and roses; several measures stand side by side, a second dimension is a ring around the first. */
export function pie(draw: Draw): Built {
  const { model, look, size, config } = draw;
  const cross = crossOf(model);
  const several = cross.series.slice(0, 6).map((series) => ({ series, slices: slicesOf(draw, cross.categories, series) }));
  const first = several[0];
  if (!first || several.every(({ slices }) => slices.length === 0)) return nothing(draw);
  const isNested = model.rowDims.length > 1 && several.length === 1;
  const isRose = model.variant.startsWith('rose');
  const isRing = model.variant === 'donutpie';
  const groups = isNested ? groupsOf(draw, first.slices) : first.slices;
  const names = [...new Set((isNested ? groups : several.flatMap(({ slices }) => slices)).map(({ name }) => name))];
  const colors = config.options.colors?.length ? seriesColors(look, names.length) : colorsOfKinds(look, names);
  const colorOf = new Map(names.map((name, i) => [name, name === REST && i >= look.colors.length ? look.palette.ink4 : colors[i]!]));

  const { label, legend } = config.options;
  const totals = several.map(({ slices }) => slices.reduce((sum, { value }) => sum + value, 0));
  const wantsSide =
    (legend?.show ?? true) &&
    (legend?.position ?? 'right') === 'right' &&
    several.length === 1 &&
    size.w >= 300 &&
    size.w / Math.max(1, size.h) > 1.25;
  const showsLabels = label?.show ?? !(wantsSide || (legend?.show ?? several.length > 1) || Math.min(size.w, size.h) < 150);
  const frame = frameOf(draw, names, { legend: wantsSide || (legend?.show ?? several.length > 1), side: wantsSide });
  const nameWidth = Math.min(120, Math.max(...names.map((name) => textWidth(name, look.text))) + 4);
  const valueWidth = Math.max(...groups.map(({ value }) => textWidth(shortFigure(value, first.series.measure), look.text))) + 10;
  // what the height of the ring leaves anyway
  const widest = Math.max(size.w * 0.58, size.w - size.h - 8);
  const most = Math.min(widest, nameWidth + valueWidth + shareWidth(look) + MARK + AIR);
  // names are cut before their figures are left out, but not to less than four characters
  const shownName = Math.min(nameWidth, Math.ceil(most - valueWidth - shareWidth(look) - MARK - AIR));
  const showsFigures = wantsSide && !isNested && shownName >= Math.min(nameWidth, 4 * look.text + 4);
  // names alone need less, and the ring gets the rest
  const legendWidth = !wantsSide ? 0 : showsFigures || isNested ? most : Math.min(most, nameWidth + MARK + AIR);
  const box = {
    x: frame.pad.left,
    y: frame.pad.top,
    w: size.w - frame.pad.left - (wantsSide ? legendWidth : frame.pad.right),
    h: size.h - frame.pad.top - frame.pad.bottom,
  };

  const series = several.flatMap(({ series: one, slices }, i): Option[] => {
    const { center, radius } = placeOf({ several, box, i, showsLabels, slices, draw, totals, one });
    const ring = (list: readonly Slice[], from: number, to: number, hasLabels: boolean, id: string): Option => ({
      id,
      type: 'pie',
      name: one.name,
      cursor: draw.isClickable ? 'pointer' : 'default',
      center,
      radius: [from * radius, to * radius],
      roseType: isRose ? (model.variant === 'roseradiuspie' ? 'radius' : 'area') : false,
      minAngle: isRose ? 0 : 3,
      avoidLabelOverlap: true,
      itemStyle: {
        borderColor: look.surface === 'screen' ? alpha(look.palette.surface, 0.9) : (look.background ?? look.palette.surface),
        borderWidth: list.length > 1 ? (look.surface === 'screen' ? 2 : 1) : 0,
        borderRadius: look.surface === 'page' && isRing ? 2 : 0,
      },
      label: {
        show: hasLabels,
        color: look.palette.ink2,
        fontSize: label?.fontSize ?? look.text,
        lineHeight: look.text + 5,
        ...(label?.position && { position: label.position }),
        formatter: ({ dataIndex }: { dataIndex: number }) => labelText(draw, list[dataIndex], totals[i] ?? 0, one.measure),
      },
      labelLine: { show: hasLabels && label?.position !== 'inside', length: 8, length2: 8, lineStyle: { color: look.palette.lineStrong } },
      labelLayout: { hideOverlap: true },
      emphasis: { scaleSize: 4, label: { show: hasLabels } },
      data: list.map((slice, at) => {
        return sliceItem({ isNested, id, colorOf, groups, slice, at, draw, one, slices });
      }),
    });
    if (isNested) return [ring(groups, 0, 0.55, false, `${one.id}inner`), ring(slices, 0.62, 1, showsLabels, `${one.id}outer`)];
    return [ring(slices, isRing ? 0.64 : isRose ? 0.18 : 0, 1, showsLabels, one.id)];
  });
  const centers =
    isRing && Math.min(size.w, size.h) >= 120
      ? series.map((one, i) => centreText(draw, one, totals[i] ?? 0, several[i]?.series.measure))
      : [];
  const titles = several.length > 1 && !isRing ? series.map((one, i) => nameBelow(draw, one, several[i]?.series.name ?? '')) : [];
  const byName = new Map(groups.map((slice) => [slice.name, slice]));
  const top = groups.slice(0, 6).map(({ name, value }) => `${name} ${shareText(value, totals[0] ?? 0)}`);
  return {
    option: {
      ...frame.option,
      title: [frame.option.title, ...centers, ...titles],
      legend: {
        ...(frame.option.legend as Option),
        ...(wantsSide && {
          padding: 0,
          width: legendWidth,
          height: Math.max(40, size.h - frame.pad.top - 8),
          itemGap: look.surface === 'screen' ? 14 : 10,
        }),
        ...(showsFigures && legendFigures({ byName, shownName, first, totals, valueWidth, draw })),
      },
      tooltip: {
        show: !draw.isStill,
        trigger: 'item',
        formatter: ({ seriesIndex, dataIndex, color }: { seriesIndex: number; dataIndex: number; color: string }) => {
          return sliceTip({ isNested, seriesIndex, groups, several, dataIndex, totals, color, draw });
        },
      },
      series,
    },
    engine: 'basic',
    pick: ({ seriesIndex, dataIndex }) =>
      isNested && seriesIndex === 0
        ? (groups[dataIndex]?.clicked ?? [])
        : (several[isNested ? 0 : seriesIndex]?.slices[dataIndex]?.clicked ?? []),
    summary: `${first.series.name}：${top.join('，')}${groups.length > 6 ? ` 等 ${groups.length} 项` : ''}`,
    isEmpty: false,
  };
}

function groupsOf(draw: Draw, slices: readonly Slice[]): Slice[] {
  const first = draw.model.rowDims[0]!;
  const sums = new Map<string, Slice>();
  for (const slice of slices) {
    const name = slice.group === REST ? REST : slice.name.split(' · ')[0]!;
    const before = sums.get(name);
    sums.set(name, {
      name,
      value: (before?.value ?? 0) + slice.value,
      clicked: slice.clicked.filter(({ col }) => col === first.col),
      group: slice.group,
    });
  }
  return [...sums.values()];
}
