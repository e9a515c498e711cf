import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { PLACE, seenColumns } from './binding-rows.ts';
import { CONTRAST } from './contrast-rows.ts';
import { sourcesOfType } from './dict-versions.ts';

const MAX = 200;
const READS = ['standard:dict:list'];

/** Columns that follow an element whose values the set holds. */
const boundTo = (ctx: Ctx, typeId: string) =>
  ctx.db
    .selectFrom('standardBinding')
    .innerJoin('standardElement', 'standardElement.id', 'standardBinding.elementId')
    .innerJoin('metadataSource', 'metadataSource.id', 'standardBinding.sourceId')
    .innerJoin('metadataTable', 'metadataTable.id', 'standardBinding.tableId')
    .innerJoin('metadataColumn', 'metadataColumn.id', 'standardBinding.columnId')
    .select(['standardBinding.tableId', 'standardBinding.columnId', 'standardElement.elementName', ...PLACE])
    .where('standardElement.state', '=', 'inForce')
    .where(sql<boolean>`standard_element.published ->> 'gbTypeId' = ${typeId}`)
    .where('standardBinding.deletedAt', 'is', null)
    .where('metadataColumn.deletedAt', 'is', null)
    .where(seenColumns(ctx, 'standardBinding', READS))
    .orderBy('metadataTable.tableName')
    .orderBy('standardBinding.id')
    .limit(MAX)
    .execute();

/** What stands against a code set: contrasts and bound columns that the caller sees, elements, and how many columns are out of sight. */
export async function usedBy(ctx: Ctx, typeId: string) {
  const type = await ctx.db
    .selectFrom('standardType')
    .select('id')
    .where('id', '=', typeId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!type) throw new AppError('entity.notFound');
  const contrasts = await ctx.db
    .selectFrom('standardContrast')
    .innerJoin('metadataSource', 'metadataSource.id', 'standardContrast.sourceId')
    .innerJoin('metadataTable', 'metadataTable.id', 'standardContrast.tableId')
    .innerJoin('metadataColumn', 'metadataColumn.id', 'standardContrast.columnId')
    .select([CONTRAST[0], 'standardContrast.tableId', 'standardContrast.columnId', ...PLACE])
    .select([
      sql<number>`(select count(*)::int from standard_contrast_dict v where v.contrast_id = standard_contrast.id and v.deleted_at is null and v.row_count > 0)`.as(
        'values',
      ),
      sql<number>`(select count(*)::int from standard_contrast_dict v where v.contrast_id = standard_contrast.id and v.deleted_at is null and v.row_count > 0
        and v.status = '1')`.as('mapped'),
    ])
    .where('standardContrast.gbTypeId', '=', typeId)
    .where('standardContrast.deletedAt', 'is', null)
    .where('metadataColumn.deletedAt', 'is', null)
    .where(
      ofVisibleColumn(
        ctx,
        { column: 'standardContrast.columnId', table: 'standardContrast.tableId', source: 'standardContrast.sourceId' },
        'meta',
        READS,
      ),
    )
    .orderBy('metadataTable.tableName')
    .orderBy('standardContrast.id')
    .limit(MAX)
    .execute();
  const elements = await ctx.db
    .selectFrom('standardElement')
    .select(['id', 'elementCode', 'elementName', 'state'])
    .where('gbTypeId', '=', typeId)
    .where('deletedAt', 'is', null)
    .orderBy('elementCode')
    .orderBy('id')
    .limit(MAX)
    .execute();
  const columns = await boundTo(ctx, typeId);
  const all = (await sourcesOfType(ctx.db, typeId)).reduce((sum, row) => sum + row.contrasts + row.bound, 0);
  const hidden = Math.max(0, all - contrasts.length - columns.length);
  return { contrasts, elements, columns, hidden: contrasts.length === MAX || columns.length === MAX ? 0 : hidden };
}

type Counted = Awaited<ReturnType<typeof sourcesOfType>>[number];
/** Of sources that use a set those of which the caller sees a table; columns of the others are only counted. */
export async function seenSourcesOf(ctx: Ctx, sources: readonly Counted[]): Promise<{ sources: Counted[]; hidden: number }> {
  const seen = await ctx.db
    .selectFrom('metadataTable')
    .select('metadataTable.sourceId')
    .distinct()
    .where('metadataTable.sourceId', 'in', ['', ...sources.map(({ sourceId }) => sourceId)])
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', READS))
    .execute();
  const ids = new Set(seen.map(({ sourceId }) => sourceId));
  const hidden = sources.filter(({ sourceId }) => !ids.has(sourceId)).reduce((sum, { contrasts, bound }) => sum + contrasts + bound, 0);
  return { sources: sources.filter(({ sourceId }) => ids.has(sourceId)), hidden };
}
