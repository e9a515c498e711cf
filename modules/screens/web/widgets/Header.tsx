import { useEffect, useId, useState } from 'react';
import { useNow } from '../stage/clock.ts';
import { timeText } from './time-text.ts';
import { flag, num, str } from './read.ts';
import type { PlainProps } from './types.ts';

/** The plate over the whole width: bevels, light along the lower edge, title in the display face, clock and date on the left. */
export function Header({ node, props, feed, config }: PlainProps) {
  const { w, h } = node;
  const variant = str(props, 'variant');
  const size = num(props, 'size');
  return (
    <header className="sw-header" data-variant={variant}>
      {variant !== 'flat' && <Plate w={w} h={h} variant={variant} chevrons={flag(props, 'chevrons')} />}
      <h1
        style={{
          fontSize: size,
          letterSpacing: num(props, 'spacing'),
          textIndent: num(props, 'spacing'),
          ...(variant !== 'flat' && { top: h * (variant === 'beam' ? 0.16 : 0.1) }),
        }}
      >
        <span>{str(props, 'title')}</span>
        {flag(props, 'sweep') && <i aria-hidden>{str(props, 'title')}</i>}
      </h1>
      {str(props, 'subtitle') && <p style={{ top: h * 0.1 + size * 1.22 }}>{str(props, 'subtitle')}</p>}
      <div className="sw-header-left" style={{ height: variant === 'flat' ? h : h * 0.62 }}>
        {flag(props, 'clock') && <Clock />}
        <span>
          {flag(props, 'date') && <Today />}
          {flag(props, 'updated') && <Updated feed={feed} ids={Object.keys(config.nodes)} />}
        </span>
      </div>
    </header>
  );
}

const Clock = () => <time className="sw-clock">{timeText(useNow(), 'HH:mm:ss')}</time>;
function Today() {
  const now = useNow();
  return (
    <em>
      {timeText(now, 'YYYY年M月D日')}
      <small>{timeText(now, 'dddd')}</small>
    </em>
  );
}

/** When the newest answer on the screen came from its source. */
function Updated({ feed, ids }: { feed: PlainProps['feed']; ids: readonly string[] }) {
  const [at, setAt] = useState('');
  const key = ids.join();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      let newest = '';
      for (const id of key.split(',')) {
        const seen = feed.get(id).data?.queriedAt;
        if (seen && seen > newest) newest = seen;
      }
      setAt(newest);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const ends = key.split(',').map((id) => feed.subscribe(id, soon));
    soon();
    return () => {
      cancelAnimationFrame(frame);
      for (const end of ends) end();
    };
  }, [feed, key]);
  return <em className="sw-updated">{at ? `数据更新 ${timeText(Date.parse(at), 'HH:mm')}` : ' '}</em>;
}

