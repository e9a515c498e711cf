import { alpha } from '#kit/core/color.ts';
import { categoryAxis, valueAxis } from './axes.ts';
import { dimmed, nothing, type Built, type Draw, type Option } from './built.ts';
import { fill } from './cartesian-series.ts';
import { frameOf } from './frame.ts';
import { clickedOf, crossOf, figure, shortFigure, type CrossSeries } from './model.ts';
import { refMarks } from './ref-lines.ts';
import { tip } from './tip.ts';

/** A quantile of sorted values, between neighbours in proportion (R type 7). */
export function quantile(sorted: readonly number[], part: number): number {
  const at = (sorted.length - 1) * part;
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

const gridOf = (frame: { pad: { top: number; right: number; bottom: number; left: number } }, hasUnit: boolean): Option => ({
  left: frame.pad.left + 2,
  right: frame.pad.right + 12,
  top: Math.max(frame.pad.top, 0) + (hasUnit ? 26 : 12),
  bottom: frame.pad.bottom + 2,
  outerBoundsMode: 'same',
  outerBoundsContain: 'all',
});

/** Median, quarters, whiskers at 1.5 times the middle half and what lies beyond, of the values of each category. */
export function boxplot(draw: Draw): Built {
  const { model, look } = draw;
  const cross = crossOf({ ...model, measures: model.measures.slice(0, 1) });
  const measure = model.measures[0];
  const samples = cross.categories.map((_, i) =>
    cross.series
      .map(({ data }) => data[i] ?? null)
      .filter((value) => value !== null)
      .toSorted((a, b) => a - b),
  );
  if (!measure || samples.every((list) => list.length === 0)) return nothing(draw, 'further');
  const outliers: [number, number][] = [];
  const boxes = samples.map((list, i) => {
    if (list.length === 0) return null;
    const [q1, median, q3] = [quantile(list, 0.25), quantile(list, 0.5), quantile(list, 0.75)];
    const reach = (q3 - q1) * 1.5;
    const inner = list.filter((value) => value >= q1 - reach && value <= q3 + reach);
    for (const value of list) if (value < q1 - reach || value > q3 + reach) outliers.push([i, value]);
    return [inner[0] ?? q1, q1, median, q3, inner.at(-1) ?? q3];
  });
  const frame = frameOf(draw, [], { legend: false });
  const category = categoryAxis(draw, cross.categories, 1, false);
  const value = valueAxis(draw, { series: cross.series, fromZero: false });
  const names = ['下边缘', '下四分位', '中位数', '上四分位', '上边缘'];
  const color = look.accent;
  return {
    option: {
      ...frame.option,
      grid: gridOf(frame, Boolean(value.name)),
      xAxis: category.axis,
      yAxis: value.axis,
      tooltip: {
        show: !draw.isStill,
        trigger: 'item',
        formatter: ({ seriesIndex, dataIndex }: { seriesIndex: number; dataIndex: number }) => {
          if (seriesIndex === 1)
            return tip(
              cross.categories[outliers[dataIndex]?.[0] ?? 0]?.label ?? '',
              [{ name: '离群值', value: figure(outliers[dataIndex]?.[1] ?? null, measure) }],
              look,
            );
          const box = boxes[dataIndex];
          return tip(
            cross.categories[dataIndex]?.label ?? '',
            [
              ...names.map((name, i) => ({ name, value: figure(box?.[i] ?? null, measure) })).toReversed(),
              { name: '样本数', value: String(samples[dataIndex]?.length ?? 0) },
            ],
            look,
          );
        },
      },
      series: [
        {
          id: 'box',
          type: 'boxplot',
          cursor: draw.isClickable ? 'pointer' : 'default',
          boxWidth: [10, 44],
          itemStyle: { color: alpha(color, 0.18), borderColor: color, borderWidth: 1.5 },
          data: boxes.map((box, i) => ({ value: box ?? [], itemStyle: { opacity: dimmed(draw, clickedOf(model, cross.categories[i])) } })),
          ...refMarks(draw, cross.series, false),
        },
        {
          id: 'out',
          type: 'scatter',
          symbolSize: 6,
          itemStyle: { color: alpha(look.bad, 0.75) },
          cursor: draw.isClickable ? 'pointer' : 'default',
          data: outliers,
        },
      ],
    },
    engine: 'further',
    pick: ({ seriesIndex, dataIndex }) =>
      clickedOf(model, cross.categories[seriesIndex === 1 ? (outliers[dataIndex]?.[0] ?? -1) : dataIndex]),
    summary: `${measure.name}，${cross.categories.length} 组：${cross.categories
      .slice(0, 5)
      .map(({ label }, i) => `${label} 中位数 ${figure(boxes[i]?.[2] ?? null, measure)}`)
      .join('，')}`,
    isEmpty: false,
  };
}

/** Steps up and down that add up to the total at the end. */
export function waterfall(draw: Draw): Built {
  const { model, look, config } = draw;
  const cross = crossOf({ ...model, measures: model.measures.slice(0, 1) });
  const one = cross.series[0];
  if (!one || cross.categories.length === 0) return nothing(draw, 'basic');
  let sum = 0;
  const steps = cross.categories.map((category, i) => {
    const value = one.data[i] ?? null;
    const from = sum;
    sum += value ?? 0;
    return { label: category.label, values: category.values, value, from, to: sum, isTotal: false };
  });
  const bars = [...steps, { label: '合计', values: [], value: sum, from: 0, to: sum, isTotal: true }];
  const frame = frameOf(draw, [], { legend: false });
  const category = categoryAxis(draw, bars, 1, false);
  const low = Math.min(0, ...bars.map(({ from, to }) => Math.min(from, to)));
  const high = Math.max(0, ...bars.map(({ from, to }) => Math.max(from, to)));
  const value = valueAxis(draw, { series: [one], range: [low, high], fromZero: true });
  const color = (bar: (typeof bars)[number]) => (bar.isTotal ? look.accent : (bar.value ?? 0) < 0 ? look.bad : look.good);
  // an invisible base carries each step; below zero the base hangs down
  const base = bars.map(({ from, to }) => (from >= 0 && to >= 0 ? Math.min(from, to) : from < 0 && to < 0 ? Math.max(from, to) : 0));
  const part = (isUpper: boolean) =>
    bars.map((bar) => {
      const [lo, hi] = [Math.min(bar.from, bar.to), Math.max(bar.from, bar.to)];
      const size = isUpper ? (lo >= 0 ? hi - lo : Math.max(0, hi)) : lo >= 0 ? 0 : hi < 0 ? lo - hi : lo;
      return {
        value: bar.value === null || size === 0 ? null : size,
        itemStyle: { color: fill(look, color(bar)), opacity: dimmed(draw, clickedOf(model, bar)) },
      };
    });
  const texts = config.options.label?.show ?? bars.length <= 16;
  const series = (id: string, data: unknown[], isBase: boolean, isUpper = true): Option => ({
    id,
    type: 'bar',
    stack: 'all',
    data,
    silent: isBase,
    barMaxWidth: 40,
    barCategoryGap: '32%',
    cursor: draw.isClickable ? 'pointer' : 'default',
    itemStyle: isBase ? { color: 'transparent' } : { borderRadius: 2 },
    tooltip: { show: !isBase },
    label: {
      show: !isBase && texts,
      position: isUpper ? 'top' : 'bottom',
      color: look.palette.ink2,
      fontFamily: look.digits,
      fontSize: look.text,
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const bar = bars[dataIndex]!;
        const ownsLabel = isUpper ? Math.max(bar.from, bar.to) > 0 : Math.max(bar.from, bar.to) <= 0;
        return ownsLabel ? `${!bar.isTotal && (bar.value ?? 0) > 0 ? '+' : ''}${value.scale.tick(bar.value ?? 0)}` : '';
      },
    },
    labelLayout: { hideOverlap: true },
  });
  return {
    option: {
      ...frame.option,
      grid: gridOf(frame, Boolean(value.name)),
      xAxis: category.axis,
      yAxis: value.axis,
      tooltip: {
        show: !draw.isStill,
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: (params: { dataIndex: number }[]) => {
          const bar = bars[params[0]?.dataIndex ?? 0];
          return bar
            ? tip(
                bar.label,
                [
                  { color: color(bar), name: bar.isTotal ? '合计' : one.measure.name, value: figure(bar.value, one.measure) },
                  ...(bar.isTotal ? [] : [{ name: '累计', value: figure(bar.to, one.measure) }]),
                ],
                look,
              )
            : '';
        },
      },
      series: [series('base', base, true), series('up', part(true), false), series('down', part(false), false, false)],
    },
    engine: 'basic',
    pick: ({ dataIndex }) => clickedOf(model, steps[dataIndex]),
    pickCategory: { axis: 'x', of: (index) => clickedOf(model, steps[index]) },
    summary: `${one.measure.name}，${steps.length} 步，合计 ${figure(sum, one.measure)}`,
    isEmpty: false,
  };
}

