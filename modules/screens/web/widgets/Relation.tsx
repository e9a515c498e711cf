import { useId, type CSSProperties } from 'react';
import { colorOf } from '../stage/themes.ts';
import { VERDICT_COLOR } from './parts.tsx';
import { changeOf, flag, num, partsOf, percentText, str, targetVerdict, textOf, valueOf, type Row, type Table } from './read.ts';
import type { DataProps } from './types.ts';

interface Around {
  readonly row: Row;
  readonly name: string;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}
/** Room that a card takes, with the gap around it. */
const CARD = { w: 156, h: 103 };
const STEPS = 720;
/** Rounder or squarer: a squarer ring is longer and keeps flat cards apart. */
const BENDS = [2, 2.3, 2.6, 3, 3.4, 4, 5, 8] as const;
const PHASES = Array.from({ length: 24 }, (_, i) => i / 24);

interface Place {
  readonly x: number;
  readonly y: number;
}
/** Places equally far from each other along a ring (a superellipse), the first at a part of a step from the top. */
function ring(r: { x: number; y: number }, count: number, bend: number, phase: number): Place[] {
  const bent = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / bend);
  const points = Array.from({ length: STEPS + 1 }, (_, i): Place => {
    const angle = -Math.PI / 2 + (2 * Math.PI * i) / STEPS;
    return { x: r.x * bent(Math.cos(angle)), y: r.y * bent(Math.sin(angle)) };
  });
  const ways = [0];
  for (let i = 1; i <= STEPS; i++) ways.push(ways[i - 1]! + Math.hypot(points[i]!.x - points[i - 1]!.x, points[i]!.y - points[i - 1]!.y));
  const all = ways[STEPS]!;
  return Array.from({ length: count }, (_, i) => {
    const way = (all * (i + phase)) / count;
    return points[
      Math.max(
        0,
        ways.findIndex((one) => one >= way % all),
      )
    ]!;
  });
}
/** How far the nearest two cards are apart, negative when they overlap. */
export function apart(places: readonly Place[]): number {
  let least = Infinity;
  for (const [i, a] of places.entries())
    for (const b of places.slice(i + 1)) least = Math.min(least, Math.max(Math.abs(a.x - b.x) - CARD.w, Math.abs(a.y - b.y) - CARD.h));
  return least;
}
/** The roundest ring on which the cards keep apart; where none does, the one that keeps them furthest. */
function bestRing(r: { x: number; y: number }, count: number): Place[] {
  let best: Place[] = [];
  let most = -Infinity;
  for (const bend of BENDS) {
    for (const phase of PHASES) {
      const places = ring(r, count, bend, phase);
      const free = apart(places);
      if (free > most + 0.5) [best, most] = [places, free];
    }
    if (most >= 0) break;
  }
  return best;
}
/** Places around the centre: on a ring, or as a fan above it. */
export function placesAround(table: Table, box: { w: number; h: number }, how: { most: number; fan: boolean }): Around[] {
  const [name] = table.dims;
  const [main] = table.measures;
  const rows = table.rows.slice(0, how.most);
  const highest = Math.max(...rows.map((row) => Math.abs(valueOf(row, main) ?? 0)), 0) || 1;
  const r = { x: box.w / 2 - 78, y: box.h / 2 - 50 };
  const around = how.fan ? [] : bestRing(r, rows.length);
  return rows.map((row, i) => {
    const angle = Math.PI + (Math.PI * (i + 0.5)) / rows.length;
    const at = around[i] ?? { x: r.x * Math.cos(angle), y: box.h * (0.32 + 0.66 * Math.sin(angle)) };
    const value = valueOf(row, main) ?? 0;
    return {
      row,
      name: textOf(row, name),
      value,
      x: box.w / 2 + at.x,
      y: box.h / 2 + at.y,
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
  const near = (num(props, 'warn') / (num(props, 'good') || 1)) * 100;
  const verdictOf = (reach: number | null) => targetVerdict(reach, num(props, 'good'), 'up', near);
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
          const light = second ? VERDICT_COLOR[verdictOf(reachOf(one.row))] : 'var(--k)';
          const mx = (cx + one.x) / 2 + (one.y - cy) * 0.12;
          const my = (cy + one.y) / 2 - (one.x - cx) * 0.12;
          const path = `M${cx} ${cy}Q${mx} ${my} ${one.x} ${one.y}`;
          return (
            <g key={i}>
              <path d={path} stroke={light} strokeOpacity=".2" strokeWidth={one.width} strokeLinecap="round" />
              <path d={path} stroke={light} strokeOpacity=".75" strokeWidth="1.2" />
              {flag(props, 'flow') && (
                <path
                  className="sw-relation-stream"
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
        const verdict = second ? verdictOf(reach) : 'flat';
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
