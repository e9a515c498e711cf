import { useMemo, useRef, type Ref } from 'react';
import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { chartType } from '../../contract/chart-types.ts';
import type { ResolvedTheme } from '../../core/look/resolve-theme.ts';
import { chartOption, type Built, type DrawOptions } from '../../core/option/index.ts';
import type { ClickedValue } from '../tile/tiles.ts';
import { useCanvas, useSize, type ChartHandle, type ChartPoint } from './use-canvas.ts';

export interface CanvasProps {
  config: ChartConfig;
  data: ChartData;
  look: ResolvedTheme;
  still: boolean;
  ratio: number;
  /** as a drawing with words that stay words, for paper */
  isVector?: boolean;
  selected?: readonly ClickedValue[] | null;
  onPoint?: (point: ChartPoint) => void;
  handle?: Ref<ChartHandle>;
  /** makes the option; chartOption unless given */
  build?: (options: DrawOptions) => Built;
}

/** Pictures of a chart that has no size yet. */
const TINY = { w: 400, h: 300 };

/** A chart on a canvas. */
export function CanvasChart({ config, data, look, still, ratio, isVector, selected, onPoint, handle, build = chartOption }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const isClickable = onPoint !== undefined;
  // once, for the size that it is drawn in: of a large answer each building takes long
  const built = useMemo(
    () => size && build({ config, data, look, size, selected, isClickable, isStill: still, isPaper: isVector }),
    [build, config, data, look, size, selected, isClickable, still, isVector],
  );
  const { isReady, isFailed } = useCanvas(canvas, {
    built,
    still: () => build({ config, data, look, size: size ?? TINY, selected, isStill: true }),
    look,
    size,
    shape: config,
    ratio,
    isVector,
    onPoint,
    handle,
  });
  const note = isFailed ? '图表加载失败，请刷新页面重试' : built?.isEmpty ? (built.why ?? '暂无数据') : null;
  return (
    <div
      ref={frame}
      className="viz-frame"
      role="img"
      aria-label={`${chartType(config.chartType).label}${built ? `：${built.isEmpty ? (built.why ?? '暂无数据') : built.summary}` : ''}`}
    >
      <div
        ref={canvas}
        className="viz-canvas"
        hidden={note !== null}
        style={isReady && !note && isClickable ? { cursor: 'default' } : undefined}
      />
      {note !== null && <div className="viz-note">{note}</div>}
    </div>
  );
}
