import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { TODAY } from '#kit/server/db/today.ts';
import { ofVisibleColumn } from '#modules/gate/server/index.ts';
import type { ElementAttributes } from '../contract/element.ts';

const MAX = 2000;

/**
 * Living columns that follow an element in force, of one element or of one table, with its attributes in force; those that the caller sees with
 * one of `permissions`. `recogniser` names the form that values of its class have (`idCard`, `mobile`); null: none is known. An exemption that
 * lasts leaves a column out.
 */
export async function boundStandards(
  ctx: Ctx,
  of: { readonly elementId?: string | undefined; readonly tableId?: string | undefined },
  permissions: readonly string[],
) {
  let rows = ctx.db
    .selectFrom('standardBinding as b')
    .innerJoin('standardElement as e', 'e.id', 'b.elementId')
    .innerJoin('metadataColumn as c', 'c.id', 'b.columnId')
    .innerJoin('metadataTable as t', 't.id', 'b.tableId')
    .innerJoin('metadataSource as s', 's.id', 'b.sourceId')
    .select([
      'b.columnId',
      'b.tableId',
      'b.sourceId',
      'b.elementId',
      'c.columnName',
      't.schemaName',
      't.tableName',
      's.sourceName',
      's.dbType',
    ])
    .select(['c.dataType as columnType', 'e.elementName', 'e.elementCode'])
    .select([
      sql<ElementAttributes>`e.published`.as('attributes'),
      sql<string | null>`(select recogniser from metadata_class k where k.id = e.published ->> 'classId' and k.deleted_at is null)`.as(
        'recogniser',
      ),
      sql<string | null>`(select gb_type_name from standard_type g where g.id = e.published ->> 'gbTypeId' and g.deleted_at is null
        and g.status = '1')`.as('gbTypeName'),
    ])
    .where('b.deletedAt', 'is', null)
    .where('c.deletedAt', 'is', null)
    .where('t.deletedAt', 'is', null)
    .where('s.deletedAt', 'is', null)
    .where('e.state', '=', 'inForce')
    .where(sql<boolean>`(b.exempt_until is null or b.exempt_until < ${TODAY})`)
    .where(ofVisibleColumn(ctx, { column: 'b.columnId', table: 'b.tableId', source: 'b.sourceId' }, 'meta', permissions));
  if (of.elementId) rows = rows.where('b.elementId', '=', of.elementId);
  if (of.tableId) rows = rows.where('b.tableId', '=', of.tableId);
  return rows.orderBy('t.tableName').orderBy('c.columnPosition').orderBy('b.id').limit(MAX).execute();
}