function Plate({ w, h, variant, chevrons }: { w: number; h: number; variant: string; chevrons: boolean }) {
  const id = useId();
  const line = `url(#${id}l)`;
  const fill = `url(#${id}f)`;
  const base = h * 0.65;
  const low = h * 0.95;
  // the trapezoid takes the middle 44 %
  const a = w * 0.27;
  const b = a + (low - base) * 1.36;
  const mirror = (x: number) => w - x;
  return (
    <svg width={w} height={h} viewBox={`0 0 ${w} ${h}`} fill="none" aria-hidden>
      <defs>
        <linearGradient id={`${id}l`} x1="0" x2={w} gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="var(--s-accent)" stopOpacity="0" />
          <stop offset=".28" stopColor="var(--s-accent)" />
          <stop offset=".5" stopColor="var(--s-text)" />
          <stop offset=".72" stopColor="var(--s-accent)" />
          <stop offset="1" stopColor="var(--s-accent)" stopOpacity="0" />
        </linearGradient>
        <linearGradient id={`${id}f`} x1="0" y1="0" x2="0" y2={h} gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="var(--s-glow)" stopOpacity=".62" />
          <stop offset="1" stopColor="var(--s-glow)" stopOpacity=".1" />
        </linearGradient>
        <radialGradient
          id={`${id}g`}
          cx={w / 2}
          cy={low}
          r={w * 0.2}
          gradientTransform={`translate(0 ${low * 0.86}) scale(1 .14)`}
          gradientUnits="userSpaceOnUse"
        >
          <stop offset="0" stopColor="var(--s-accent)" stopOpacity=".55" />
          <stop offset="1" stopColor="var(--s-accent)" stopOpacity="0" />
        </radialGradient>
      </defs>
      {variant === 'beam' ? (
        <>
          <path d={`M0 0H${w}V${base}H0Z`} fill={fill} opacity=".7" />
          <path d={`M0 ${h * 0.86}H${w}`} stroke={line} strokeWidth="2" />
          <path d={`M${w * 0.34} ${h * 0.86}h${w * 0.32}`} stroke="var(--s-text)" strokeWidth="3" strokeOpacity=".85" />
          <ellipse cx={w / 2} cy={low} rx={w * 0.2} ry={h * 0.14} fill={`url(#${id}g)`} />
        </>
      ) : variant === 'wing' ? (
        <>
          <path d={`M${a * 0.82} 0H${mirror(a * 0.82)}L${mirror(b)} ${low}H${b}Z`} fill={fill} />
          <path
            d={`M0 ${h * 0.3}H${a * 0.84}L${b} ${low}H${mirror(b)}L${mirror(a * 0.84)} ${h * 0.3}H${w}`}
            stroke={line}
            strokeWidth="2"
          />
          {[0, 1].map((i) => (
            <path
              key={i}
              d={`M${a * 0.84 - 14 - i * 34} ${h * 0.42}l${(low - h * 0.42) * 0.9} ${h * 0.36}M${mirror(a * 0.84 - 14 - i * 34)} ${h * 0.42}l-${(low - h * 0.42) * 0.9} ${h * 0.36}`}
              stroke="var(--s-accent)"
              strokeWidth="7"
              strokeOpacity={0.5 - i * 0.11}
            />
          ))}
          <path d={`M${w * 0.4} ${low}H${w * 0.6}`} stroke="var(--s-text)" strokeWidth="3" />
        </>
      ) : (
        <>
          <path d={`M0 0H${w}V${base}H${mirror(a)}L${mirror(b)} ${low}H${b}L${a} ${base}H0Z`} fill={fill} />
          <path d={`M0 ${base}H${a}L${b} ${low}H${mirror(b)}L${mirror(a)} ${base}H${w}`} stroke={line} strokeWidth="2" />
          <path
            d={`M${a - 52} ${base + 7}h44l${(low - base) * 1.36} ${low - base}M${mirror(a - 52)} ${base + 7}h-44l-${(low - base) * 1.36} ${low - base}`}
            stroke="var(--s-accent)"
            strokeOpacity=".42"
          />
          <path
            d={`M${b + 46} ${low - 1}h${w * 0.09}l9 -6H${mirror(b + 55 + w * 0.09)}l9 6h${w * 0.09}`}
            stroke="var(--s-text)"
            strokeOpacity=".82"
            strokeWidth="2.5"
          />
          <ellipse cx={w / 2} cy={low - 2} rx={w * 0.17} ry={h * 0.13} fill={`url(#${id}g)`} />
        </>
      )}
      {chevrons && variant !== 'wing' && (
        <g fill="var(--s-accent)">
          {[0, 1, 2, 3, 4].map((i) => (
            <path
              key={i}
              d={`M${a - 66 - i * 15} ${base - 6}l7-9h6l-7 9zM${mirror(a - 66 - i * 15)} ${base - 6}l-7-9h-6l7 9z`}
              opacity={0.95 - i * 0.18}
            />
          ))}
        </g>
      )}
    </svg>
  );
}
