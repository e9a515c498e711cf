/** Page keys of the menus and the fixed routes → pages, loaded when they are opened. */
export const pages = {
  'visual/board/build': () => import('./board/build/BoardBuildPage.tsx'),
  'visual/board/view': () => import('./board/BoardViewPage.tsx'),
  'visual/map/index': () => import('./map-assets/MapAssetPage.tsx'),
  'visual/index': () => import('./home/VisualHomePage.tsx'),
  'visual/datachart/index': () => import('./library/ChartListPage.tsx'),
  'visual/databoard/index': () => import('./library/BoardListPage.tsx'),
  'visual/datascreen/index': () => import('./library/ScreenListPage.tsx'),
  'visual/dataset/index': () => import('./sets/DataSetPage.tsx'),
  'visual/dataset/build': () => import('./sets/build/SetBuildPage.tsx'),
  'visual/chart/build': () => import('./build-chart/ChartBuildPage.tsx'),
  'visual/screen/build': () => import('./screen/build/ScreenBuildPage.tsx'),
  'visual/screen/view': () => import('./screen/view/ScreenViewPage.tsx'),
};
/** Parts that pages outside of the module load when they need them. */
export const parts = {
  share: () => import('./share/SharePage.tsx'),
};
/** Loads a page with the screen of a fixed code: `fixedScreen('cockpit')`. */
export const fixedScreen = (code: string) => async () => ({ default: (await import('./screen/view/fixed-page.tsx')).fixedPage(code) });
