import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { pointsOf } from '../../core/tile/points.ts';
import type { ClickedValue } from './tiles.ts';

interface Props {
  data: ChartData;
  /** opens the menu of a data point at this place of the window */
  onMenu: (values: readonly ClickedValue[], at: { x: number; y: number }) => void;
  children: ReactNode;
}
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Lets people without a mouse go through the data points of a chart, whatever it draws them as, and open their menu. */
export function PointKeys({ data, onMenu, children }: Props) {
  const points = useMemo(() => pointsOf(data), [data]);
  const [at, setAt] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const point = at === null ? undefined : points[at];
  const press = (event: KeyboardEvent) => {
    // tables and the like have keys of their own
    if (event.target !== event.currentTarget) return;
    const step = STEPS[event.key];
    const isMenu = event.key === 'Enter' || event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
    if (event.key === 'Escape') setAt(null);
    else if (step !== undefined) setAt(Math.min(points.length - 1, Math.max(0, at === null ? 0 : at + step)));
    else if (isMenu && point && box.current) {
      const { left, top, width, height } = box.current.getBoundingClientRect();
      onMenu(point.values, { x: left + width / 2, y: top + height / 2 });
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      className="tile-points"
      role="group"
      aria-label="数据点，按方向键逐个查看，按回车打开菜单"
      tabIndex={0}
      onKeyDown={press}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setAt(null)}
    >
      {children}
      <output className="tile-point" hidden={!point}>
        {point?.text}
      </output>
    </div>
  );
}
