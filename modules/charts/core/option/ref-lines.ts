import type { RefLine } from '../../contract/chart.ts';
import type { Draw, Option } from './built.ts';
import { shortFigure, type CrossSeries } from './model.ts';
import { alpha } from '#kit/core/color.ts';

const NAMES: Record<RefLine['kind'], string> = {
  constant: '参考线',
  average: '平均值',
  max: '最大值',
  min: '最小值',
  median: '中位数',
  measure: '目标',
  band: '参考区间',
};

function statistic(kind: RefLine['kind'], values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  switch (kind) {
    case 'average':
    case 'measure':
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    case 'max':
      return sorted.at(-1) ?? null;
    case 'min':
      return sorted[0] ?? null;
    case 'median':
      return sorted.length % 2 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
    case 'constant':
    case 'band':
      return null;
  }
}

/**
 * Reference lines and bands as marks of the first series on the left axis. Statistics run over the shown values of their measure; a measure
 * as a line stands at its average over the categories.
 */
export function refMarks(draw: Draw, series: readonly CrossSeries[], isHorizontal: boolean): Option {
  const key = isHorizontal ? 'xAxis' : 'yAxis';
  const lines: Option[] = [];
  const bands: Option[] = [];
  for (const ref of draw.config.refs) {
    const own = ref.measure ? series.filter(({ measure }) => measure.key === ref.measure) : series.slice(0, 1);
    const part = own[0]?.measure ?? series[0]?.measure;
    const color = ref.color ?? draw.look.warn;
    const label = ref.label || NAMES[ref.kind];
    const text = {
      fontSize: draw.look.text,
      color: draw.look.palette.ink2,
      textBorderColor: draw.look.palette.surface,
      textBorderWidth: 2,
    };
    if (ref.kind === 'band') {
      if (ref.value == null && ref.to == null) continue;
      bands.push([
        {
          [key]: ref.value ?? 'min',
          itemStyle: { color: alpha(color, 0.12) },
          label: { show: true, position: 'insideTopLeft', formatter: label, ...text },
        },
        { [key]: ref.to ?? 'max' },
      ] as unknown as Option);
      continue;
    }
    const value =
      ref.kind === 'constant'
        ? ref.value
        : statistic(
            ref.kind,
            own.flatMap(({ data }) => data.filter((one) => one !== null)),
          );
    if (value == null) continue;
    lines.push({
      [key]: value,
      lineStyle: { color, type: ref.dashed ? 'dashed' : 'solid', width: 1.5 },
      label: { show: true, position: 'insideEndTop', formatter: `${label} ${shortFigure(value, part)}`, ...text },
    });
  }
  return {
    markLine: { silent: true, symbol: 'none', animation: false, data: lines },
    markArea: { silent: true, animation: false, data: bands },
  };
}
