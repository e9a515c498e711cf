import { lazyPart } from '#kit/web/lazy-part.ts';

/** The rows of a data point, loaded when they are first asked for. Stands inside a `<Suspense>`. */
export const DetailDrawer = lazyPart(() => import('./DetailDrawer.tsx').then((part) => ({ default: part.DetailDrawer })));
