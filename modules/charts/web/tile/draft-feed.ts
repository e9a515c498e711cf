import { createClient } from '#kit/web/client.ts';
import { openAnswer, send as sendCall } from '#kit/web/send.ts';
import type { CachePolicy } from '#modules/datasets/contract/cache-policy.ts';
import { dataSet } from '#modules/datasets/contract/data-set.ts';
import { queryCalls } from '../../contract/query-calls.ts';
import type { ChartData, ChartQuery } from '#modules/datasets/contract/query.ts';
import { cachePoliciesOf, type Shape } from '../../core/tile/shape.ts';
import { fixedChoices, narrowing } from '../../core/tile/choices.ts';
import { detailFields } from '../../core/tile/detail-fields.ts';
import { detailQuery, freeDrills, tileQuery, type ViewSelection } from '../../core/tile/tile-query.ts';
import { FeedStore } from './feed-store.ts';
import { readLines } from './lines.ts';
import { setTypes } from './set-types.ts';

const api = createClient({ query: queryCalls, dataSet }, sendCall);

const MAX = 100;
/** Rows of a data point that are shown at most, as in published documents. */
const MAX_ROWS = 1000;

export interface DraftFeed extends FeedStore {
  /** asks again for the tiles whose query differs from what was asked last */
  edited(): void;
}

/**
 * The feed of a builder: `tiles` tells the present queries. With `shape` (the document as it is being built) filters, links and drills act as
 * they will in the view. `keep` tells how long answers are kept where there is no shape to tell it. Call `edited()` after a change of the
 * document.
 */
export function draftFeed(
  tiles: () => Record<string, ChartQuery>,
  shape?: () => Shape | null,
  keep: () => CachePolicy | null | undefined = () => null,
): DraftFeed {
  const asked = new Map<string, string>();
  const types = setTypes();
  const queryOf = (key: string, selection: ViewSelection): ChartQuery | undefined => {
    const present = shape?.();
    if (present?.tiles.has(key)) return tileQuery(present, key, selection, types.typeOf);
    const own = tiles();
    return Object.hasOwn(own, key) ? own[key] : undefined;
  };
  /** a query with how long its answers are kept, as far as the document says so */
  const askable = (key: string, query: ChartQuery) => {
    const present = shape?.();
    const said = (present?.tiles.has(key) ? cachePoliciesOf(present, key) : [keep()]).map((policy) => policy ?? null);
    return { key, query, ...(said.some((policy) => policy !== null) && { keep: said }) };
  };
  const send = async (body: object, signal?: AbortSignal) => openAnswer({ route: queryCalls.query }, { body }, { signal });
  const feed = new FeedStore({
    shape,
    source: {
      async ask(wanted, selection, { fresh, signal }, onLine) {
        const present = shape?.();
        if (present && (present.filters.size > 0 || freeDrills(present, selection).length > 0))
          await types.load([...new Set(wanted.flatMap(({ key }) => present.tiles.get(key)?.chart.dataSetId ?? []))]);
        const queries = wanted.flatMap(({ key }) => {
          const query = queryOf(key, selection);
          if (query) asked.set(key, JSON.stringify(query));
          else onLine({ key, error: { error: 'input.invalid', msg: '该组件还没有设置数据' } });
          return query ? [askable(key, query)] : [];
        });
        for (let at = 0; at < queries.length; at += MAX)
          await readLines(await send({ tiles: queries.slice(at, at + MAX), fresh }, signal), onLine);
      },
      async options(filterId, search, selection) {
        const present = shape?.();
        const filter = present?.filters.get(filterId);
        if (!present || !filter?.source) return [];
        if ('options' in filter.source) return fixedChoices(filter.source.options, search);
        const { dataSetId, col, labelCol } = filter.source;
        if (filter.dependsOn.length > 0) await types.load([dataSetId]);
        const narrowed = narrowing(present, filter, dataSetId, selection.filters, types.typeOf);
        return api.query.choices({ body: { dataSetId, col, labelCol, search, filters: narrowed } }, { quiet: true, overlay: false });
      },
      async detail(key, values, selection) {
        const present = shape?.();
        const tile = present?.tiles.get(key);
        if (!present || !tile) throw new Error('该组件没有开放明细');
        const id = tile.chart.dataSetId;
        const [{ fields }] = await Promise.all([api.dataSet.fields({ params: { id } }, { quiet: true, overlay: false }), types.load([id])]);
        const query = detailQuery(present, key, selection, { values, fields: detailFields(fields), limit: MAX_ROWS, typeOf: types.typeOf });
        let found: ChartData | null = null;
        await readLines(await send({ tiles: [askable(key, query)], fresh: false }), ({ data, error }) => {
          if (error) throw new Error(error.msg);
          found = data ?? null;
        });
        if (!found) throw new Error('明细未取到');
        return found;
      },
    },
  });
  return Object.assign(feed, {
    edited(): void {
      const changed = [...asked].flatMap(([key, text]) => {
        const query = queryOf(key, feed.selection);
        return query && JSON.stringify(query) !== text ? [key] : [];
      });
      if (changed.length > 0) feed.refresh(changed);
    },
  });
}
