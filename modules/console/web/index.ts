/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'metadata/sqlconsole/index': () => import('./SqlConsolePage.tsx'),
};
