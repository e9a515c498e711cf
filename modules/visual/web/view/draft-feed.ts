import { bytes, route } from '#kit/contract/route.ts';
import { createClient } from '#kit/web/client.ts';
import { openAnswer, send as sendCall } from '#kit/web/send.ts';
import { queryCalls } from '../../contract/query-calls.ts';
import type { ChartQuery } from '../../contract/query.ts';
import { DraftRequest, mayBuild } from '../../contract/view.ts';
import type { Shape } from '../../core/view/shape.ts';
import { fixedChoices, narrowing } from '../../core/view/choices.ts';
import { tileQuery, type Wish } from '../../core/view/tile-query.ts';
import { FeedStore } from './feed-store.ts';
import { readLines } from './lines.ts';
import { setTypes } from './set-types.ts';

const api = createClient({ query: queryCalls }, sendCall);

/** Queries of a document that is being built, answered line by line. */
const draft = route.post('/data/visual/query', {
  summary: '执行图表查询',
  access: mayBuild,
  body: DraftRequest,
  replies: 'stream',
  reply: bytes,
  timeoutMs: 300_000,
});
const MOST = 100;

export interface DraftFeed extends FeedStore {
  /** asks again for the tiles whose query differs from what was asked last */
  edited(): void;
}

/**
 * The feed of a builder: `tiles` tells the present queries. With `shape` (the document as it is being built) filters, links and drills act as
 * they will in the view. Call `edited()` after a change of the document.
 */
export function draftFeed(tiles: () => Record<string, ChartQuery>, shape?: () => Shape | null): DraftFeed {
  const asked = new Map<string, string>();
  const types = setTypes();
  const queryOf = (key: string, wish: Wish): ChartQuery | undefined => {
    const present = shape?.();
    if (present?.tiles.has(key)) return tileQuery(present, key, wish, types.typeOf);
    const own = tiles();
    return Object.hasOwn(own, key) ? own[key] : undefined;
  };
  const send = async (body: object, signal?: AbortSignal) => openAnswer({ route: draft }, { body }, { signal });
  const feed = new FeedStore({
    shape,
    source: {
      async ask(wanted, wish, { fresh, signal }, hear) {
        const present = shape?.();
        if (present && present.filters.size > 0)
          await types.load([...new Set(wanted.flatMap(({ key }) => present.tiles.get(key)?.chart.dataSetId ?? []))]);
        const queries = wanted.flatMap(({ key }) => {
          const query = queryOf(key, wish);
          if (query) asked.set(key, JSON.stringify(query));
          else hear({ key, error: { error: 'input.invalid', msg: '该组件还没有设置数据' } });
          return query ? [{ key, query }] : [];
        });
        for (let at = 0; at < queries.length; at += MOST)
          await readLines(await send({ tiles: queries.slice(at, at + MOST), fresh }, signal), hear);
      },
      async options(filterId, search, wish) {
        const present = shape?.();
        const filter = present?.filters.get(filterId);
        if (!present || !filter?.source) return [];
        if ('options' in filter.source) return fixedChoices(filter.source.options, search);
        const { dataSetId, col, labelCol } = filter.source;
        if (filter.dependsOn.length > 0) await types.load([dataSetId]);
        const narrowed = narrowing(present, filter, dataSetId, wish.filters, types.typeOf);
        return api.query.choices({ body: { dataSetId, col, labelCol, search, filters: narrowed } }, { quiet: true, overlay: false });
      },
      async detail() {
        throw new Error('rows behind a mark are seen in the published document');
      },
    },
  });
  return Object.assign(feed, {
    edited(): void {
      const changed = [...asked].flatMap(([key, text]) => {
        const query = queryOf(key, feed.wish);
        return query && JSON.stringify(query) !== text ? [key] : [];
      });
      if (changed.length > 0) feed.refresh(changed);
    },
  });
}
