import { lazyPart } from '#kit/web/lazy-part.ts';

// What pages of other modules load of this one, apart from the list of pages.
export { audienceFields, audienceText } from './AudienceFields.tsx';
/** The editor of a text with headings, lists, tables and pictures; it loads when it is drawn. */
export const DocumentEditor = lazyPart(() => import('./document/DocumentEditor.tsx'));
export { DocumentText } from './document/DocumentText.tsx';
