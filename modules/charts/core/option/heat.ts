import { gradientColor, textColorOn, mix } from '#kit/core/color.ts';
import { dimmed, nothing, type Built, type Draw, type Option } from './built.ts';
import { frameOf } from './frame.ts';
import { MAX_YEARS } from './limits.ts';
import { clickedOf, crossOf, cut, extent, figure, numberAt, shortFigure, textWidth, type Clicked } from './model.ts';
import { tip } from './tip.ts';

/** The scale of colours below or beside a heat map. */
function scaleOf(draw: Draw, min: number, max: number): Option {
  const { look, model } = draw;
  const isDiverging = min < 0 && max > 0;
  const side = Math.max(Math.abs(min), Math.abs(max));
  const [low, high] = isDiverging ? [-side, side] : min === max ? [Math.min(0, min), max || 1] : [min, max];
  return {
    type: 'continuous',
    min: draw.config.options.min ?? low,
    max: draw.config.options.max ?? high,
    dimension: 2,
    calculable: false,
    orient: 'horizontal',
    right: 0,
    top: 0,
    itemWidth: 10,
    itemHeight: Math.max(60, Math.min(140, draw.size.w * 0.3)),
    show: draw.config.options.legend?.show !== false && draw.size.w >= 200,
    text: [shortFigure(high, model.measures[0]), shortFigure(low, model.measures[0])],
    textGap: 8,
    inRange: { color: isDiverging ? look.diverging : look.ramp },
    align: 'auto',
    formatter: (value: number) => shortFigure(value, model.measures[0]),
  };
}
const colorIn = (scale: Option, value: number): string => {
  const [min, max] = [scale.min as number, scale.max as number];
  return gradientColor((scale.inRange as { color: string[] }).color, max > min ? (value - min) / (max - min) : 1);
};

/** A matrix of two dimensions, coloured by a measure. */
export function heatmap(draw: Draw): Built {
  const { model, look, config, size } = draw;
  const measure = model.measures[0];
  const cross = crossOf({ ...model, measures: model.measures.slice(0, 1) });
  const range = extent(cross.series.flatMap(({ data }) => data));
  if (!measure || !range) return nothing(draw, 'further');
  const columns = cross.categories.map(({ label }) => label);
  const lines = cross.series.map(({ name }) => name);
  const scale = scaleOf(draw, range[0], range[1]);
  const frame = frameOf(draw, [], { legend: false });
  const labelRoom = Math.min(size.w * 0.28, 120, Math.max(...lines.map((line) => textWidth(line, look.text))) + 8);
  const cell = { w: (size.w - labelRoom) / columns.length, h: (size.h - 60) / lines.length };
  const showsValues = config.options.label?.show ?? (cell.w >= 44 && cell.h >= 20 && columns.length * lines.length <= 400);
  const rotate =
    config.options.xAxis?.rotate ??
    (columns.some((text) => textWidth(text, look.text) > cell.w - 4) && cell.w >= 16 && cell.w < 56 ? 40 : 0);
  const cells = cross.series.flatMap((series, y) =>
    series.data.flatMap((value, x) => {
      if (value === null) return [];
      const color = draw.markOf(measure.key, value)?.color;
      return [
        {
          value: [x, y, value],
          itemStyle: { opacity: dimmed(draw, clickedOf(model, cross.categories[x], series)), ...(color && { color }) },
          label: { color: textColorOn(color ?? colorIn(scale, value)) },
        },
      ];
    }),
  );
  const at = (data: unknown): [number, number] | null =>
    Array.isArray((data as { value?: unknown })?.value) ? (data as { value: [number, number] }).value : null;
  return {
    option: {
      ...frame.option,
      grid: { left: 2, right: 2, top: Math.max(frame.pad.top, 0) + 30, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'all' },
      xAxis: {
        type: 'category',
        data: columns,
        name: config.options.xAxis?.name ?? '',
        nameLocation: 'middle',
        axisLine: { show: false },
        axisLabel: {
          rotate,
          interval: rotate || cell.w > 40 ? 0 : 'auto',
          hideOverlap: true,
          width: rotate ? 80 : Math.max(30, cell.w - 4),
          overflow: 'truncate',
        },
      },
      yAxis: {
        type: 'category',
        data: lines,
        name: config.options.yAxis?.name ?? '',
        inverse: true,
        axisLine: { show: false },
        axisLabel: { width: labelRoom, overflow: 'truncate' },
      },
      visualMap: scale,
      tooltip: {
        show: !draw.isStill,
        trigger: 'item',
        formatter: ({ data, color }: { data: unknown; color: string }) => {
          const place = at(data);
          if (!place) return '';
          const [x, y] = place;
          return tip(
            `${columns[x] ?? ''} · ${lines[y] ?? ''}`,
            [{ color, name: measure.name, value: figure(cross.series[y]?.data[x] ?? null, measure) }],
            look,
          );
        },
      },
      series: [
        {
          id: 'heat',
          type: 'heatmap',
          cursor: draw.isClickable ? 'pointer' : 'default',
          data: cells,
          progressive: 4000,
          label: {
            show: showsValues,
            fontSize: look.text,
            fontFamily: look.digits,
            formatter: ({ data }: { data: unknown }) => shortFigure((data as { value: number[] }).value[2] ?? null, measure),
          },
          itemStyle: {
            borderWidth: columns.length > 120 ? 0 : 1,
            borderColor: look.surface === 'screen' ? 'rgba(3,11,30,.5)' : (look.background ?? look.palette.surface),
            borderRadius: 2,
          },
          emphasis: { itemStyle: { borderColor: look.palette.ink, borderWidth: 1 } },
        },
      ],
    },
    engine: 'further',
    pick: ({ data }) => {
      const place = at(data);
      return place ? clickedOf(model, cross.categories[place[0]], cross.series[place[1]]) : [];
    },
    summary: `${measure.name}，${columns.length} × ${lines.length} 格，${figure(range[0], measure)} 至 ${figure(range[1], measure)}`,
    isEmpty: false,
  };
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})/;

