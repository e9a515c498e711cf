/** Page keys of the menus and the fixed routes → pages, loaded when they are opened. */
export const pages = {
  'visual/dataset/index': () => import('./sets/DataSetPage.tsx'),
  'visual/dataset/build': () => import('./builder/SetBuildPage.tsx'),
};
