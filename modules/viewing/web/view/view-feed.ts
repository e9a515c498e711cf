import { onPush } from '#kit/web/push.ts';
import { CallError, openAnswer, send } from '#kit/web/send.ts';
import { viewing, type PublishedView } from '../../contract/view-calls.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { Offers, OffersRequest } from '#modules/charts/contract/tile-asks.ts';
import type { FilterValue } from '#modules/charts/contract/view-filter.ts';
import { shapeOfBoard } from '#modules/boards/core/index.ts';
import { shapeOfScreen } from '#modules/screens/core/index.ts';
import { type Shape, type ViewSelection } from '#modules/charts/core/index.ts';
import { FeedStore, type FeedSource, readLines, type ClickedValue, type FilterOption } from '#modules/charts/web/parts.ts';

/** How the calls of a viewer travel: with the session, or with the ticket of a share link. */
export interface ViewTransport {
  data(body: object, how: { isPassive: boolean; signal: AbortSignal }): Promise<ReadableStream<Uint8Array>>;
  options(body: object): Promise<readonly FilterOption[]>;
  detail(body: object): Promise<ChartData>;
}

const withSession: ViewTransport = {
  data: (body, { isPassive, signal }) => openAnswer({ route: isPassive ? viewing.refresh : viewing.data }, { body }, { signal }),
  options: async (body) => (await send(viewing.options, { body }, { quiet: true })) as FilterOption[],
  detail: async (body) => (await send(viewing.detail, { body }, { quiet: true })) as ChartData,
};

/** What the caller may do with a mark besides what is set for its tile. */
export async function clickOffers({ entity, id, versionNo }: PublishedView, key: string): Promise<Offers> {
  const body: OffersRequest = { entity, id, versionNo, key };
  return (await send(viewing.offers, { body }, { quiet: true, overlay: false })) as Offers;
}

export interface ViewFeedInput {
  readonly entity: 'board' | 'screen';
  readonly id: string;
  readonly versionNo: number;
  /** calls of a share link; left out for the session of the person */
  readonly share?: ViewTransport;
  /** the published document: lets a change ask only for the tiles that it touches, and tells how often they refresh */
  readonly document?: PublishedView;
  /** what the address of the page says was chosen */
  readonly filters?: Readonly<Record<string, FilterValue>>;
  readonly links?: ViewSelection['links'];
  readonly drills?: ViewSelection['drills'];
  /** a newer version is published: the page loads the document again and makes a new feed */
  readonly onPublished?: () => void;
}
/** A feed of a published document. `wish` is what was chosen, for a feed of the next version. */
export type ViewFeed = FeedStore;

export const shapeOf = (document: PublishedView): Shape =>
  document.entity === 'board' ? shapeOfBoard(document.config) : shapeOfScreen(document.config);

/** The feed of a published board or screen. Close it when the page goes. */
export function viewFeed(input: ViewFeedInput): ViewFeed {
  const { entity, id, versionNo, document } = input;
  const transport = input.share ?? withSession;
  const shape = document ? shapeOf(document) : null;
  const where = { entity, id, versionNo };
  const source: FeedSource = {
    async ask(tiles, selection, { fresh, isPassive, signal }, onLine) {
      await readLines(await transport.data({ ...where, ...selection, tiles, fresh }, { isPassive, signal }), onLine);
    },
    options: (filterId, search, { filters }) => transport.options({ ...where, filterId, search, filters }),
    detail: (key: string, values: readonly ClickedValue[], selection) => transport.detail({ ...where, ...selection, key, values }),
  };
  const feed = new FeedStore({
    source,
    shape: () => shape,
    filters: input.filters,
    links: input.links,
    drills: input.drills,
    isHeld: document?.entity === 'board' && !document.config.loadOnOpen,
    onFailure: (error) => {
      const isOld = error instanceof CallError && error.key === 'version.changed';
      if (isOld) input.onPublished?.();
      return isOld && input.onPublished !== undefined;
    },
  });
  const sets = new Set([...(shape?.tiles.values() ?? [])].map((tile) => tile.chart.dataSetId));
  const stops = [
    onPush('published', (message) => {
      if (message.entity === entity && message.id === id && message.versionNo !== versionNo) input.onPublished?.();
    }),
    onPush('visualData', ({ dataSetIds }) => {
      const changed = new Set(dataSetIds);
      if (!shape) return feed.pull();
      if (dataSetIds.some((set) => sets.has(set)))
        feed.pull([...shape.tiles.values()].filter((tile) => changed.has(tile.chart.dataSetId)).map((tile) => tile.key));
    }),
    // messages may have been lost: what is shown is asked again
    onPush('missed', () => feed.pull()),
  ];
  const close = feed.close.bind(feed);
  feed.close = () => {
    for (const stop of stops) stop();
    close();
  };
  return feed;
}
