import type { init as Start } from '#kit/web/chart/plot-engine.ts';
import type { ChartTypeKey } from '../../contract/chart-types.ts';
import type { Built } from '../../core/option/index.ts';

type Init = typeof Start;

/** What draws on a canvas, loaded when the first chart needs it. */
export const ENGINES: Record<Built['engine'], () => Promise<{ init: Init }>> = {
  basic: () => import('#kit/web/chart/plot-engine.ts'),
  further: () => import('#kit/web/chart/all-engine.ts'),
  words: () => import('#kit/web/chart/words-engine.ts'),
  liquid: () => import('#kit/web/chart/liquid-engine.ts'),
  geo: () => import('../map/engine.ts'),
};

const NO_CANVAS: ReadonlySet<ChartTypeKey> = new Set<ChartTypeKey>(['kpi', 'rank', 'table', 'pivot']);

/** Fetches what charts of these types will be drawn with, while their data are on the way; whoever draws deals with failures. */
export function fetchEngines(types: Iterable<ChartTypeKey>): void {
  // what all kinds of canvas have in common is most of it
  for (const type of types) if (!NO_CANVAS.has(type)) return void ENGINES.basic().catch(() => undefined);
}
