import { lazyPart } from '#kit/web/lazy-part.ts';

/** `<ChangesPanel tableId />`: changes of a table with confirming. Stands inside a `<Suspense>`. */
export const ChangesPanel = lazyPart(async () => ({ default: (await import('./ChangesPanel.tsx')).ChangesPanel }));
/** `<VersionsPanel tableId />`: versions of its structure, compared side by side. Stands inside a `<Suspense>`. */
export const VersionsPanel = lazyPart(async () => ({ default: (await import('./VersionsPanel.tsx')).VersionsPanel }));
/** `<RegisterChange column onClose />`: registers a change of a column as in the family. Stands inside a `<Suspense>`. */
export const RegisterChange = lazyPart(async () => ({ default: (await import('./RegisterChange.tsx')).RegisterChange }));
/** `<FollowButton objectType objectId />`. Stands inside a `<Suspense>`. */
export const FollowButton = lazyPart(async () => ({ default: (await import('./ChangesPanel.tsx')).FollowButton }));
