import { useMemo, useRef } from 'react';
import { chosenBy } from '../../core/option/model.ts';
import { rankOf } from '../../core/option/rank.ts';
import type { HtmlChartProps } from './KpiChart.tsx';
import { pointHandlers } from './point-handlers.ts';
import { useHtmlHandle } from './use-html-handle.ts';

const ARROW = { up: '▲', down: '▼', flat: '' };

/** A list from first to last: place, name, bar with the tick of a target, figure and change. */
export function RankChart({ config, data, look, selected, onPoint, handle }: HtmlChartProps) {
  const root = useRef<HTMLOListElement>(null);
  useHtmlHandle(handle, root, look);
  const { lines, more } = useMemo(() => rankOf(config, data, look), [config, data, look]);
  const chosen = useMemo(() => chosenBy(selected), [selected]);
  if (lines.length === 0) return <div className="viz-note">暂无数据</div>;
  return (
    <ol ref={root} className="viz-rank" style={{ '--n': Math.min(lines.length, 10) } as React.CSSProperties}>
      {lines.map((line) => (
        <li
          key={line.key}
          data-place={line.place <= 3 ? line.place : undefined}
          style={chosen && !chosen(line.clicked) ? { opacity: 0.35 } : undefined}
          {...pointHandlers(onPoint, () => line.clicked)}
        >
          <b className="viz-rank-place">{line.place}</b>
          <span className="viz-rank-name" title={line.name}>
            {line.name}
          </span>
          {line.change && (
            <span className="viz-rank-change" style={{ color: line.change.color }}>
              {line.change.trend && ARROW[line.change.trend]}
              {line.change.text}
            </span>
          )}
          <span className="viz-rank-value" style={line.color ? { color: line.color } : undefined}>
            {line.value}
          </span>
          <span className="viz-rank-bar">
            <i style={{ width: `${line.part * 100}%`, ...(line.color && { background: line.color }) }} />
            {line.target !== null && <em style={{ left: `${line.target * 100}%` }} title={line.targetText} />}
          </span>
        </li>
      ))}
      {more > 0 && <li className="viz-rank-more">另有 {more} 项</li>}
    </ol>
  );
}
