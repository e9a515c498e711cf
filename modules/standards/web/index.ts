/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'standard/datadict/index': () => import('./dict/DictPage.tsx'),
};
