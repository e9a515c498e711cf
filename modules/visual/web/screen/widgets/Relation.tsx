import { useId, type CSSProperties } from 'react';
import { colorOf } from '../stage/themes.ts';
import { VERDICT_COLOR } from './parts.tsx';
import { changeOf, flag, lightOf, num, partsOf, percentText, str, textOf, valueOf, type Row, type Table } from './read.ts';
import type { DataProps } from './types.ts';

interface Around {
  readonly row: Row;
  readonly name: string;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}
const STEPS = 720;
/** Angles whose places are equally far from each other along an ellipse: on a flat one equal angles crowd its ends. */
function evenTurns(rx: number, ry: number, count: number): number[] {
  const first = -Math.PI / 2;
  const ways = [0];
  for (let i = 1; i <= STEPS; i++) {
    const angle = first + (2 * Math.PI * (i - 0.5)) / STEPS;
    ways.push(ways[i - 1]! + Math.hypot(rx * Math.sin(angle), ry * Math.cos(angle)));
  }
  const all = ways[STEPS]!;
  return Array.from({ length: count }, (_, i) => {
    const way = (all * (i - 0.5 + (count < 2 ? 0.5 : 0) + count)) / count;
    const at = ways.findIndex((one) => one >= way % all);
    return first + (2 * Math.PI * at) / STEPS;
  });
}
/** Places on an ellipse, evenly, beginning at the top left so that no node stands right above the centre's name. */
export function placesAround(table: Table, box: { w: number; h: number }, how: { most: number; fan: boolean }): Around[] {
  const [name] = table.dims;
  const [main] = table.measures;
  const rows = table.rows.slice(0, how.most);
  const highest = Math.max(...rows.map((row) => Math.abs(valueOf(row, main) ?? 0)), 0) || 1;
  const rx = box.w / 2 - 78;
  const ry = box.h / 2 - 50;
  const turns = evenTurns(rx, ry, rows.length);
  return rows.map((row, i) => {
    const angle = how.fan ? Math.PI + (Math.PI * (i + 0.5)) / rows.length : turns[i]!;
    const value = valueOf(row, main) ?? 0;
    return {
      row,
      name: textOf(row, name),
      value,
      x: box.w / 2 + rx * Math.cos(angle),
      y: (how.fan ? box.h * 0.82 : box.h / 2) + (how.fan ? box.h * 0.66 : ry) * Math.sin(angle),
      width: 2 + 12 * (Math.abs(value) / highest),
    };
  });
}

