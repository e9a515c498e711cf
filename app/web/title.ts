import { words } from '#kit/web/words.ts';

/** `{page title} - {app title}`; without a page the app title alone. */
export const titleOf = (page: string, app: string | undefined = words.titleFallback): string => (page ? `${page} - ${app}` : app);
