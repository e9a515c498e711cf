/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'visual/embed/index': () => import('./apps/EmbedAppPage.tsx'),
};
/** Parts that pages outside of the module load when they need them. */
export const parts = {
  page: () => import('./page/EmbedPage.tsx'),
};
