import { useId, type CSSProperties, type ReactNode } from 'react';
import { TITLE_BARS } from '../../core/widgets-frame.ts';
import { colorOf } from '../stage/themes.ts';
import { num, str } from './read.ts';
import type { PlainProps } from './types.ts';

/** A title on a bar of our own, in two colours of the theme or of the builder. */
export function TitleBar({ node, props }: PlainProps) {
  const kind = str(props, 'kind');
  const [, , align] = TITLE_BARS.find(([key]) => key === kind) ?? TITLE_BARS[0];
  const style = { '--k': colorOf(props.color, 'accent'), '--k2': colorOf(props.color2, 'line') } as CSSProperties;
  return (
    <div className="sw-title-bar" data-align={align} style={style}>
      <TitleDrawing kind={kind} w={node.w} h={node.h} />
      <h3 style={{ fontSize: num(props, 'size') }}>
        {str(props, 'text')}
        {str(props, 'sub') && <small>{str(props, 'sub')}</small>}
      </h3>
    </div>
  );
}

/** The strokes of a bar alone; the shelf of the builder shows them, too. */
export function TitleDrawing({ kind, w, h }: { kind: string; w: number; h: number }) {
  const id = useId();
  const draw = LEFT[kind] ?? MIDDLE[kind] ?? LEFT.ridge!;
  return (
    <svg width={w} height={h} viewBox={`0 0 ${w} ${h}`} fill="none" aria-hidden>
      <linearGradient id={id} x1="0" x2="1">
        <stop offset="0" stopColor="var(--k)" stopOpacity=".5" />
        <stop offset="1" stopColor="var(--k)" stopOpacity="0" />
      </linearGradient>
      {draw(w, h, `url(#${id})`)}
    </svg>
  );
}

type Draw = (w: number, h: number, fade: string) => ReactNode;
const base = (w: number, h: number): ReactNode => <path className="b2" d={`M0 ${h - 1}H${w}`} />;

/** Bars whose words stand at the left: their marks take the first 24 pixels. */
const LEFT: Readonly<Record<string, Draw>> = {
  ridge: (_w, h) => <path fill="var(--k)" d={`M4 ${h * 0.22}h5V${h * 0.78}H4z`} />,
  underline: (w, h) => (
    <>
      {base(w, h)}
      <path className="b1" strokeWidth="3" d={`M0 ${h - 2}H${w * 0.24}`} />
    </>
  ),
  ramp: (w, h, fade) => (
    <>
      <rect width={w} height={h} fill={fade} />
      <path fill="var(--k)" d={`M0 0h3V${h}H0z`} />
    </>
  ),
  arrow: (w, h, fade) => (
    <path fill={fade} stroke="var(--k)" d={`M1 1H${w - h * 0.5}L${w - 1} ${h / 2}L${w - h * 0.5} ${h - 1}H1L${h * 0.24} ${h / 2}Z`} />
  ),
  cut: (w, h, fade) => (
    <>
      <path fill={fade} d={`M0 0H${w}L${w - h * 0.6} ${h}H0Z`} />
      <path fill="var(--k)" d={`M4 ${h * 0.8}L${h * 0.24 + 4} ${h * 0.2}h6L10 ${h * 0.8}z`} />
    </>
  ),
  dots: (w, h) => (
    <>
      {[0, 1, 2].map((i) => (
        <circle key={i} cx={6 + i * 7} cy={h / 2} r="2.4" fill="var(--k)" opacity={1 - i * 0.3} />
      ))}
      {base(w, h)}
    </>
  ),
  steps: (w, h) => (
    <>
      <path
        fill="var(--k)"
        d={`M3 ${h * 0.72}v-${h * 0.16}h4v${h * 0.16}zM9 ${h * 0.72}v-${h * 0.3}h4v${h * 0.3}zM15 ${h * 0.72}v-${h * 0.46}h4v${h * 0.46}z`}
      />
      <path className="b2" d={`M0 ${h - 1}H${w * 0.6}l6 -6H${w}`} />
    </>
  ),
  diamond: (w, h) => (
    <>
      <path fill="var(--k)" d={`M11 ${h / 2 - 7}l7 7l-7 7l-7 -7z`} />
      <path className="b2" d={`M0 ${h - 1}H${w}`} strokeDasharray="2 6" />
    </>
  ),
  ticks: (w, h) => (
    <>
      <path className="b1" strokeWidth="6" strokeDasharray="2 8" opacity=".7" d={`M0 ${h - 3}H${w}`} />
      <path fill="var(--k)" d={`M3 ${h * 0.26}h4V${h * 0.7}H3z`} />
    </>
  ),
  tab: (w, h, fade) => (
    <>
      <path fill={fade} stroke="var(--k)" d={`M1 ${h - 1}V7q0 -6 6 -6H${w * 0.5}q6 0 9 6L${w * 0.5 + h * 0.7} ${h - 1}`} />
      {base(w, h)}
    </>
  ),
  orbit: (w, h) => (
    <>
      <circle cx="11" cy={h / 2} r="7" stroke="var(--k)" strokeOpacity=".6" />
      <circle cx="11" cy={h / 2} r="3.4" fill="var(--k)" />
      <path className="b2" d={`M11 ${h / 2 + 7}V${h - 1}H${w}`} />
    </>
  ),
  bar: (w, h, fade) => (
    <>
      <rect width={w} height={h} rx="3" fill="var(--k)" fillOpacity=".16" />
      <rect width={w * 0.7} height={h} rx="3" fill={fade} />
    </>
  ),
};

