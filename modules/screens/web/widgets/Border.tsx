import type { CSSProperties, ReactNode } from 'react';
import { colorOf } from '../stage/themes.ts';
import { flag, str } from './read.ts';
import type { PlainProps } from './types.ts';

/** Borders of our own, in two colours of the theme or of the builder. */
export function Border({ node, props }: PlainProps) {
  const style = { '--k': colorOf(props.color, 'accent'), '--k2': colorOf(props.color2, 'line') } as CSSProperties;
  return (
    <div
      className="sw-border"
      data-fill={flag(props, 'fill') ? '' : undefined}
      data-live={flag(props, 'animate') ? '' : undefined}
      style={style}
    >
      <svg width={node.w} height={node.h} viewBox={`0 0 ${node.w} ${node.h}`} fill="none" aria-hidden>
        {borderDrawing(str(props, 'kind'), node.w, node.h)}
      </svg>
    </div>
  );
}

const box = (w: number, h: number, inset: number, cut: number): string =>
  `M${inset + cut} ${inset}H${w - inset - cut}L${w - inset} ${inset + cut}V${h - inset - cut}L${w - inset - cut} ${h - inset}H${inset + cut}L${inset} ${h - inset - cut}V${inset + cut}Z`;
const corners = (w: number, h: number, size: number, inset = 1): string =>
  `M${inset} ${size}V${inset}H${size}M${w - size} ${inset}H${w - inset}V${size}M${w - inset} ${h - size}V${h - inset}H${w - size}M${size} ${h - inset}H${inset}V${h - size}`;

