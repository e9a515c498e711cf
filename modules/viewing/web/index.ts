import type { SentRoute } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { bringShareDialog } from '#modules/library/web/index.ts';

bringShareDialog(() => import('./share/ShareDialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })));

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
      const { lookAhead } = await import('./view/prefetch.ts');
      lookAhead(entity, key, search, document);
    },
  });

/** A page with the screen of a fixed code. */
const fixedScreen = (code: string) =>
  viewer(async () => ({ default: (await import('./screen/fixed-page.tsx')).fixedPage(code) }), 'screen', code);

/** Page keys of the menus and the fixed routes → pages, loaded when they are opened. */
export const pages = {
  'visual/index': () => import('./home/VisualHomePage.tsx'),
  'visual/board/view': viewer(() => import('./board/BoardViewPage.tsx'), 'board'),
  'visual/screen/view': viewer(() => import('./screen/ScreenViewPage.tsx'), 'screen'),
  'screen/cockpit/index': fixedScreen('cockpit'),
  'screen/overview/index': fixedScreen('overview'),
  'screen/engineering/index': fixedScreen('engineering'),
  'screen/inbound/index': fixedScreen('inbound'),
  'screen/human/index': fixedScreen('human'),
  'screen/subCompany/index': fixedScreen('subCompany'),
  'screen/smartData/index': fixedScreen('smartData'),
  'screen/leaderView/index': fixedScreen('leaderView'),
  'screen/marketView/index': fixedScreen('marketView'),
};
/** Parts that pages outside of the module load when they need them. */
export const parts = {
  share: () => import('./share/SharePage.tsx'),
};
