import { inOneScale } from '#modules/charts/core/index.ts';
import type { Severity } from '#kit/core/chart/severity.ts';
import { paceSeverity } from '../../core/drawings/pace.ts';
import { flag, num, partsOf, textOf, valueOf, type Column, type Row, type Table } from './read.ts';
import type { DataProps } from './types.ts';
import { severityTone, shortened } from './wall-parts.ts';

interface Gap {
  readonly name: string;
  readonly row: Row;
  readonly value: number;
  readonly goal: number;
  readonly gap: number;
  readonly severity: Severity;
}
/** Differences between what is there and what should be, worst first; they add up to the difference of the whole. */
export function gapsOf(table: Table): Gap[] {
  const [name] = table.dims;
  const [main, due, target] = table.measures;
  return table.rows
    .flatMap((row): Gap[] => {
      const [value, reached] = [valueOf(row, main), valueOf(row, due)];
      if (value === null || reached === null) return [];
      return [
        {
          name: textOf(row, name),
          row,
          value,
          goal: (target ? valueOf(row, target) : null) ?? reached,
          gap: value - reached,
          severity: paceSeverity(value, reached) ?? 1,
        },
      ];
    })
    .toSorted((a, b) => a.gap - b.gap);
}

const BANDS: readonly (readonly [Severity, string])[] = [
  [4, '不足序时 80%'],
  [3, '80–90%'],
  [2, '90% 至序时'],
  [1, '达到序时'],
];
const LEGEND = 34;
const VALUE = 34;

export function GapBars({ node, props, table, onRow, isChosen }: DataProps) {
  const gaps = gapsOf(table).slice(0, num(props, 'most'));
  const [main] = table.measures;
  if (!main || gaps.length === 0) return <p className="sw-wall-none">没有可比较的数据</p>;
  const highest = Math.max(...gaps.flatMap(({ value, goal }) => [Math.abs(value), Math.abs(goal)]));
  const column: Column = main.format ? { ...main, format: inOneScale({ ...main.format, scale: 'auto' }, [highest]) } : main;
  const head = flag(props, 'legend') ? LEGEND : 0;
  const foot = flag(props, 'detail') ? 76 : 32;
  const above = Math.max(0, ...gaps.map(({ gap }) => gap));
  const below = Math.max(0, ...gaps.map(({ gap }) => -gap));
  const room = node.h - head - foot - VALUE * 2;
  const unit = room / (above + below || 1);
  const zero = head + VALUE + above * unit;
  const step = node.w / gaps.length;
  const digits = (value: number) => partsOf(value, column).digits;
  const sum = gaps.reduce((all, { gap }) => all + gap, 0);
  return (
    <div className="sw-gaps">
      {head > 0 && <Legend sum={`${sum < 0 ? '−' : '+'}${digits(Math.abs(sum))}${partsOf(sum, column).unit}`} />}
      <svg
        width={node.w}
        height={node.h}
        role="img"
        aria-label={`与序时的差额：${gaps.map(({ name, gap }) => `${name}${digits(gap)}`).join('，')}`}
      >
        {gaps.map((one, i) => (
          <Bar
            key={i}
            one={one}
            scene={{ step, unit, zero, head, foot, bottom: node.h, hasDetail: flag(props, 'detail'), digits }}
            at={i}
            chosen={isChosen(one.row) ? '' : undefined}
            onClick={onRow ? () => onRow(one.row) : undefined}
          />
        ))}
        <path className="sw-gap-zero" d={`M0 ${zero}H${node.w}`} />
      </svg>
    </div>
  );
}

interface BarProps {
  one: Gap;
  at: number;
  scene: {
    step: number;
    unit: number;
    zero: number;
    head: number;
    foot: number;
    bottom: number;
    hasDetail: boolean;
    digits: (value: number) => string;
  };
  chosen: string | undefined;
  onClick: (() => void) | undefined;
}
function Bar({ one, at, scene, chosen, onClick }: BarProps) {
  const { step, unit, zero, head, foot, bottom, digits } = scene;
  const size = Math.max(2, Math.abs(one.gap) * unit);
  const middle = (at + 0.5) * step;
  const tone = severityTone(one.severity);
  const isBehind = one.gap < 0;
  return (
    <g onClick={onClick} className="sw-gap" data-chosen={chosen}>
      <rect x={at * step} y={head} width={step} height={bottom - head} fill="transparent" />
      <rect x={(at + 0.1) * step} y={isBehind ? zero : zero - size} width={step * 0.8} height={size} rx="2" fill={tone} fillOpacity=".88" />
      <text className="sw-gap-value" x={middle} y={isBehind ? zero + size + 32 : zero - size - 12} textAnchor="middle">
        {isBehind ? '−' : '+'}
        {digits(Math.abs(one.gap))}
      </text>
      <text className="sw-gap-name" x={middle} y={bottom - foot + 22} textAnchor="middle">
        {shortened(one.name, step - 6, 16)}
      </text>
      {scene.hasDetail && (
        <>
          <text
            className="sw-gap-rate"
            x={middle}
            y={bottom - foot + 46}
            textAnchor="middle"
            style={{ fill: one.severity === 1 ? undefined : tone }}
          >
            {one.goal ? `${Math.round((one.value / one.goal) * 100)}%` : '—'}
          </text>
          <text className="sw-gap-rate" data-dim="" x={middle} y={bottom - foot + 68} textAnchor="middle">
            {digits(one.value)} / {digits(one.goal)}
          </text>
        </>
      )}
    </g>
  );
}

function Legend({ sum }: { sum: string }) {
  return (
    <p className="sw-wall-legend">
      <span>合计 {sum}</span>
      {BANDS.map(([severity, label]) => (
        <span key={severity}>
          <i style={{ background: severityTone(severity) }} />
          {label}
        </span>
      ))}
    </p>
  );
}
