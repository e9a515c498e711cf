import { alpha, textColorOn, mix } from '#kit/core/color.ts';
import { dimmed, type Draw, type Option } from './built.ts';
import { cut, figure, shortFigure, textWidth, type Clicked, type CrossSeries, type Part } from './model.ts';
import { escapeRich, shareText, tip } from './tip.ts';

export const REST = '其他';

/** Room of a share in a legend: six letters of digits and a gap, whatever their size. */
export const shareWidth = ({ small }: { readonly small: number }): number => Math.round(small * 3.6 + 6);

/** Beside a ring: the line to its label, and what ECharts keeps free around that. */
const LINE = 32;

export interface Slice {
  readonly name: string;
  readonly value: number;
  readonly clicked: Clicked[];
  readonly group: string;
}

/** One slice with its colour. */
export function sliceItem({
  isNested,
  id,
  colorOf,
  groups,
  slice,
  at,
  draw,
  one,
  slices,
}: {
  isNested: boolean;
  id: string;
  colorOf: Map<string, string>;
  groups: Slice[];
  slice: Slice;
  at: number;
  draw: Draw;
  one: CrossSeries;
  slices: Slice[];
}): Option {
  const { look } = draw;
  const { label } = draw.config.options;
  const color =
    isNested && id.endsWith('outer')
      ? mix(colorOf.get(groupName(groups, slice)) ?? '', look.palette.surface, 0.22 + 0.3 * ((at % 3) / 3))
      : colorOf.get(slice.name);
  const mark = draw.markOf(one.measure.key, slice.value);
  const opacity = dimmed(draw, slice.clicked);
  return {
    name: slice.name,
    value: slice.value,
    itemStyle: {
      color: mark?.color ?? color,
      opacity,
      ...(look.glow > 0 && at === 0 && slices.length > 1 && { shadowBlur: look.glow, shadowColor: alpha(String(color), 0.55) }),
    },
    ...(label?.position === 'inside' && { label: { color: textColorOn(String(color)) } }),
  };
}

/** Where the ring of one measure stands, and how large it is with its labels beside it. */
export function placeOf({
  several,
  box,
  i,
  showsLabels,
  slices,
  draw,
  totals,
  one,
}: {
  several: { series: CrossSeries; slices: Slice[] }[];
  box: { x: number; y: number; w: number; h: number };
  i: number;
  showsLabels: boolean;
  slices: Slice[];
  draw: Draw;
  totals: number[];
  one: CrossSeries;
}) {
  const { label } = draw.config.options;
  const { look } = draw;
  const columns = Math.min(several.length, Math.max(1, Math.round(Math.sqrt((several.length * box.w) / Math.max(1, box.h)))));
  const lines = Math.ceil(several.length / columns);
  const cell = { w: box.w / columns, h: box.h / lines };
  const center = [box.x + cell.w * ((i % columns) + 0.5), box.y + cell.h * (Math.floor(i / columns) + 0.5) + (several.length > 1 ? 8 : 0)];
  const isBeside = showsLabels && label?.position !== 'inside';
  const texts = isBeside ? slices.map((slice) => labelText(draw, slice, totals[i] ?? 0, one.measure)) : [];
  const beside = Math.max(0, ...texts.flatMap((text) => text.split('\n')).map((line) => textWidth(line, label?.fontSize ?? look.text)));
  const room = isBeside
    ? { w: Math.max(cell.w - 2 * (beside + LINE), cell.w * 0.36), h: cell.h - 40 }
    : { w: cell.w - 16, h: cell.h - 16 - (several.length > 1 ? 22 : 0) };
  const radius = Math.max(16, Math.min(room.w, room.h) / 2);
  return { center, radius };
}

