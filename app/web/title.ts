import { uiTexts } from '#kit/web/ui-texts.ts';

/** `{page title} - {app title}`; without a page the app title alone. */
export const titleOf = (page: string, app: string | undefined = uiTexts.titleFallback): string => (page ? `${page} - ${app}` : app);
