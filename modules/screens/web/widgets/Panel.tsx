import type { CSSProperties } from 'react';
import { colorOf } from '../stage/themes.ts';
import { flag, str } from './read.ts';
import type { PlainProps } from './types.ts';

/** A titled panel in one of three weights: hero, list, trend. Its content lies over it as nodes of their own. */
export function Panel({ node, props }: PlainProps) {
  const frame = str(props, 'frame');
  const style = { '--k': colorOf(props.color, 'accent') } as CSSProperties;
  return (
    <section className="sw-panel" data-frame={frame} data-fill={flag(props, 'fill') ? '' : undefined} style={style}>
      {frame !== 'rule' && <Frame frame={frame} w={node.w} h={node.h} />}
      {(str(props, 'title') || str(props, 'sub')) && (
        <div className="sw-panel-title">
          <b>{str(props, 'title')}</b>
          {str(props, 'sub') && <small>{str(props, 'sub')}</small>}
        </div>
      )}
    </section>
  );
}

const TITLE_H = 40;
function Frame({ frame, w, h }: { frame: string; w: number; h: number }) {
  const svg = { width: w, height: h, viewBox: `0 0 ${w} ${h}`, fill: 'none', 'aria-hidden': true } as const;
  const L = 16;
  // the arc of a halo passes under its title
  const below = Math.max(0, 50 - h * 0.05);
  switch (frame) {
    case 'hero':
      return (
        <svg {...svg}>
          <path className="p-line" d={`M18 .5H${w - 18}L${w - 0.5} 18V${h - 18}L${w - 18} ${h - 0.5}H18L.5 ${h - 18}V18Z`} />
          <g className="p-lit">
            <path d={`M1 ${L * 3}V18L18 1H${w * 0.16}`} />
            <path d={`M${w - 1} ${L * 3}V18L${w - 18} 1H${w * 0.84}`} />
            <path d={`M1 ${h - L * 3}V${h - 18}L18 ${h - 1}H${w * 0.16}`} />
            <path d={`M${w - 1} ${h - L * 3}V${h - 18}L${w - 18} ${h - 1}H${w * 0.84}`} />
          </g>
          <path className="p-core" d={`M${w * 0.42} 1H${w * 0.58}M${w * 0.42} ${h - 1}H${w * 0.58}`} />
        </svg>
      );
    case 'halo':
      return (
        <svg {...svg}>
          <path
            className="p-line"
            d={`M0 ${h * 0.22 + below}Q${w / 2} ${-h * 0.12 + below} ${w} ${h * 0.22 + below}M0 ${h * 0.78}Q${w / 2} ${h * 1.12} ${w} ${h * 0.78}`}
          />
          <path className="p-lit" d={`M${w * 0.3} ${h * 0.079 + below}Q${w / 2} ${h * 0.02 + below} ${w * 0.7} ${h * 0.079 + below}`} />
        </svg>
      );
    case 'ledger':
      return (
        <svg {...svg}>
          <path className="p-line" d={`M3 ${TITLE_H}H${w}M3 ${h - 0.5}H${w}`} />
          <path className="p-lit p-thick" d={`M1.5 4V${TITLE_H - 4}`} />
          <path className="p-line" d={`M1.5 ${TITLE_H}V${h}`} />
          <path className="p-lit" d={`M${w - 14} ${h - 1}H${w - 1}V${h - 14}`} />
        </svg>
      );
    case 'strip':
      return (
        <svg {...svg}>
          <path className="p-line" d={`M0 .5H${w}M0 ${h - 0.5}H${w}`} />
          <path className="p-lit" d={`M0 1H${w * 0.12}M${w * 0.88} ${h - 1}H${w}`} />
          <path className="p-lit p-thick" d={`M${w * 0.46} ${h - 1}H${w * 0.54}`} opacity=".6" />
        </svg>
      );
    case 'horizon':
      return (
        <svg {...svg}>
          <path className="p-line" d={`M0 ${h - 0.5}H${w}`} />
          <path className="p-lit" d={`M${w * 0.2} ${h - 1}H${w * 0.8}`} opacity=".7" />
          {Array.from({ length: 21 }, (_, i) => (
            <path key={i} className="p-line" d={`M${(w / 20) * i} ${h - 1}v-${i % 5 === 0 ? 8 : 4}`} />
          ))}
        </svg>
      );
    case 'bare':
      return null;
    default:
      return (
        <svg {...svg}>
          <path className="p-line" d={`M.5 .5H${w - 0.5}V${h - 14}L${w - 14} ${h - 0.5}H.5Z`} />
          <g className="p-lit">
            <path d={`M1 13V1H13`} />
            <path d={`M${w - 13} 1H${w - 1}V13`} />
            <path d={`M1 ${h - 13}V${h - 1}H13`} />
            <path d={`M${w - 1} ${h - 30}V${h - 14}L${w - 14} ${h - 1}H${w - 30}`} />
          </g>
        </svg>
      );
  }
}
