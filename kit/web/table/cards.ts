import { lazyPart } from '../lazy-part.ts';

/** The rows of a list or tree as cards: loaded on phones only. */
export const Cards = lazyPart(async () => ({ default: (await import('./CardList.tsx')).CardList }));
