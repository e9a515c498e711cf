import type { CSSProperties, ReactNode } from 'react';
import { colorOf } from '../stage/themes.ts';
import { flag, str } from './read.ts';
import type { PlainProps } from './types.ts';

/** Ten decorations of our own; light moves only where `animate` is on and the viewer wants effects. */
export function Decoration({ node, props }: PlainProps) {
  const style = {
    '--k': colorOf(props.color, 'accent'),
    '--k2': colorOf(props.color2, 'accent2'),
    ...(flag(props, 'reverse') && { transform: 'scaleX(-1)' }),
  } as CSSProperties;
  const { w, h } = node;
  return (
    <div className="sw-decoration" data-kind={str(props, 'kind')} data-live={flag(props, 'animate') ? '' : undefined} style={style}>
      <svg width={w} height={h} viewBox={`0 0 ${w} ${h}`} fill="none" aria-hidden>
        {(DRAWINGS[str(props, 'kind')] ?? DRAWINGS.chevrons!)(w, h)}
      </svg>
    </div>
  );
}

const times = <T,>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: Math.max(0, Math.min(200, Math.floor(count))) }, (_, i) => make(i));

const DRAWINGS: Record<string, (w: number, h: number) => ReactNode> = {
  chevrons: (w, h) => {
    const step = Math.max(10, h * 0.55);
    return times(w / step, (i) => (
      <path
        key={i}
        className="d-blink"
        style={{ animationDelay: `${i * 0.12}s` }}
        d={`M${i * step} ${h * 0.15}l${h * 0.35} ${h * 0.35}l-${h * 0.35} ${h * 0.35}h${step * 0.42}l${h * 0.35} -${h * 0.35}l-${h * 0.35} -${h * 0.35}z`}
        fill="var(--k)"
      />
    ));
  },
  beam: (w, h) => (
    <>
      <path d={`M0 ${h / 2}H${w}`} stroke="var(--k)" strokeOpacity=".28" />
      <path
        className="d-beam"
        d={`M0 ${h / 2}H${w}`}
        stroke="var(--k)"
        strokeWidth="3"
        strokeLinecap="round"
        pathLength="100"
        strokeDasharray="14 86"
      />
    </>
  ),
  wave: (w, h) =>
    times(3, (n) => (
      <path
        key={n}
        className="d-sway"
        style={{ animationDelay: `${n * -1.3}s` }}
        stroke={n === 1 ? 'var(--k2)' : 'var(--k)'}
        strokeOpacity={0.8 - n * 0.22}
        strokeWidth="1.5"
        d={times(
          Math.ceil(w / 40) + 3,
          (i) =>
            `${i === 0 ? `M${-40} ${h / 2}` : ''}q10 ${(i % 2 ? 1 : -1) * h * (0.5 - n * 0.12)} 20 0q10 ${(i % 2 ? -1 : 1) * h * (0.32 - n * 0.07)} 20 0`,
        ).join('')}
      />
    )),
  radar: (w, h) => {
    const r = Math.min(w, h) / 2 - 2;
    return (
      <g transform={`translate(${w / 2} ${h / 2})`}>
        {[1, 0.68, 0.36].map((part) => (
          <circle key={part} r={r * part} stroke="var(--k)" strokeOpacity=".35" />
        ))}
        <path d={`M-${r} 0H${r}M0 -${r}V${r}`} stroke="var(--k)" strokeOpacity=".2" />
        <g className="d-turn">
          {times(24, (i) => (
            <path
              key={i}
              d={`M0 0L${r * Math.cos((-i * Math.PI) / 48)} ${r * Math.sin((-i * Math.PI) / 48)}`}
              stroke="var(--k)"
              strokeOpacity={0.55 - i * 0.022}
              strokeWidth={r / 14}
            />
          ))}
        </g>
        <circle cx={r * 0.4} cy={-r * 0.3} r="3" fill="var(--k2)" className="d-blink" />
      </g>
    );
  },
  rings: (w, h) => (
    <g transform={`translate(${w / 2} ${h / 2}) scale(1 ${Math.min(1, h / w)})`}>
      <circle r={w * 0.49} stroke="var(--k)" strokeOpacity=".22" />
      <g className="d-turn">
        <circle r={w * 0.44} stroke="var(--k)" strokeOpacity=".6" strokeWidth="3" pathLength="100" strokeDasharray="8 4 2 11" />
      </g>
      <g className="d-turn d-back">
        <circle r={w * 0.36} stroke="var(--k2)" strokeOpacity=".5" strokeWidth="1.5" pathLength="100" strokeDasharray="1 1.5" />
      </g>
      <circle r={w * 0.27} stroke="var(--k)" strokeOpacity=".3" />
    </g>
  ),
  dots: (w, h) => {
    const step = 14;
    const across = Math.max(1, Math.floor(w / step));
    return times(Math.min(160, across * Math.max(1, Math.floor(h / step))), (i) => (
      <rect
        key={i}
        className="d-blink"
        style={{ animationDelay: `${((i * 37) % 20) / 10}s` }}
        x={(i % across) * step + 4}
        y={Math.floor(i / across) * step + 4}
        width="5"
        height="5"
        fill={i % 7 === 3 ? 'var(--k2)' : 'var(--k)'}
        opacity={0.25 + ((i * 53) % 10) / 18}
      />
    ));
  },
  bars: (w, h) =>
    times(w / 9, (i) => {
      const part = 0.25 + ((i * 67) % 10) / 14;
      return (
        <rect
          key={i}
          className="d-beat"
          style={{ animationDelay: `${((i * 29) % 16) / -10}s` }}
          x={i * 9}
          y={h * (1 - part)}
          width="5"
          height={h * part}
          fill={i % 5 === 2 ? 'var(--k2)' : 'var(--k)'}
          fillOpacity=".75"
        />
      );
    }),
  slashes: (w, h) =>
    times(w / 14, (i) => (
      <path
        key={i}
        d={`M${i * 14} ${h}l${h * 0.7} -${h}h7l-${h * 0.7} ${h}z`}
        fill="var(--k)"
        opacity={Math.max(0.08, 0.9 - (i * 14) / w)}
      />
    )),
  bridge: (w, h) => (
    <>
      <path
        d={`M0 ${h * 0.5}H${w * 0.36}l${h * 0.4} ${h * 0.35}H${w * 0.64 - h * 0.4}l${h * 0.4} -${h * 0.35}H${w}`}
        stroke="var(--k)"
        strokeOpacity=".65"
      />
      <path d={`M${w * 0.42} ${h * 0.85}H${w * 0.58}`} stroke="var(--k)" strokeWidth="3" className="d-blink" />
      <path
        d={`M${w * 0.3} ${h * 0.25}H${w * 0.36}l${h * 0.4} ${h * 0.35}M${w * 0.7} ${h * 0.25}H${w * 0.64}l-${h * 0.4} ${h * 0.35}`}
        stroke="var(--k2)"
        strokeOpacity=".6"
      />
    </>
  ),
  hex: (w, h) => {
    const r = Math.min(22, h / 2.2);
    const dx = r * 1.74;
    return times(Math.floor(w / dx), (i) => (
      <path
        key={i}
        className="d-blink"
        style={{ animationDelay: `${((i * 31) % 12) / 6}s` }}
        transform={`translate(${i * dx + r} ${h / 2 + (i % 2 ? r * 0.18 : -r * 0.18)}) scale(.86)`}
        d={`M0 -${r}L${r * 0.87} -${r / 2}V${r / 2}L0 ${r}L-${r * 0.87} ${r / 2}V-${r / 2}Z`}
        stroke="var(--k)"
        strokeOpacity=".7"
        fill={i % 3 === 0 ? 'var(--k)' : 'var(--k2)'}
        fillOpacity={i % 3 === 0 ? 0.24 : 0.08}
      />
    ));
  },
};
