/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'masterdata/duplicate/index': () => import('./duplicates/DuplicatesPage.tsx'),
};
