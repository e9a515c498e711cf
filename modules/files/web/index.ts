export { DocumentUpload, FileThumbs, ImageUpload } from './bound.tsx';

/** The module has no pages of its own yet: its parts are used on the pages of others. */
export const pages = {};
