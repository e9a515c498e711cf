/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'metadata/index': () => import('./OverviewPage.tsx'),
  'metadata/datasource/index': () => import('./sources/DataSourcePage.tsx'),
  // one of its tables has a tab of its own
  'metadata/datacolumn/index': Object.assign(() => import('./DataColumnPage.tsx'), { object: 'table' }),
  'metadata/datasearch/index': () => import('./search/SearchPage.tsx'),
  'metadata/myaccess/index': () => import('./access/MyAccessPage.tsx'),
  'metadata/domain/index': () => import('./tables/DomainPage.tsx'),
  'metadata/tag/index': () => import('./tables/TagPage.tsx'),
  'metadata/datamap/index': () => import('./map/DataMapPage.tsx'),
  'metadata/changerecord/index': () => import('./changes/ChangeRecordPage.tsx'),
};

export { tablePath } from './paths.ts';
