import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './parts.css';

export interface Figure {
  label: string;
  /** number as it is written (9.93, 12,345); null = there is none, and `note` says why */
  value: string | number | null;
  unit?: string;
  /** under the figure: a `Delta`, a target, or the reason why the value is missing */
  note?: ReactNode;
  /** last values, oldest first */
  spark?: readonly number[];
  /** `big` strips: a `Meter` at the foot */
  meter?: ReactNode;
  /** page that shows what the figure counts */
  to?: string;
  tone?: 'warn' | 'bad';
}

interface FigureStripProps {
  /** accessible name: what the figures are about, 概况 */
  label: string;
  figures: readonly Figure[];
  /** large variant: 28 px, with meters */
  big?: boolean;
}

/** Key figures side by side in one panel: label, value with unit, comparison, sparkline. Nothing without figures. */
export function FigureStrip({ label, figures, big = false }: FigureStripProps) {
  if (figures.length === 0) return null;
  return (
    <section className={big ? 'panel figures big' : 'panel figures'} aria-label={label}>
      {figures.map((figure) =>
        figure.to ? (
          <Link key={figure.label} className="figure" to={figure.to}>
            <Cell {...figure} />
          </Link>
        ) : (
          <div key={figure.label} className="figure">
            <Cell {...figure} />
          </div>
        ),
      )}
    </section>
  );
}

function Cell({ label, value, unit, note, spark, meter, tone }: Figure) {
  return (
    <>
      <span className="figure-label">{label}</span>
      <span className={tone ? `figure-value ${tone}` : 'figure-value'}>
        {value === null ? <b className="none">—</b> : <b>{value}</b>}
        {unit && value !== null && <small>{unit}</small>}
      </span>
      {note && <span className="figure-note">{note}</span>}
      {meter}
      {spark && spark.length > 1 && <Spark values={spark} />}
    </>
  );
}

const SPARK = { width: 80, height: 30, edge: 3 } as const;

/** Sparkline with a marked last point; decorative, the value stands beside it. */
export function Spark({ values }: { values: readonly number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const { width, height, edge } = SPARK;
  const points = values.map((value, i): [number, number] => [
    edge + (i / (values.length - 1)) * (width - edge * 2),
    most === least ? height / 2 : height - edge - ((value - least) / (most - least)) * (height - edge * 2),
  ]);
  const [x, y] = points.at(-1)!;
  return (
    <svg className="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <polyline points={points.map((point) => point.map((n) => n.toFixed(1)).join()).join(' ')} />
      <circle cx={x} cy={y} r="2.5" />
    </svg>
  );
}
