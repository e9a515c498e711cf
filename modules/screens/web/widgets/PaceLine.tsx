import type { ReactNode } from 'react';
import { inOneScale } from '#modules/charts/core/index.ts';
import { paceOf, paceSeverity, SPEED_PERIODS, type Pace, type PacePoint } from '../../core/drawings/pace.ts';
import { Digits } from './parts.tsx';
import { flag, num, partsOf, str, textOf, valueOf, type Column, type Table } from './read.ts';
import type { DataProps } from './types.ts';
import { severityTone, tickSteps } from './wall-parts.ts';

interface Scene {
  readonly pace: Pace;
  readonly column: Column;
  readonly w: number;
  readonly h: number;
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  readonly tone: string;
  readonly periods: readonly string[];
}
const LEFT = 64;
const RIGHT = 24;
const TOP = 44;
const FOOT = 36;

const amount = (value: number, column: Column): string => partsOf(value, column).digits;
const withUnit = (value: number, column: Column): string => {
  const { digits, unit } = partsOf(value, column);
  return `${digits}${unit}`;
};

/** One figure against its target: how much there is, how much there should be by now, and where it will end. */
export function PaceLine({ node, props, table }: DataProps) {
  const [main, target, due] = table.measures;
  const read = (column: Column | undefined) => table.rows.map((row) => valueOf(row, column));
  const dues = read(due).filter((value) => value !== null);
  const pace = main && target ? paceOf({ actual: read(main), target: read(target), due: dues.at(-1) ?? null }) : null;
  if (!pace || !main) return <p className="sw-wall-none">没有已发生的数据</p>;
  const unit = str(props, 'unit');
  const format = main.format ? inOneScale(main.format, [pace.now.value, pace.goal]) : null;
  const column: Column = { ...main, format: format && unit ? { ...format, unit } : format };
  const head = flag(props, 'hero') ? num(props, 'size') + 56 : 0;
  const h = Math.max(120, node.h - head);
  const top = Math.max(pace.goal, pace.forecast?.high ?? 0, pace.now.value) * 1.06 || 1;
  const severity = paceSeverity(pace.now.value, pace.due) ?? 1;
  const scene: Scene = {
    pace,
    column,
    w: node.w,
    h,
    x: (at) => LEFT + (at / Math.max(1, table.rows.length)) * (node.w - LEFT - RIGHT),
    y: (value) => TOP + (1 - Math.max(0, value) / top) * (h - TOP - FOOT),
    tone: severityTone(severity),
    periods: table.rows.map((row) => textOf(row, table.dims[0])),
  };
  return (
    <div className="sw-pace">
      {head > 0 && <PaceHead props={props} scene={scene} />}
      <svg width={node.w} height={h} role="img" aria-label={summaryOf(scene, table)}>
        <PaceAxes scene={scene} top={top} unit={head > 0 ? '' : partsOf(pace.goal, column).unit} />
        <PaceCurves scene={scene} hasForecast={flag(props, 'forecast')} dueLabel={str(props, 'dueLabel')} />
      </svg>
    </div>
  );
}

const gapText = ({ pace, column }: Scene): string =>
  pace.gap < 0 ? `落后序时 ${withUnit(-pace.gap, column)}` : `超前序时 ${withUnit(pace.gap, column)}`;
const percent = (value: number): string => `${(value * 100).toFixed(1)}%`;
const summaryOf = (scene: Scene, { measures }: Table): string =>
  `${measures[0]?.name ?? ''} ${withUnit(scene.pace.now.value, scene.column)}，目标 ${withUnit(scene.pace.goal, scene.column)}，${gapText(scene)}`;

function PaceHead({ props, scene }: { props: DataProps['props']; scene: Scene }): ReactNode {
  const { pace, column, tone } = scene;
  const size = num(props, 'size');
  const { digits, unit } = partsOf(pace.now.value, column);
  return (
    <div className="sw-pace-head">
      <h3>{str(props, 'label') || column.name}</h3>
      <div>
        <b style={{ fontSize: size, lineHeight: `${size}px` }}>
          <Digits text={digits} />
        </b>
        <small>{unit}</small>
        <p>
          <span>
            目标 <b>{withUnit(pace.goal, column)}</b>
            {pace.goal > 0 && (
              <>
                {' '}
                · 完成 <b>{percent(pace.now.value / pace.goal)}</b>
              </>
            )}
          </span>
          <strong style={{ color: tone }}>{gapText(scene)}</strong>
        </p>
      </div>
    </div>
  );
}

