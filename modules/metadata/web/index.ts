/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'metadata/index': () => import('./OverviewPage.tsx'),
  'metadata/datasource/index': () => import('./DataSourcePage.tsx'),
  'metadata/datacolumn/index': () => import('./DataColumnPage.tsx'),
  'metadata/datasearch/index': () => import('./search/SearchPage.tsx'),
  'metadata/domain/index': () => import('./catalogue/DomainPage.tsx'),
  'metadata/tag/index': () => import('./catalogue/TagPage.tsx'),
  'metadata/datamap/index': () => import('./map/DataMapPage.tsx'),
  'metadata/datablood/index': () => import('./lineage/LineagePage.tsx'),
  'metadata/changerecord/index': () => import('./changes/ChangeRecordPage.tsx'),
  'metadata/sqlconsole/index': () => import('./SqlConsolePage.tsx'),
  'metadata/dataauthorize/index': () => import('./authorize/AuthorizePage.tsx'),
  'metadata/classify/index': () => import('./classify/ClassifyPage.tsx'),
  'metadata/maskrule/index': () => import('./classify/MaskRulePage.tsx'),
};

/** Parts that pages of other modules load when they need them. */
export const parts = {
  sqlEditor: () => import('./console/SqlEditor.tsx'),
};
export type { SqlEditorHandle } from './console/SqlEditor.tsx';