/** What the tip of a slice says. */
export function sliceTip({
  isNested,
  seriesIndex,
  groups,
  several,
  dataIndex,
  totals,
  color,
  draw,
}: {
  isNested: boolean;
  seriesIndex: number;
  groups: Slice[];
  several: { series: CrossSeries; slices: Slice[] }[];
  dataIndex: number;
  totals: number[];
  color: string;
  draw: Draw;
}) {
  const { look } = draw;
  const at = isNested ? 0 : seriesIndex;
  const slice = (isNested && seriesIndex === 0 ? groups : several[at]?.slices)?.[dataIndex];
  const whole = totals[at] ?? 0;
  return slice
    ? tip(
        slice.name,
        [
          {
            color,
            name: several[at]?.series.name ?? '',
            value: figure(slice.value, several[at]?.series.measure),
            note: shareText(slice.value, whole),
          },
        ],
        look,
      )
    : '';
}

/** A legend that tells value and share of each slice. */
export function legendFigures({
  byName,
  shownName,
  first,
  totals,
  valueWidth,
  draw,
}: {
  byName: Map<string, Slice>;
  shownName: number;
  first: { readonly series: CrossSeries };
  totals: number[];
  valueWidth: number;
  draw: Draw;
}): Option {
  const { look } = draw;
  return {
    formatter: (name: string) => {
      const slice = byName.get(name);
      const shown = escapeRich(cut(name, shownName / look.text));
      return slice
        ? `{n|${shown}}{v|${escapeRich(shortFigure(slice.value, first.series.measure))}}{p|${shareText(slice.value, totals[0] ?? 0)}}`
        : name;
    },
    textStyle: {
      width: shownName + valueWidth + shareWidth(look),
      overflow: 'none',
      rich: {
        n: { width: shownName, color: look.palette.ink2, fontSize: look.text },
        v: {
          width: valueWidth,
          align: 'right',
          color: look.palette.ink,
          fontSize: look.text,
          fontWeight: 600,
          fontFamily: look.digits,
        },
        p: { width: shareWidth(look), align: 'right', color: look.palette.ink3, fontSize: look.small, fontFamily: look.digits },
      },
    },
  };
}

const groupName = (groups: readonly Slice[], slice: Slice): string => groups.find(({ group }) => group === slice.group)?.name ?? '';

export function labelText(draw: Draw, slice: Slice | undefined, whole: number, measure: Part): string {
  if (!slice) return '';
  const name = cut(slice.name, 10);
  const value = shortFigure(slice.value, measure);
  const percent = shareText(slice.value, whole);
  switch (draw.config.options.label?.content ?? 'namePercent') {
    case 'value':
      return value;
    case 'name':
      return name;
    case 'percent':
      return percent;
    case 'nameValue':
      return `${name}\n${value}`;
    case 'namePercent':
      return `${name}\n${percent}`;
  }
}

/** The sum in the middle of a ring. */
export function centreText({ look }: Draw, series: Option, total: number, measure: Part | undefined): Option {
  const [x, y] = series.center as [number, number];
  const inner = (series.radius as [number, number])[0];
  const text = shortFigure(total, measure);
  // the figure stays inside the ring
  const widest = (inner * 1.7) / Math.max(1, textWidth(text, 1));
  const fontSize = Math.max(12, Math.min(look.surface === 'screen' ? 34 : 26, inner * 0.42, widest));
  return {
    text,
    subtext: cut(String(series.name), (inner * 1.5) / look.text),
    left: x,
    top: y,
    textAlign: 'center',
    textVerticalAlign: 'middle',
    padding: 0,
    itemGap: 4,
    textStyle: { color: look.palette.ink, fontSize, fontWeight: 600, fontFamily: look.digits, lineHeight: fontSize },
    subtextStyle: { color: look.palette.ink3, fontSize: look.text },
  };
}

export function nameBelow({ look }: Draw, series: Option, name: string): Option {
  const [x, y] = series.center as [number, number];
  const outer = (series.radius as [number, number])[1];
  return {
    text: cut(name, 12),
    left: x,
    top: y - outer - look.text - 10,
    textAlign: 'center',
    padding: 0,
    textStyle: { color: look.palette.ink2, fontSize: look.text, fontWeight: 500 },
  };
}
