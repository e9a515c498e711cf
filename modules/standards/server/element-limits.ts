import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { ElementLimits } from '../core/index.ts';
import type { ElementAttributes } from '../contract/element.ts';

/** What an element in force asks of the values of a column that follows it. */
export interface ElementInForce {
  readonly limits: ElementLimits;
  /** the code set that values come from; null where there is none in use */
  readonly gbTypeId: string | null;
}

/** What elements ask of values, by their ids; those that are not in force ask for nothing. */
export async function elementsInForce(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ElementInForce>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('standardElement as e')
    .select(['e.id', sql<ElementAttributes>`e.published`.as('attributes')])
    .select(
      sql<boolean>`exists (select 1 from standard_type g where g.id = e.published ->> 'gbTypeId' and g.deleted_at is null and g.status = '1')`.as(
        'hasSet',
      ),
    )
    .where('e.id', 'in', [...new Set(ids)])
    .where('e.deletedAt', 'is', null)
    .where('e.state', '=', 'inForce')
    .where('e.published', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, attributes, hasSet }) => [id, { limits: attributes, gbTypeId: hasSet ? attributes.gbTypeId : null }]));
}