/** Bars whose words stand in the middle. */
const MIDDLE: Readonly<Record<string, Draw>> = {
  bracket: (w, h) => (
    <path className="b1 b-thick" d={`M${w * 0.12 + 10} 3H${w * 0.12}V${h - 3}h10M${w * 0.88 - 10} 3H${w * 0.88}V${h - 3}h-10`} />
  ),
  wings: (w, h) => (
    <>
      <path className="b1" d={`M0 ${h / 2}H${w * 0.2}l10 ${h * 0.3}M${w} ${h / 2}H${w * 0.8}l-10 ${h * 0.3}`} />
      <path
        fill="var(--k)"
        d={`M${w * 0.16} ${h / 2 - 2}h${w * 0.04}v4h-${w * 0.04}zM${w * 0.8} ${h / 2 - 2}h${w * 0.04}v4h-${w * 0.04}z`}
      />
    </>
  ),
  plate: (w, h) => (
    <>
      <path fill="var(--k)" fillOpacity=".16" d={`M${w * 0.12} 1H${w * 0.88}L${w * 0.8} ${h - 1}H${w * 0.2}Z`} />
      <path className="b1" d={`M0 1H${w * 0.12}L${w * 0.2} ${h - 1}H${w * 0.8}L${w * 0.88} 1H${w}`} />
    </>
  ),
  twin: (w, h) => (
    <>
      <path className="b2" d={`M0 1H${w}M0 ${h - 1}H${w}`} />
      <path className="b1" strokeWidth="3" d={`M${w * 0.38} 1H${w * 0.62}M${w * 0.38} ${h - 1}H${w * 0.62}`} />
    </>
  ),
  capsule: (w, h) => <rect x="1" y="1" width={w - 2} height={h - 2} rx={h / 2} fill="var(--k)" fillOpacity=".12" stroke="var(--k)" />,
  beads: (w, h) => (
    <>
      {[0, 1, 2, 3].flatMap((i) =>
        [w * 0.22 - i * 14, w * 0.78 + i * 14].map((x) => (
          <circle key={x} cx={x} cy={h / 2} r={3.6 - i * 0.7} fill="var(--k)" opacity={1 - i * 0.2} />
        )),
      )}
    </>
  ),
  chevrons: (w, h) => (
    <>
      {[0, 1, 2].map((i) => (
        <path
          key={i}
          className="b1"
          strokeWidth="3"
          opacity={1 - i * 0.3}
          d={`M${w * 0.2 - i * 12} ${h * 0.3}l-7 ${h * 0.2}l7 ${h * 0.2}M${w * 0.8 + i * 12} ${h * 0.3}l7 ${h * 0.2}l-7 ${h * 0.2}`}
        />
      ))}
    </>
  ),
  hexagon: (w, h) => (
    <>
      <path
        fill="var(--k)"
        fillOpacity=".14"
        stroke="var(--k)"
        d={`M${w * 0.16} 1H${w * 0.84}L${w * 0.84 + h * 0.4} ${h / 2}L${w * 0.84} ${h - 1}H${w * 0.16}L${w * 0.16 - h * 0.4} ${h / 2}Z`}
      />
      <path className="b2" d={`M0 ${h / 2}H${w * 0.16 - h * 0.4}M${w * 0.84 + h * 0.4} ${h / 2}H${w}`} />
    </>
  ),
};
