/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'metadata/index': () => import('./OverviewPage.tsx'),
  'metadata/datasource/index': () => import('./DataSourcePage.tsx'),
  'metadata/datacolumn/index': () => import('./DataColumnPage.tsx'),
  'metadata/datamap/index': () => import('./map/DataMapPage.tsx'),
  'metadata/sqlconsole/index': () => import('./SqlConsolePage.tsx'),
};
