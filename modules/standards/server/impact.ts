import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { compare, type ElementFacts } from '../core/contrast.ts';
import { bindingRows, PLACE, STATE } from './binding-rows.ts';
import { boundColumns, factsOf, knownWords } from './facts.ts';
import { attributesOf, ELEMENT, elementRows } from './element-rows.ts';

/** What publishing the draft of an element would make of the columns that are bound to it, before it happens. */
export async function impactOf(ctx: Ctx, elementId: string) {
  const element = await elementRows(ctx.db, { id: elementId }).select(ELEMENT).executeTakeFirst();
  if (!element) throw new AppError('entity.notFound');
  const draft: ElementFacts = element;
  const places = await bindingRows(ctx, { elementId })
    .select([
      'standardBinding.id',
      'standardBinding.sourceId',
      'standardBinding.tableId',
      'standardBinding.columnId',
      ...PLACE,
      STATE.as('before'),
    ])
    .orderBy('standardBinding.id')
    .limit(5000)
    .execute();
  const bound = await boundColumns(ctx.db, sql<ElementFacts>`${JSON.stringify(attributesOf(element))}::jsonb`)
    .where(sql<boolean>`b.element_id = ${elementId}`)
    .execute();
  const known = await knownWords(ctx.db);
  const facts = await factsOf(ctx.db, bound, known);
  const shut = new Set(bound.flatMap((row) => (row.error === null ? [] : [row.id])));
  const columns = places.flatMap((place) => {
    const column = facts.get(place.id);
    if (!column) return [];
    const { verdict, results } = compare(draft, column, known);
    const after = place.before === 'exempt' ? ('exempt' as const) : shut.has(place.id) ? ('unread' as const) : verdict;
    return [{ ...place, after, says: results.flatMap(({ isConform, say }) => (isConform === false && say !== null ? [say] : [])) }];
  });
  return {
    columns,
    hidden: facts.size - columns.length,
    worse: columns.filter(({ before, after }) => before === 'conform' && after !== 'conform').length,
    better: columns.filter(({ before, after }) => before !== 'conform' && after === 'conform').length,
  };
}
