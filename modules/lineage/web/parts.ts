import { lazyPart } from '#kit/web/lazy-part.ts';

export { kindLabel } from './kinds.ts';

/** `<TableLineage tableId />`: a small drawing with a link to the full one. Stands inside a `<Suspense>`. */
export const TableLineage = lazyPart(() => import('./TableLineage.tsx'));
/** `<ImpactList tableId columnId? />`: what a change bears on. Stands inside a `<Suspense>`. */
export const ImpactList = lazyPart(async () => ({ default: (await import('./ImpactList.tsx')).ImpactList }));
