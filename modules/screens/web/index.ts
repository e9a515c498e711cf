import { defineLinkTarget } from '#modules/charts/web/index.ts';

defineLinkTarget('screen', '大屏', () => import('./list/link-target.ts'));

/** Page keys of the menus and the fixed routes → pages, loaded when they are opened. */
export const pages = {
  'visual/datascreen/index': () => import('./list/ScreenListPage.tsx'),
  'visual/screen/build': () => import('./builder/ScreenBuildPage.tsx'),
};
