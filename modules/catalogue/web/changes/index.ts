import { lazyPart } from '#kit/web/lazy-part.ts';

/** `<RegisterChange column onClose />`: registers a change of a column as in the family. Stands inside a `<Suspense>`. */
export const RegisterChange = lazyPart(async () => ({ default: (await import('./RegisterChange.tsx')).RegisterChange }));
/** `<FollowButton objectType objectId />`. Stands inside a `<Suspense>`. */
export const FollowButton = lazyPart(async () => ({ default: (await import('./ChangesPanel.tsx')).FollowButton }));
