import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import type * as z from 'zod';
import { FACETS, search as contract, type Hit, type SearchQuery as Asked } from '../../contract/search.ts';
import { exactly, queryOf, withWrongCharacter, type SearchQuery } from '../../core/search/query.ts';
import { meantWords } from '../../core/search/typo.ts';
import { findObjects, pagingOf, type SearchHits, type ObjectQuery } from './engine.ts';
import { present, presentFacets } from './present.ts';
import { visibleTables } from '../tables/rows.ts';
import { synonymsOf } from './synonyms.ts';
import { vocabulary } from './vocabulary.ts';

/** Below this number of hits, spelling corrections are tried. */
const FEW = 5;
/** Score of an exact name match; with one, spelling corrections are not tried. */
const EXACT = 80;
const SUGGESTED = 8;
const SHOWN_AT_START = 6;

/** The query with synonyms from the settings. */
async function understood(ctx: Ctx, keyword: string): Promise<SearchQuery | null> {
  const query = queryOf(keyword);
  if (!query) return null;
  const synonyms = await synonymsOf(ctx);
  if (synonyms.size === 0) return query;
  const terms = query.terms.map((term) => ({
    ...term,
    alternatives: [...term.alternatives, ...(synonyms.get(term.text) ?? []).flatMap((word) => exactly(word, 0.9))],
  }));
  return { ...query, terms };
}

/**
 * The query as it may have been meant: one wrong character, one wrong letter. Null when it can mean nothing else. A single word that found
 * nothing as it was typed is only looked for as it was meant: judging thousands of rows by both takes half as long again.
 */
async function forgiving(ctx: Ctx, query: SearchQuery, hits: number): Promise<{ query: SearchQuery; words: string[] } | null> {
  const words: string[] = [];
  const isUnknown = query.terms.length === 1 && hits === 0;
  const known = await vocabulary(ctx.app);
  const terms = query.terms.map((term) => {
    if (term.isChinese) return withWrongCharacter(term);
    const meant = meantWords(term.text, known);
    words.push(...meant);
    const further = meant.flatMap((word) => exactly(word, 0.8));
    return { ...term, alternatives: isUnknown && further.length > 0 ? further : [...term.alternatives, ...further] };
  });
  const isWider = words.length > 0 || terms.some((term, i) => term.alternatives.length > query.terms[i]!.alternatives.length);
  return isWider ? { query: { ...query, terms }, words } : null;
}

async function find(ctx: Ctx, options: ObjectQuery & { readonly query: SearchQuery }): Promise<{ found: SearchHits; words: string[] }> {
  const found = await findObjects(ctx, options);
  if (found.total >= FEW || (found.best ?? 0) >= EXACT) return { found, words: [] };
  const wider = await forgiving(ctx, options.query, found.total);
  if (!wider) return { found, words: [] };
  return { found: await findObjects(ctx, { ...options, query: wider.query }), words: wider.words };
}

const EMPTY: SearchHits = { hits: [], total: 0, isCapped: false, best: null, facets: [] };
const termsOf = (query: SearchQuery | null, further: readonly string[] = []) => [
  ...(query?.terms.map(({ text }) => text) ?? []),
  ...further,
];

/** Tables for the ⌘K palette and other pickers: the best hits for a keyword among what the caller may see with one of `permissions`. */
export async function bestHits(ctx: Ctx, keyword: string, limit: number, permissions?: readonly string[]): Promise<z.input<typeof Hit>[]> {
  const query = await understood(ctx, keyword);
  if (!query) return [];
  const { found, words } = await find(ctx, { query, filters: {}, offset: 0, limit, withFacets: false, permissions });
  return present(ctx, found.hits, termsOf(query, words));
}

/** One page of the catalogue's search among what the caller may know of with the permission of the call. */
export async function findPage(ctx: Ctx, { query: asked }: { query: z.output<typeof Asked> }) {
  const begun = performance.now();
  const { keyword, pageNum: _n, pageSize: _s, page: _p, limit: _l, ...filters } = asked;
  const { pageNum, pageSize, offset } = pagingOf(asked);
  const query = await understood(ctx, keyword);
  const options = { filters, offset, limit: pageSize, withFacets: pageNum === 1 };
  const { found, words } = query
    ? await find(ctx, { ...options, query })
    : keyword.trim() === ''
      ? { found: await findObjects(ctx, { ...options, query: null }), words: [] }
      : { found: EMPTY, words: [] };
  const [data, facets] = await Promise.all([present(ctx, found.hits, termsOf(query, words)), presentFacets(ctx, found.facets, FACETS)]);
  return {
    pageNum,
    pageSize,
    total: found.total,
    ...(found.isCapped ? { totalCapped: true } : {}),
    data,
    facets,
    corrected: words,
    ms: Math.round(performance.now() - begun),
  };
}

async function startPage(ctx: Ctx) {
  const ids = async (which: 'hot' | 'changed' | 'mine') => {
    let rows = visibleTables(ctx).select('metadataTable.id').limit(SHOWN_AT_START);
    if (which === 'hot') rows = rows.where('metadataTable.heat', '>', 0).orderBy('metadataTable.heat', 'desc');
    else if (which === 'changed') rows = rows.where('metadataTable.changeTime', 'is not', null).orderBy('metadataTable.changeTime', 'desc');
    else
      rows = rows.where((e) =>
        e.or([
          e('metadataTable.ownerId', '=', ctx.user.id),
          e(
            'metadataTable.id',
            'in',
            e.selectFrom('metadataFollow').select('objectId').where('objectType', '=', 'table').where('userId', '=', ctx.user.id),
          ),
        ]),
      );
    return (await rows.orderBy('metadataTable.id').execute()).map(({ id }) => ({ type: 'table' as const, id }));
  };
  const [hot, changed, mine] = await Promise.all([ids('hot'), ids('changed'), ids('mine')]);
  const cards = await present(ctx, [...hot, ...changed, ...mine], []);
  return {
    hot: cards.slice(0, hot.length),
    changed: cards.slice(hot.length, hot.length + changed.length),
    mine: cards.slice(hot.length + changed.length),
  };
}

export const searchRoutes = implement(contract, {
  find: findPage,
  suggest: (ctx, { query }) => bestHits(ctx, query.keyword, SUGGESTED),
  start: startPage,
});
