import type { ComponentType } from 'react';
import type { init as Start } from '#kit/web/chart/plot-engine.ts';
import type { ChartTypeKey } from '../../contract/chart-types.ts';
import type { Built } from '../../core/option/index.ts';
import type { CanvasProps } from './CanvasChart.tsx';

type Init = typeof Start;

/** What draws on a canvas, loaded when the first chart needs it. */
export const ENGINES: Record<Built['engine'], () => Promise<{ init: Init }>> = {
  basic: () => import('#kit/web/chart/plot-engine.ts'),
  further: () => import('#kit/web/chart/all-engine.ts'),
  words: () => import('#kit/web/chart/word-cloud-engine.ts'),
  liquid: () => import('#kit/web/chart/liquid-engine.ts'),
  geo: () => import('../map/engine.ts'),
};

/** Types that are more than a canvas: their components. */
export const PARTS: Partial<Record<ChartTypeKey, () => Promise<{ default: ComponentType<CanvasProps> }>>> = {
  kpi: () => import('./KpiChart.tsx').then((part) => ({ default: part.KpiChart })),
  rank: () => import('./RankChart.tsx').then((part) => ({ default: part.RankChart })),
  table: () => import('./TableChart.tsx').then((part) => ({ default: part.TableChart })),
  pivot: () => import('./PivotChart.tsx').then((part) => ({ default: part.PivotChart })),
  map: () => import('../map/MapChart.tsx').then((part) => ({ default: part.MapChart })),
  flowMap: () => import('../map/MapChart.tsx').then((part) => ({ default: part.MapChart })),
};

const ENGINE_OF: Partial<Record<ChartTypeKey, Built['engine']>> = {
  bar: 'basic',
  line: 'basic',
  dual: 'basic',
  pie: 'basic',
  waterfall: 'basic',
  bullet: 'basic',
  wordCloud: 'words',
  liquidFill: 'liquid',
  map: 'geo',
  flowMap: 'geo',
};

/** Fetches what charts of these types will be drawn with, while their data are on the way; whoever draws deals with failures. */
export function fetchEngines(types: Iterable<ChartTypeKey>): void {
  for (const type of new Set(types)) {
    PARTS[type]?.().catch(() => undefined);
    const engine = ENGINE_OF[type] ?? (PARTS[type] ? null : 'further');
    if (engine) ENGINES[engine]().catch(() => undefined);
  }
}
