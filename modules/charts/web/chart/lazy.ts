import { lazyPart } from '#kit/web/lazy-part.ts';

/** A chart with its engine, loaded when one is first shown. Stands inside a `<Suspense>`. */
export const LazyChart = lazyPart(() => import('./ChartView.tsx').then((part) => ({ default: part.ChartView })));
