export { defineLinkTarget } from './tile-design/link-targets.ts';

/** Page keys of the menus and the fixed routes → pages, loaded when they are opened. */
export const pages = {
  'visual/datachart/index': () => import('./list/ChartListPage.tsx'),
  'visual/chart/build': () => import('./builder/ChartBuildPage.tsx'),
  'visual/map/index': () => import('./map-assets/MapAssetPage.tsx'),
};
