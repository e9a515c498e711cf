import { defineLinkTarget } from '#modules/charts/web/index.ts';

defineLinkTarget('board', '看板', () => import('./list/link-target.ts'));

/** Page keys of the menus and the fixed routes → pages, loaded when they are opened. */
export const pages = {
  'visual/databoard/index': () => import('./list/BoardListPage.tsx'),
  'visual/board/build': () => import('./builder/BoardBuildPage.tsx'),
};
