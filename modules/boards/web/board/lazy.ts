import { lazyPart } from '#kit/web/lazy-part.ts';

/** The tabs of a board, loaded for boards that have several. Stands inside a `<Suspense>`. */
export const BoardTabs = lazyPart(() => import('./BoardTabs.tsx').then((part) => ({ default: part.BoardTabs })));
