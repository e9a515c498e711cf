import { session } from '#kit/web/session.ts';
import { BOARD_GAP, BOARD_ROW, type BoardConfig } from '#modules/boards/contract/board-config.ts';
import type { PublishedView } from '../../contract/view-calls.ts';
import { shownItems } from '#modules/boards/core/index.ts';
import { fetchEngines } from '#modules/charts/web/parts.ts';
import { readViewState } from './view-address.ts';
import { shapeOf, viewFeed, type ViewFeed } from './view-feed.ts';

/** What nobody has taken by then belonged to a page that was not shown after all. */
const KEPT_MS = 30_000;
/** Tiles that the page turned out not to show are let go this long after it took over. */
const SETTLED_MS = 3_000;
/** Longer than a feed gathers tiles for one request. */
const GATHERED_MS = 30;
/** Below this width tiles stand under each other (board.css). */
const NARROW = 768;

interface Ahead {
  /** whose rights it was asked with */
  readonly token: string | null;
  readonly document: Promise<PublishedView>;
  /** there as soon as the document is, with the first tiles asked for */
  started: { readonly view: PublishedView; readonly feed: ViewFeed; readonly keys: readonly string[] } | null;
  /** a failure is handed over once: whoever asks again asks the server */
  isTaken: boolean;
  hasFailed: boolean;
  onPublished: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}
const begun = new Map<string, Ahead>();
const nameOf = (entity: string, key: string): string => `${entity} ${key}`;

/** Tiles of the first window of a board, by their place in the grid; the page corrects what this gets wrong. */
function firstTiles(config: BoardConfig, search: URLSearchParams): string[] {
  if (window.innerWidth < NARROW) return [];
  const tab = config.tabs.find(({ id }) => id === search.get('tab')) ?? config.tabs[0];
  const folded = new Set((tab?.layout ?? []).filter(({ collapsed }) => collapsed).map(({ i }) => i));
  return shownItems(tab?.layout ?? [], folded)
    .filter(({ kind, y }) => kind === 'chart' && y * (BOARD_ROW + BOARD_GAP) < window.innerHeight)
    .map(({ i }) => i);
}

/**
 * Begins what a viewer will show while the program still starts: before it is known who looks and which page is shown. `asked` answers the
 * published document; as soon as it is there, the data of its first tiles are asked for. The server decides about rights as always;
 * `prefetchedDocument` and `claimPrefetchedFeed` hand over what came. `search` is that of the address.
 */
export function lookAhead(entity: 'board' | 'screen', key: string, search: string, asked: Promise<unknown>): void {
  const params = new URLSearchParams(search);
  const document = asked as Promise<PublishedView>;
  const name = nameOf(entity, key);
  const timer = setTimeout(() => forget(name), KEPT_MS);
  const ahead: Ahead = {
    token: session.get().token,
    document,
    started: null,
    isTaken: false,
    hasFailed: false,
    onPublished: () => undefined,
    timer,
  };
  begun.set(name, ahead);
  document.then(
    (view: PublishedView) => {
      if (begun.get(name) !== ahead) return;
      const { id, versionNo } = view;
      const feed = viewFeed({ entity, id, versionNo, document: view, ...readViewState(params), onPublished: () => ahead.onPublished() });
      const { tiles } = shapeOf(view);
      const keys = view.entity === 'board' ? firstTiles(view.config, params) : [...tiles.keys()];
      for (const tile of keys) feed.want(tile);
      // after the question for data, which the feed gathers for a frame
      setTimeout(() => fetchEngines([...tiles.values()].map(({ chart }) => chart.chartType)), GATHERED_MS);
      ahead.started = { view, feed, keys };
    },
    // whoever shows the page tells
    () => {
      if (begun.get(name) !== ahead) return;
      if (ahead.isTaken) forget(name);
      else ahead.hasFailed = true;
    },
  );
}

function forget(name: string): void {
  const ahead = begun.get(name);
  clearTimeout(ahead?.timer);
  ahead?.started?.feed.close();
  begun.delete(name);
}

const aheadOf = (name: string): Ahead | undefined => {
  const ahead = begun.get(name);
  return ahead?.token === session.get().token ? ahead : undefined;
};

/** The document that was asked for ahead, or null; rejects as the call does, and does so once. */
export function prefetchedDocument(entity: 'board' | 'screen', key: string): Promise<PublishedView> | null {
  const name = nameOf(entity, key);
  const ahead = aheadOf(name);
  if (!ahead) return null;
  ahead.isTaken = true;
  if (ahead.hasFailed) forget(name);
  return ahead.document;
}

/** The feed that was begun ahead for this very version, or null. From now on it belongs to the caller, who closes it. */
export function claimPrefetchedFeed(
  entity: 'board' | 'screen',
  key: string,
  { id, versionNo }: PublishedView,
  onPublished: () => void,
): ViewFeed | null {
  const name = nameOf(entity, key);
  const ahead = aheadOf(name);
  const started = ahead?.started;
  if (!started || started.view.id !== id || started.view.versionNo !== versionNo) {
    forget(name);
    return null;
  }
  clearTimeout(ahead.timer);
  begun.delete(name);
  ahead.onPublished = onPublished;
  const { feed, keys } = started;
  setTimeout(() => {
    for (const tile of keys) if (!feed.isWatched(tile)) feed.drop(tile);
  }, SETTLED_MS);
  return feed;
}