/** Days of up to three years, a line per year, coloured by a measure. */
export function calendar(draw: Draw): Built {
  const { model, look, size } = draw;
  const [day, measure] = [model.rowDims[0], model.measures[0]];
  if (!day || !measure) return nothing(draw, 'further');
  const sums = new Map<string, { value: number; clicked: Clicked[] }>();
  for (const row of model.rows) {
    const date = DAY.exec(String(row[day.at] ?? ''))?.[0];
    const value = numberAt(row, measure);
    if (date && value !== null)
      sums.set(date, { value: (sums.get(date)?.value ?? 0) + value, clicked: [{ col: day.col, value: row[day.at] ?? null }] });
  }
  const range = extent([...sums.values()].map(({ value }) => value));
  if (!range) return nothing(draw, 'further');
  const dates = [...sums.keys()].toSorted();
  const years = [...new Set(dates.map((date) => date.slice(0, 4)))].slice(-MAX_YEARS);
  const isOne = years.length === 1;
  // part of a year alone gets the room of the whole
  const from = isOne ? dates[0]!.slice(0, 7) : years[0]!;
  const to = isOne ? dates.at(-1)!.slice(0, 7) : years.at(-1)!;
  const scale = scaleOf(draw, range[0], range[1]);
  const frame = frameOf(draw, [], { legend: false });
  const top = Math.max(frame.pad.top, 0) + 32;
  // a year alone is cut into as many lines as make its days largest
  const cellOf = (lines: number, weeks: number) => Math.max(4, Math.min(30, (size.w - 44) / weeks, ((size.h - top - 6) / lines - 22) / 7));
  const plans = isOne
    ? [1, 2, 3, 4].map((lines) => {
        const list = monthSpans(from, to, lines);
        const weeks = Math.max(...list.map(([a, b]) => (Date.parse(b) - Date.parse(a)) / 604_800_000 + 1.6));
        return { spans: list as (string | [string, string])[], weeks, cell: cellOf(list.length, weeks) };
      })
    : [{ spans: years as (string | [string, string])[], weeks: 54, cell: cellOf(years.length, 54) }];
  const best = plans.reduce((a, b) => (b.cell > a.cell * 1.1 ? b : a));
  const { spans, weeks, cell } = best;
  const room = (size.h - top - 6) / spans.length;
  return {
    option: {
      ...frame.option,
      visualMap: { ...scale, dimension: 1, calculable: false },
      calendar: spans.map((range2, i) => ({
        id: `y${i}`,
        range: range2,
        top: top + room * i + 18 + Math.max(0, (room - 20 - cell * 7) / 2),
        left: 40 + Math.max(0, (size.w - 44 - cell * weeks) / 2),
        cellSize: [cell, cell],
        orient: 'horizontal',
        splitLine: { show: cell >= 8, lineStyle: { color: look.palette.lineStrong, width: 1 } },
        itemStyle: {
          color: look.surface === 'screen' ? 'rgba(120,180,255,.06)' : mix(look.background ?? look.palette.surface, look.palette.ink, 0.03),
          borderColor: look.surface === 'screen' ? 'rgba(3,11,30,.6)' : (look.background ?? look.palette.surface),
          borderWidth: cell >= 8 ? 2 : 1,
        },
        dayLabel: {
          show: cell >= 10,
          firstDay: 1,
          color: look.palette.ink3,
          fontSize: Math.min(look.text, Math.max(10, cell - 1)),
          nameMap: ['日', '一', '二', '三', '四', '五', '六'],
        },
        monthLabel: { color: look.palette.ink3, fontSize: look.text, nameMap: Array.from({ length: 12 }, (_, m) => `${m + 1}月`) },
        yearLabel: { show: !isOne, color: look.palette.ink2, fontSize: look.text, margin: 26 },
      })),
      tooltip: {
        show: !draw.isStill,
        trigger: 'item',
        formatter: ({ data, color }: { data: { value: [string, number] }; color: string }) =>
          tip(data.value[0], [{ color, name: measure.name, value: figure(data.value[1], measure) }], look),
      },
      series: spans.map((_, i) => ({
        id: `s${i}`,
        type: 'heatmap',
        coordinateSystem: 'calendar',
        calendarIndex: i,
        cursor: draw.isClickable ? 'pointer' : 'default',
        data: dates
          .filter((date) => (isOne ? date >= spans[i]![0]! && date <= spans[i]![1]! : date.startsWith(years[i]!)))
          .map((date) => ({ value: [date, sums.get(date)!.value], itemStyle: { opacity: dimmed(draw, sums.get(date)!.clicked) } })),
        itemStyle: { borderRadius: 2 },
        label: {
          show: draw.config.options.label?.show === true && cell >= 22,
          fontSize: 10,
          formatter: ({ data }: { data: { value: [string, number] } }) => cut(shortFigure(data.value[1], measure), 4),
        },
      })),
    },
    engine: 'further',
    pick: ({ data }) => sums.get((data as { value?: [string] })?.value?.[0] ?? '')?.clicked ?? [],
    summary: `${measure.name}，${dates[0]} 至 ${dates.at(-1)}，${sums.size} 天，${figure(range[0], measure)} 至 ${figure(range[1], measure)}`,
    isEmpty: false,
  };
}

/** Months from–to in so many spans of days, as even as months allow. */
function monthSpans(from: string, to: string, lines: number): [string, string][] {
  const [y = 0, first = 1] = from.split('-').map(Number);
  const last = Number(to.slice(5, 7));
  const count = last - first + 1;
  const each = Math.ceil(count / Math.min(lines, count));
  const name = (month: number) => `${y}-${String(month).padStart(2, '0')}`;
  return Array.from({ length: Math.ceil(count / each) }, (_, i) => [
    `${name(first + i * each)}-01`,
    lastDay(name(Math.min(last, first + (i + 1) * each - 1))),
  ]);
}

function lastDay(month: string): string {
  const [y = 0, m = 1] = month.split('-').map(Number);
  return `${month}-${String(new Date(Date.UTC(y, m, 0)).getUTCDate()).padStart(2, '0')}`;
}
