export { DocumentUpload, FileThumbs, ImageUpload } from './bound.tsx';
export { sizeText } from '../core/size.ts';

/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'basic/system/file/index': () => import('./FilePage.tsx'),
};
