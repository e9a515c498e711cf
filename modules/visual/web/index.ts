import type { SentRoute } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { defineLinkTarget } from './designer/link-targets.ts';
import { bringShareDialog } from './library/share-dialog.ts';

bringShareDialog(() => import('./share/ShareDialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })));
defineLinkTarget('board', '看板', () => import('./list-board/link-target.ts'));
defineLinkTarget('screen', '酷屏', () => import('./list-screen/link-target.ts'));

type Viewed = 'board' | 'screen';
/** The calls of contract/view-calls.ts, which would bring every schema of a document into the start of the program. */
const DOCUMENTS = {
  board: { method: 'GET', path: '/data/visual/boards/view/:key' },
  screen: { method: 'GET', path: '/data/visual/screens/view/:key' },
} as const satisfies Record<Viewed, SentRoute>;

interface Place {
  readonly pathname: string;
  readonly search: string;
}
/**
 * A page whose document and first data are asked for while the program still starts. The document is asked for at once, without waiting for
 * anything to load; the last part of the path names it.
 */
const viewer = <L extends object>(load: L, entity: Viewed, code?: string) =>
  Object.assign(load, {
    ahead: async ({ pathname, search }: Place) => {
      const key = code ?? decodeURIComponent(pathname.split('/').at(-1) ?? '');
      const document = send(DOCUMENTS[entity], { params: { key } }, { quiet: true, overlay: false });
      document.catch(() => undefined); // whoever shows the page tells
      const { lookAhead } = await import('./view/ahead.ts');
      lookAhead(entity, key, search, document);
    },
  });

/** Page keys of the menus and the fixed routes → pages, loaded when they are opened. */
export const pages = {
  'visual/board/build': () => import('./board/build/BoardBuildPage.tsx'),
  'visual/board/view': viewer(() => import('./board/BoardViewPage.tsx'), 'board'),
  'visual/map/index': () => import('./map-assets/MapAssetPage.tsx'),
  'visual/index': () => import('./home/VisualHomePage.tsx'),
  'visual/datachart/index': () => import('./list-chart/ChartListPage.tsx'),
  'visual/databoard/index': () => import('./list-board/BoardListPage.tsx'),
  'visual/datascreen/index': () => import('./list-screen/ScreenListPage.tsx'),
  'visual/dataset/index': () => import('./sets/DataSetPage.tsx'),
  'visual/dataset/build': () => import('./sets/build/SetBuildPage.tsx'),
  'visual/chart/build': () => import('./build-chart/ChartBuildPage.tsx'),
  'visual/screen/build': () => import('./screen/build/ScreenBuildPage.tsx'),
  'visual/screen/view': viewer(() => import('./screen/view/ScreenViewPage.tsx'), 'screen'),
};
/** Parts that pages outside of the module load when they need them. */
export const parts = {
  share: () => import('./share/SharePage.tsx'),
};
/** Loads a page with the screen of a fixed code: `fixedScreen('cockpit')`. */
export const fixedScreen = (code: string) =>
  viewer(async () => ({ default: (await import('./screen/view/fixed-page.tsx')).fixedPage(code) }), 'screen', code);
