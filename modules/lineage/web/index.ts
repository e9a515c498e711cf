/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'metadata/datablood/index': () => import('./LineagePage.tsx'),
};
