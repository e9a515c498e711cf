import { lazy, Suspense } from 'react';
import { flag } from './read.ts';
import type { DataProps } from './types.ts';

const HeroCanvas = lazy(() => import('./HeroCanvas.tsx').then((part) => ({ default: part.HeroCanvas })));

/** The lit map in the middle, on a pedestal of rings that are there before the map is; they stand still, because the map above would be put together anew for each of their frames. */
export function HeroMap(own: DataProps) {
  const { node, props } = own;
  return (
    <div className="sw-hero">
      {flag(props, 'rings') && <Pedestal w={node.w} h={node.h} />}
      <Suspense fallback={null}>
        <HeroCanvas {...own} />
      </Suspense>
    </div>
  );
}

function Pedestal({ w, h }: { w: number; h: number }) {
  const cy = h * 0.6;
  const rx = w * 0.5;
  return (
    <svg className="sw-pedestal" width={w} height={h} viewBox={`0 0 ${w} ${h}`} fill="none" aria-hidden>
      <defs>
        <radialGradient id="pedestal">
          <stop offset=".3" stopColor="var(--s-glow)" stopOpacity=".34" />
          <stop offset="1" stopColor="var(--s-glow)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g transform={`translate(${w / 2} ${cy}) scale(1 .36)`}>
        <circle r={rx} fill="url(#pedestal)" />
        <circle r={rx * 0.98} stroke="var(--s-line)" strokeOpacity=".26" />
        <circle r={rx * 0.9} stroke="var(--s-accent)" strokeOpacity=".3" strokeWidth="5" pathLength="100" strokeDasharray="7 3 1 5 14 20" />
        <circle r={rx * 0.8} stroke="var(--s-line)" strokeOpacity=".4" strokeWidth="2" pathLength="100" strokeDasharray=".5 .9" />
        <circle r={rx * 0.66} stroke="var(--s-line)" strokeOpacity=".2" strokeDasharray="4 12" />
      </g>
    </svg>
  );
}