/** The unit stands at the axis where no large figure tells it. */
function PaceAxes({ scene, top, unit }: { scene: Scene; top: number; unit: string }) {
  const { x, y, w, h, column, periods, pace } = scene;
  const every = Math.ceil(periods.length / Math.max(1, Math.floor((w - LEFT - RIGHT) / 64)));
  const current = Math.ceil(pace.now.at) - 1;
  return (
    <g className="sw-axis">
      <text x={LEFT - 12} y={20} textAnchor="end">
        {unit}
      </text>
      {tickSteps(top, 4).map((tick) => (
        <g key={tick}>
          <path d={`M${LEFT} ${y(tick)}H${w - RIGHT}`} />
          <text x={LEFT - 12} y={y(tick) + 5} textAnchor="end">
            {amount(tick, { ...column, format: column.format ? { ...column.format, digits: null } : null })}
          </text>
        </g>
      ))}
      {periods.map((name, i) =>
        i % every === 0 ? (
          <text key={i} x={x(i + 0.5)} y={h - 10} textAnchor="middle" data-now={i === current ? '' : undefined}>
            {name}
          </text>
        ) : null,
      )}
    </g>
  );
}

interface CurvesProps {
  scene: Scene;
  hasForecast: boolean;
  dueLabel: string;
}
function PaceCurves({ scene, hasForecast, dueLabel }: CurvesProps) {
  const { pace, x, y, w, tone, column, periods } = scene;
  const line = (points: readonly PacePoint[]): string =>
    points.map(({ at, value }, i) => `${i ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const passed = [...pace.target.filter(({ at }) => at < pace.now.at), { at: pace.now.at, value: pace.due }];
  const end = periods.length;
  const [nowX, nowY, dueY] = [x(pace.now.at), y(pace.now.value), y(pace.due)];
  // a label that would hang over the edge stands before the mark
  const dueSide = nowX < 240 ? 'start' : 'end';
  const { forecast } = pace;
  return (
    <>
      <path d={`${line(passed)}${line(pace.actual.toReversed()).replace('M', 'L')}Z`} fill={tone} opacity=".14" />
      <path className="sw-pace-target" d={line(pace.target)} />
      <circle cx={x(end)} cy={y(pace.goal)} r="4" className="sw-dot" />
      <text className="sw-pace-word" x={x(end)} y={y(pace.goal) - 14} textAnchor="end">
        目标 <tspan>{amount(pace.goal, column)}</tspan>
      </text>
      {hasForecast && forecast && <PaceForecast scene={scene} forecast={forecast} />}
      <path className="sw-pace-line" d={line(pace.actual)} pathLength="1" />
      <path d={`M${nowX} ${TOP}V${scene.h - FOOT}`} className="sw-pace-now" />
      <path d={`M${nowX} ${nowY}V${dueY}`} stroke={tone} strokeWidth="5" />
      {Math.abs(nowX - (w - RIGHT)) > 60 && (
        <text
          className="sw-pace-word"
          x={dueSide === 'end' ? nowX - 12 : nowX + 12}
          y={Math.min(dueY, nowY) - 14}
          textAnchor={dueSide}
          style={{ fill: tone }}
        >
          {dueLabel} <tspan>{amount(pace.due, column)}</tspan>
        </text>
      )}
      <circle cx={nowX} cy={nowY} r="14" className="sw-pace-halo" />
      <circle cx={nowX} cy={nowY} r="7" className="sw-dot" />
    </>
  );
}

function PaceForecast({ scene, forecast }: { scene: Scene; forecast: NonNullable<Pace['forecast']> }) {
  const { pace, x, y, column, periods } = scene;
  const [fromX, fromY, endX] = [x(pace.now.at), y(pace.now.value), x(periods.length)];
  const short = pace.goal - forecast.value;
  const words = `期末约 ${withUnit(forecast.value, column)}，${short > 0 ? `差 ${withUnit(short, column)}` : `超 ${withUnit(-short, column)}`}`;
  const wordY = Math.min(scene.h - FOOT - 34, Math.max(fromY, y(forecast.low)) + 44);
  return (
    <>
      <path className="sw-pace-band" d={`M${fromX} ${fromY}L${endX} ${y(forecast.high)}V${y(forecast.low)}Z`} />
      <path className="sw-pace-forecast" d={`M${fromX} ${fromY}L${endX} ${y(forecast.value)}`} />
      <text className="sw-pace-note" x={endX} y={wordY} textAnchor="end">
        按近 {SPEED_PERIODS} 期速度
      </text>
      <text className="sw-pace-word" x={endX} y={wordY + 24} textAnchor="end">
        {words}
      </text>
    </>
  );
}
