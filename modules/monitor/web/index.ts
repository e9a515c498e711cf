/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'basic/monitor/server/index': () => import('./ServerPage.tsx'),
  'basic/monitor/cache/index': () => import('./CachePage.tsx'),
  'basic/monitor/api/index': () => import('./ApiDocsPage.tsx'),
};
