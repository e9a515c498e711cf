import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { TODAY } from '#kit/server/db/today.ts';
import { ofVisibleColumn, ofWholeColumn } from '#modules/gate/server/index.ts';
import { definitionOf } from '../core/contrast-values.ts';
import { compare, type AttributeResult, type ElementFacts } from '../core/contrast.ts';
import { boundColumns, factsOf, knownWords } from './facts.ts';

/** How a column keeps to its data element. */
export interface Conformity {
  readonly elementName: string;
  /** why it is not judged; null = it is */
  readonly unjudged: string | null;
  readonly results: readonly AttributeResult[];
}

/**
 * Compares every attribute of the element in force with a column as it is now; null for a column that follows none, or that the caller does not
 * see with one of `permissions`. Who does not get all of its rows learns of its definition only. What a lasting exemption or a retired element leaves open is not judged.
 */
export async function conformityOf(ctx: Ctx, columnId: string, permissions: readonly string[]): Promise<Conformity | null> {
  const found = await boundColumns(ctx.db)
    .select(['e.elementName', sql<ElementFacts | null>`e.published`.as('published')])
    .select(sql<string | null>`case when b.exempt_until >= ${TODAY} then to_char(b.exempt_until, 'YYYY-MM-DD') end`.as('exemptUntil'))
    .select(ofWholeColumn(ctx, { column: 'b.columnId', table: 'b.tableId', source: 'b.sourceId' }).as('isWhole'))
    .where('b.columnId', '=', columnId)
    .where(ofVisibleColumn(ctx, { column: 'b.columnId', table: 'b.tableId', source: 'b.sourceId' }, 'meta', permissions))
    .limit(1)
    .execute();
  const [row] = found;
  if (!row) return null;
  const { elementName, exemptUntil, published } = row;
  if (exemptUntil !== null) return { elementName, unjudged: `在豁免期内（至${exemptUntil}）`, results: [] };
  if (row.elementState === 'retired' || published === null) return { elementName, unjudged: '已废止', results: [] };
  const known = await knownWords(ctx.db);
  const facts = (await factsOf(ctx.db, [{ ...row, published }], known)).get(row.id)!;
  const seen = row.isWhole ? facts : (definitionOf(facts) ?? facts);
  return { elementName, unjudged: null, results: compare(published, seen, known).results };
}
