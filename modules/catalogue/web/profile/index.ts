import { lazyPart } from '#kit/web/lazy-part.ts';

/** `<ProfilePanel tableId />`: statistics of the columns of a table, and the button that makes them. Stands inside a `<Suspense>`. */
export const ProfilePanel = lazyPart(async () => ({ default: (await import('./ProfilePanel.tsx')).ProfilePanel }));