/** The group in the middle, its centres around it; the width of a flow is its amount, its light the second measure. */
export function Relation({ node, props, table, onRow, isChosen }: DataProps) {
  const id = useId();
  const { w, h } = node;
  const isFan = str(props, 'look') === 'fan';
  const [main, second, third] = table.measures;
  const around = placesAround(table, { w, h }, { most: num(props, 'most'), fan: isFan });
  const cx = w / 2;
  const cy = isFan ? h * 0.82 : h / 2;
  const r = Math.min(96, h * 0.16, w * 0.1);
  const total = around.reduce((sum, { value }) => sum + value, 0);
  const sumParts = partsOf(total, main, { unit: str(props, 'unit') });
  const isPercent = second?.format?.kind === 'percent';
  const reachOf = (row: Row): number | null => {
    const value = valueOf(row, second);
    return value === null ? null : isPercent ? value * 100 : value;
  };
  return (
    <div className="sw-relation" style={{ '--k': colorOf(props.color, 'accent') } as CSSProperties}>
      <svg width={w} height={h} viewBox={`0 0 ${w} ${h}`} fill="none" aria-hidden>
        <defs>
          <radialGradient id={`${id}c`}>
            <stop offset="0" stopColor="var(--k)" stopOpacity=".55" />
            <stop offset=".6" stopColor="var(--s-glow)" stopOpacity=".35" />
            <stop offset="1" stopColor="var(--s-glow)" stopOpacity="0" />
          </radialGradient>
        </defs>
        {!isFan && (
          <>
            <ellipse cx={cx} cy={cy} rx={w / 2 - 78} ry={h / 2 - 50} stroke="var(--s-line)" strokeOpacity=".3" />
            <ellipse
              cx={cx}
              cy={cy}
              rx={(w / 2 - 78) * 0.62}
              ry={(h / 2 - 50) * 0.62}
              stroke="var(--s-line)"
              strokeOpacity=".22"
              strokeDasharray="3 9"
            />
          </>
        )}
        <ellipse cx={cx} cy={cy + r * 0.2} rx={r * 3.1} ry={r * 2} fill={`url(#${id}c)`} />
        {around.map((one, i) => {
          const light = second
            ? VERDICT_COLOR[lightOf(reachOf(one.row), num(props, 'good'), 'up', (num(props, 'warn') / (num(props, 'good') || 1)) * 100)]
            : 'var(--k)';
          const mx = (cx + one.x) / 2 + (one.y - cy) * 0.12;
          const my = (cy + one.y) / 2 - (one.x - cx) * 0.12;
          const path = `M${cx} ${cy}Q${mx} ${my} ${one.x} ${one.y}`;
          return (
            <g key={i}>
              <path d={path} stroke={light} strokeOpacity=".2" strokeWidth={one.width} strokeLinecap="round" />
              <path d={path} stroke={light} strokeOpacity=".75" strokeWidth="1.2" />
              {flag(props, 'flow') && (
                <path
                  className="sw-flow"
                  d={path}
                  stroke={light}
                  strokeWidth={Math.max(2, one.width * 0.42)}
                  strokeLinecap="round"
                  pathLength="100"
                  strokeDasharray="5 28.333"
                  style={{ animationDelay: `${i * -0.6}s` }}
                />
              )}
            </g>
          );
        })}
        <circle cx={cx} cy={cy} r={r} fill="var(--s-panel1)" stroke="var(--k)" strokeWidth="2" />
        <circle
          className="sw-turn"
          style={{ transformOrigin: `${cx}px ${cy}px` }}
          cx={cx}
          cy={cy}
          r={r + 9}
          stroke="var(--k)"
          strokeOpacity=".7"
          strokeWidth="4"
          pathLength="100"
          strokeDasharray="10 4 3 8"
        />
        <circle cx={cx} cy={cy} r={r + 18} stroke="var(--s-line)" strokeOpacity=".5" strokeDasharray="2 7" />
      </svg>
      <div className="sw-relation-core" style={{ left: cx - r, top: cy - r, width: r * 2, height: r * 2 }}>
        <b style={{ fontSize: Math.max(16, r * 0.27) }}>{str(props, 'center')}</b>
        <strong style={{ fontSize: Math.max(20, r * 0.42) }}>
          {sumParts.digits}
          <small>{sumParts.unit}</small>
        </strong>
        {str(props, 'sub') && <span>{str(props, 'sub')}</span>}
      </div>
      {around.map((one, i) => {
        const parts = partsOf(one.value, main, { unit: str(props, 'unit') });
        const reach = reachOf(one.row);
        const verdict = second ? lightOf(reach, num(props, 'good'), 'up', (num(props, 'warn') / (num(props, 'good') || 1)) * 100) : 'flat';
        const change = changeOf(one.value, valueOf(one.row, third), third, 'auto');
        return (
          <button
            key={i}
            className="sw-relation-node"
            style={{ left: one.x, top: one.y, '--k': second ? VERDICT_COLOR[verdict] : 'var(--s-accent)' } as CSSProperties}
            aria-pressed={isChosen(one.row)}
            onClick={onRow ? () => onRow(one.row) : undefined}
          >
            <span>{one.name}</span>
            <b>
              {parts.digits}
              <small>{parts.unit}</small>
            </b>
            {(reach !== null || change.ratio !== null) && (
              <em>
                {reach !== null && `${second?.name} ${reach.toFixed(0)}%`}
                {change.ratio !== null && ` ${change.ratio >= 0 ? '+' : ''}${percentText(change.ratio)}`}
              </em>
            )}
          </button>
        );
      })}
    </div>
  );
}