/** Actual figures as bars over bands, targets as ticks. */
export function bullet(draw: Draw): Built {
  const { model, look } = draw;
  const cross = crossOf({ ...model, colDims: [] });
  const [actual, target, reference] = cross.series as [CrossSeries?, CrossSeries?, CrossSeries?];
  if (!actual || cross.categories.length === 0) return nothing(draw);
  const names = [actual.name, ...(target ? [target.name] : []), ...(reference ? [reference.name] : [])];
  const frame = frameOf(draw, names);
  const category = categoryAxis(draw, cross.categories, 1, true);
  const value = valueAxis(draw, { series: cross.series, isHorizontal: true, fromZero: true });
  const band = (Math.max(60, draw.size.h - 50) / Math.max(1, Math.min(cross.categories.length, 40))) * 0.6;
  const height = Math.max(8, Math.min(26, band));
  return {
    option: {
      ...frame.option,
      color: [look.accent, look.gold, look.palette.ink4],
      grid: { ...gridOf(frame, Boolean(value.name)), right: 18 },
      xAxis: value.axis,
      yAxis: [
        { ...category.axis, name: value.name },
        { ...category.axis, show: false },
      ],
      dataZoom: category.needsZoom
        ? [{ type: 'slider', yAxisIndex: [0, 1], start: 0, end: category.window, right: 0, width: 12, showDetail: false }]
        : [],
      tooltip: {
        show: !draw.isStill,
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: (params: { dataIndex: number }[]) => {
          const at = params[0]?.dataIndex ?? 0;
          const [done, wanted] = [actual.data[at] ?? null, target?.data[at] ?? null];
          const rows = cross.series.slice(0, 3).map((series, i) => ({
            color: [look.accent, look.gold, look.palette.ink4][i],
            name: series.name,
            value: figure(series.data[at] ?? null, series.measure),
          }));
          return tip(
            cross.categories[at]?.label ?? '',
            done !== null && wanted ? [...rows, { name: '完成率', value: `${((done / wanted) * 100).toFixed(1)}%` }] : rows,
            look,
          );
        },
      },
      series: [
        {
          id: 'actual',
          name: actual.name,
          type: 'bar',
          z: 3,
          barWidth: height * 0.5,
          cursor: draw.isClickable ? 'pointer' : 'default',
          data: cross.categories.map((one, i) => {
            const raw = actual.data[i] ?? null;
            const goal = target?.data[i] ?? null;
            const own =
              draw.markOf(actual.measure.key, raw)?.color ?? (goal !== null && raw !== null && raw >= goal ? look.good : look.accent);
            return {
              value: raw,
              itemStyle: { color: fill(look, own, true), borderRadius: 2, opacity: dimmed(draw, clickedOf(model, one)) },
            };
          }),
          label: {
            show: draw.config.options.label?.show === true,
            position: 'right',
            color: look.palette.ink2,
            formatter: ({ dataIndex }: { dataIndex: number }) => shortFigure(actual.data[dataIndex] ?? null, actual.measure),
          },
        },
        ...(target
          ? [
              {
                id: 'target',
                name: target.name,
                type: 'scatter',
                z: 5,
                symbol: 'rect',
                symbolSize: [3, height],
                itemStyle: { color: look.gold },
                silent: true,
                data: cross.categories.map((_, i) => [target.data[i] ?? null, i]),
              },
            ]
          : []),
        ...(reference
          ? [
              {
                id: 'reference',
                name: reference.name,
                type: 'bar',
                yAxisIndex: 1,
                z: 1,
                barWidth: height,
                silent: true,
                itemStyle: { color: alpha(look.palette.ink3, 0.2), borderRadius: 2 },
                data: cross.categories.map((_, i) => reference.data[i] ?? null),
              },
            ]
          : []),
      ],
    },
    engine: 'basic',
    pick: ({ dataIndex }) => clickedOf(model, cross.categories[dataIndex]),
    pickCategory: { axis: 'y', of: (index) => clickedOf(model, cross.categories[index]) },
    summary: cross.categories
      .slice(0, 6)
      .map(
        ({ label }, i) =>
          `${label} ${figure(actual.data[i] ?? null, actual.measure)}${target ? ` / ${figure(target.data[i] ?? null, target.measure)}` : ''}`,
      )
      .join('，'),
    isEmpty: false,
  };
}
