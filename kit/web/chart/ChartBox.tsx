import type { ReactNode } from 'react';
import { useChart, type ChartOption } from './use-chart.ts';
import './chart.css';

/** Size of a chart in pixels; 500 × 300 unless given. */
export interface ChartSize {
  width?: number | string;
  height?: number | string;
}

/** Size and states of a chart. */
export interface ChartFrame extends ChartSize {
  empty?: ReactNode;
}

interface ChartBoxProps extends ChartFrame {
  title: string | null;
  /** null when there is nothing to draw */
  option: ChartOption | null;
  /** text alternative for screen readers */
  summary: string;
  series?: number;
  /** needs the lazily loaded chart types (treemap, sankey, graph) */
  isFurther?: boolean;
  onClick?: (point: { name: string; seriesName: string; value: unknown }) => void;
}

/** Container of a chart with its states: loading, empty, failed, drawn. */
export function ChartBox({
  title,
  option,
  summary,
  series,
  isFurther,
  empty = '暂无数据',
  onClick,
  width = 500,
  height = 300,
}: ChartBoxProps) {
  const { ref, id, state } = useChart(option, { onClick, series, isFurther });
  const note = option === null ? empty : state === 'failed' ? '图表加载失败，请刷新页面重试' : null;
  return (
    <figure className="chart-box" style={{ width, height }} aria-label={[title, summary].filter(Boolean).join('：')} role="img">
      {title !== null && <figcaption className="chart-title">{title}</figcaption>}
      <div className="chart-area">
        <div id={id} ref={ref} className="chart-canvas" hidden={note !== null} />
        {note !== null && <div className="chart-note">{note}</div>}
        {note === null && state === 'loading' && <div className="chart-skeleton" />}
      </div>
    </figure>
  );
}
