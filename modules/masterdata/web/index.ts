/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'masterdata/index': () => import('./home/OverviewPage.tsx'),
  // every model and every record has a tab of its own
  'masterdata/datamodel/index': Object.assign(() => import('./model/ModelPage.tsx'), { object: 'model' }),
  'masterdata/datamanage/index': Object.assign(() => import('./data/DataPage.tsx'), { object: 'record' }),
  'masterdata/duplicate/index': () => import('./duplicates/DuplicatesPage.tsx'),
  'masterdata/target/index': () => import('./distribute/TargetPage.tsx'),
};
