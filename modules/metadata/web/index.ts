/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'metadata/index': () => import('./OverviewPage.tsx'),
  'metadata/datasource/index': () => import('./DataSourcePage.tsx'),
  'metadata/datacolumn/index': () => import('./DataColumnPage.tsx'),
  'metadata/datamap/index': () => import('./map/DataMapPage.tsx'),
  'metadata/datablood/index': () => import('./lineage/LineagePage.tsx'),
  'metadata/sqlconsole/index': () => import('./SqlConsolePage.tsx'),
  'metadata/dataauthorize/index': () => import('./authorize/AuthorizePage.tsx'),
  'metadata/classify/index': () => import('./classify/ClassifyPage.tsx'),
  'metadata/maskrule/index': () => import('./classify/MaskRulePage.tsx'),
};