type Draw = (w: number, h: number) => ReactNode;
const DRAWINGS: Readonly<Record<string, Draw>> = {
  bevel: (w, h) => (
    <>
      <path className="b2" d={box(w, h, 1, 14)} />
      <path className="b1 b-thick" d={`M1 40V15L15 1H40M${w - 40} ${h - 1}H${w - 15}L${w - 1} ${h - 15}V${h - 40}`} />
    </>
  ),
  double: (w, h) => (
    <>
      <path className="b1" d={box(w, h, 1, 12)} />
      <path className="b2" d={box(w, h, 6, 10)} />
    </>
  ),
  bracket: (w, h) => <path className="b1 b-thick" d={`M18 1H1V${h - 1}H18M${w - 18} 1H${w - 1}V${h - 1}H${w - 18}`} />,
  dash: (w, h) => (
    <>
      <rect className="b2" x="1" y="1" width={w - 2} height={h - 2} />
      <rect className="b1 b-run" x="1" y="1" width={w - 2} height={h - 2} pathLength="100" strokeDasharray="12 38" />
    </>
  ),
  orbit: (w, h) => (
    <>
      <path className="b2" d={box(w, h, 2, 10)} />
      <path className="b1 b-thick b-run" d={box(w, h, 2, 10)} pathLength="100" strokeDasharray="5 95" strokeLinecap="round" />
    </>
  ),
  notch: (w, h) => (
    <>
      <path className="b2" d={`M1 1H${w * 0.3}L${w * 0.3 + 12} 13H${w * 0.7 - 12}L${w * 0.7} 1H${w - 1}V${h - 1}H1Z`} />
      <path className="b1 b-thick" d={`M${w * 0.3 + 12} 13H${w * 0.7 - 12}`} />
    </>
  ),
  rail: (w, h) => (
    <>
      <path className="b2" d={`M0 1H${w}M0 ${h - 1}H${w}M0 6H${w}M0 ${h - 6}H${w}`} />
      <path className="b1 b-thick" d={`M0 1H${w * 0.14}M${w * 0.86} 1H${w}M0 ${h - 1}H${w * 0.14}M${w * 0.86} ${h - 1}H${w}`} />
    </>
  ),
  circuit: (w, h) => (
    <>
      <path className="b2" d={`M20 1H${w - 60}l12 12H${w - 1}V${h - 20}l-19 19H60L48 ${h - 13}H1V20Z`} />
      <circle className="b-dot" cx={w - 48} cy="13" r="3" />
      <circle className="b-dot" cx="48" cy={h - 13} r="3" />
      <path className="b1" d={`M1 ${h * 0.4}v${h * 0.2}M${w - 1} ${h * 0.4}v${h * 0.2}`} />
    </>
  ),
  glass: (w, h) => (
    <>
      <rect className="b2" x="1" y="1" width={w - 2} height={h - 2} rx="8" />
      <path className="b1" d={`M9 1H${w * 0.4}`} opacity=".8" />
    </>
  ),
  tick: (w, h) => (
    <>
      <rect className="b2" x="1" y="1" width={w - 2} height={h - 2} />
      <path className="b1" strokeWidth="5" strokeDasharray="1.5 10" d={`M6 4H${w - 6}M6 ${h - 4}H${w - 6}`} opacity=".7" />
    </>
  ),
  plate: (w, h) => (
    <>
      <path className="b2" d={`M12 1H${w - 12}q0 11 11 11V${h - 12}q-11 0 -11 11H12q0 -11 -11 -11V12q11 0 11 -11Z`} />
      <path className="b1" d={`M${w * 0.4} 1H${w * 0.6}M${w * 0.4} ${h - 1}H${w * 0.6}`} strokeWidth="3" />
    </>
  ),
  cross: (w, h) => (
    <>
      <rect className="b2" x="6" y="6" width={w - 12} height={h - 12} />
      <path
        className="b1"
        d={`M0 6H13M6 0V13M${w - 13} 6H${w}M${w - 6} 0V13M0 ${h - 6}H13M6 ${h - 13}V${h}M${w - 13} ${h - 6}H${w}M${w - 6} ${h - 13}V${h}`}
      />
    </>
  ),
  hairline: (w, h) => <rect className="b2" x=".5" y=".5" width={w - 1} height={h - 1} strokeWidth="1" />,
  shelf: (w, h) => (
    <>
      <path className="b2" d={`M1 ${h - 14}V1H${w - 1}V${h - 14}`} />
      <path className="b1 b-thick" d={`M1 ${h - 14}L15 ${h - 1}H${w - 15}L${w - 1} ${h - 14}`} />
    </>
  ),
  hinge: (w, h) => (
    <>
      <rect className="b2" x="4" y="1" width={w - 8} height={h - 2} />
      <path
        className="b1 b-thick"
        d={`M2 ${h * 0.2}V${h * 0.38}M2 ${h * 0.62}V${h * 0.8}M${w - 2} ${h * 0.2}V${h * 0.38}M${w - 2} ${h * 0.62}V${h * 0.8}`}
      />
    </>
  ),
  ladder: (w, h) => (
    <>
      <rect className="b2" x="1" y="1" width={w - 2} height={h - 2} />
      <path className="b1" strokeWidth="6" strokeDasharray="7 5" d={`M4 8V${h - 8}`} opacity=".75" />
    </>
  ),
  fold: (w, h) => (
    <>
      <path className="b2" d={`M1 1H${w - 30}L${w - 1} 30V${h - 1}H1Z`} />
      <path className="b1" d={`M${w - 30} 1V30H${w - 1}`} />
    </>
  ),
  stitch: (w, h) => (
    <rect
      className="b1"
      x="3"
      y="3"
      width={w - 6}
      height={h - 6}
      rx="6"
      strokeDasharray="1 9"
      strokeLinecap="round"
      strokeWidth="3"
      opacity=".8"
    />
  ),
  beacon: (w, h) => (
    <>
      <rect className="b2" x="5" y="5" width={w - 10} height={h - 10} rx="2" />
      {[5, w - 5].flatMap((x) => [5, h - 5].map((y) => <circle key={`${x} ${y}`} className="b-dot" cx={x} cy={y} r="4" />))}
    </>
  ),
  corner: (w, h) => (
    <>
      <rect className="b2" x="1" y="1" width={w - 2} height={h - 2} />
      <path className="b1 b-thick" d={corners(w, h, 18)} />
    </>
  ),
};

/** The strokes of a border; the shelf of the builder shows them, too. */
export const borderDrawing = (kind: string, w: number, h: number): ReactNode => (DRAWINGS[kind] ?? DRAWINGS.corner!)(w, h);
