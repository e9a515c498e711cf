import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { compare, type ElementFacts } from '../core/contrast.ts';
import { bindingRows, PLACE, STATE } from './binding-rows.ts';
import { boundColumns, factsOf } from './check.ts';
import { ELEMENT, elementRows } from './element-rows.ts';

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
  const facts = new Map(
    (
      await boundColumns(ctx.db)
        .where(sql<boolean>`b.element_id = ${elementId}`)
        .execute()
    ).map((row) => [row.id, factsOf(row)] as const),
  );
  const columns = places.flatMap((place) => {
    const column = facts.get(place.id);
    if (!column) return [];
    const { verdict, results } = compare(draft, column);
    const after = place.before === 'exempt' ? ('exempt' as const) : verdict;
    return [{ ...place, after, says: results.flatMap(({ say }) => say ?? []) }];
  });
  return {
    columns,
    hidden: facts.size - columns.length,
    worse: columns.filter(({ before, after }) => before === 'conform' && after !== 'conform').length,
    better: columns.filter(({ before, after }) => before !== 'conform' && after === 'conform').length,
  };
}
