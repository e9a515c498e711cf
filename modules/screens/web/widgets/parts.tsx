import { memo, type CSSProperties } from 'react';
import { colorOf } from '../stage/themes.ts';
import { percentText, tagColor, verdictOf, type Change, type Verdict } from './read.ts';
import type { PropValue } from '../../core/widgets.ts';

/** Judgements stand on the one scale of severity. */
export const VERDICT_COLOR: Record<Verdict, string> = {
  good: 'var(--severity-1)',
  warn: 'var(--severity-2)',
  bad: 'var(--severity-4)',
  flat: 'var(--s-text3)',
};
/** A colour with some of it taken away. */
export const withOpacity = (color: string, percent: number): string => `color-mix(in srgb, ${color} ${percent}%, transparent)`;

const REEL = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
/** Digits that roll to the next figure within 600 ms; signs, points and letters stand still. Places count from the right. */
export const Digits = memo(function Digits({ text, ms = 600 }: { text: string; ms?: number }) {
  const letters = Array.from(text);
  return (
    <span className="sw-digits" role="text" aria-label={text}>
      {letters.map((letter, i) => {
        const place = letters.length - i;
        const digit = REEL.indexOf(letter);
        return digit < 0 ? (
          <span key={`s${place}`} aria-hidden>
            {letter}
          </span>
        ) : (
          <span key={`d${place}`} className="sw-reel" aria-hidden>
            <span style={{ transform: `translateY(-${digit * 10}%)`, transitionDuration: `${Math.min(600, ms)}ms` }}>
              {REEL.map((one) => (
                <b key={one}>{one}</b>
              ))}
            </span>
          </span>
        );
      })}
    </span>
  );
});

/** An arrow with the change; its colour says whether that is welcome. */
export function Delta({ change, goodWhen, digits = 1 }: { change: Change; goodWhen: string; digits?: number }) {
  const amount = change.ratio ?? change.diff;
  if (amount === null) return null;
  const text =
    change.ratio !== null
      ? percentText(Math.abs(change.ratio), digits)
      : new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(Math.abs(amount));
  return (
    <span className="sw-delta" style={{ '--k': VERDICT_COLOR[verdictOf(amount, goodWhen)] } as CSSProperties}>
      {amount === 0 ? '持平' : <i data-down={amount < 0 ? '' : undefined} />}
      {amount !== 0 && text}
    </span>
  );
}

/** A lamp with a meaning that can also be read. */
export function StatusLight({ verdict }: { verdict: Verdict }) {
  const label = { good: '达标', warn: '接近目标', bad: '未达标', flat: '' }[verdict];
  const color = { '--k': VERDICT_COLOR[verdict] } as CSSProperties;
  if (label === '') return <i className="sw-light" style={color} />;
  return <i className="sw-light" role="img" style={color} title={label} aria-label={label} />;
}

export function Tag({ text, tags }: { text: string; tags: readonly { [key: string]: PropValue }[] }) {
  return (
    <span className="sw-tag" style={{ '--k': colorOf(tagColor(text, tags), 'accent') } as CSSProperties}>
      {text}
    </span>
  );
}

/** A trend in one stroke with a light ground; needs two points. */
export const Spark = memo(function Spark({ values, color, w, h }: { values: readonly number[]; color: string; w: number; h: number }) {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, i) => [(i / (values.length - 1)) * (w - 6) + 3, h - 4 - ((value - low) / span) * (h - 9)] as const);
  const line = points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const last = points.at(-1)!;
  return (
    <svg className="sw-spark" width={w} height={h} aria-hidden>
      <path d={`${line}L${last[0]} ${h}L${points[0]![0]} ${h}Z`} fill={color} fillOpacity=".14" />
      <path d={line} fill="none" stroke={color} strokeWidth="1.8" strokeLinejoin="round" strokeOpacity=".9" />
      <circle cx={last[0]} cy={last[1]} r="2.6" fill="var(--s-text)" stroke={color} strokeWidth="1.5" />
    </svg>
  );
});

/** Page of a list that turns by itself. */
export const pageOf = <T,>(rows: readonly T[], size: number, page: number): readonly T[] => {
  const pages = Math.max(1, Math.ceil(rows.length / Math.max(1, size)));
  const at = ((page % pages) + pages) % pages;
  return rows.slice(at * size, at * size + size);
};
