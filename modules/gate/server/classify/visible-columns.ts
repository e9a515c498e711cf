import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleColumn, type GrantAction } from '../authorize/reach.ts';

const asked = { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' };

/** Columns on which the caller has the action, with their table, source and class (null where they have none). */
export const visibleColumns = (ctx: Ctx, action?: GrantAction) =>
  ctx.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataColumn.sourceId')
    .leftJoin('metadataClass', (join) =>
      join.onRef('metadataClass.id', '=', 'metadataColumn.classId').on('metadataClass.deletedAt', 'is', null),
    )
    .where('metadataColumn.deletedAt', 'is', null)
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataSource.deletedAt', 'is', null)
    .where(ofVisibleColumn(ctx, asked, action));
