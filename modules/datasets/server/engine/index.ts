import type { Ctx } from '#kit/server/ctx.ts';
import type { DataSet } from '../../contract/data-set-model.ts';
import { isCoded } from '../../contract/field.ts';
import { readAs } from '../../core/query/index.ts';
import { ChartQuery, type FilterNode } from '../../contract/query.ts';
import { ask } from './ask.ts';
import { raiseGeneration } from './cache.ts';
import { labelsIn, readsLike } from './dicts.ts';
import { rowsOf } from './rows.ts';
import type { Choice, QueryEngine } from './types.ts';

export { asInput } from './ask.ts';
export { engineConfigs, engineSettings, ZONE } from './settings.ts';
export type { Answer, AskOptions, Choice, Priority, QueryEngine } from './types.ts';

const MAX_CHOICES = 1000;

async function choices(
  ctx: Ctx,
  set: DataSet,
  request: Parameters<QueryEngine['choices']>[2],
  options: Parameters<QueryEngine['choices']>[3],
): Promise<Choice[]> {
  const labelCol = request.labelCol && request.labelCol !== request.col ? request.labelCol : null;
  const { otherCols = [] } = request;
  const query: ChartQuery = ChartQuery.parse({
    dataSetId: set.id,
    rows: [request.col, ...(labelCol ? [labelCol] : []), ...otherCols].map((col) => ({ col })),
    filters: request.filters ?? [],
    limit: Math.min(request.limit ?? 200, MAX_CHOICES),
  });
  const search = request.search?.trim() ?? '';
  const field = set.model.fields.find(({ id }) => id === request.col);
  const coded = field && !labelCol && isCoded(field) ? field : null;
  const found: FilterNode[] = [];
  if (search !== '') {
    // people search for what they see: the labels
    found.push(coded ? await readsLike(ctx, coded, search) : { col: labelCol ?? request.col, op: 'contains', value: search });
  }
  const answer = await ask(ctx, set, { ...query, filters: [...query.filters, ...found] }, options, { codes: true });
  const labels =
    coded &&
    (await labelsIn(
      ctx,
      coded,
      answer.rows.map(([value]) => value),
    ));
  return answer.rows.map(([value = null, ...rest]) => ({
    value,
    label: String((labelCol ? rest[0] : labels && readAs(labels, value)) ?? value ?? '（空）'),
    ...(otherCols.length > 0 && { others: rest.slice(labelCol ? 1 : 0) }),
  }));
}

/** The one way from a query to its rows: compile, gate, cache, single flight, limit per source. */
export const engine: QueryEngine = { ask: (ctx, set, query, options) => ask(ctx, set, query, options), rows: rowsOf, choices };

/** Forgets what is kept of a data set on this node: its answers are asked for anew. */
export const purgeSet = (dataSetId: string): void => raiseGeneration(dataSetId);
/** Forgets what is kept of a source on this node. */
export const purgeSource = (sourceId: string): void => raiseGeneration(sourceId);
