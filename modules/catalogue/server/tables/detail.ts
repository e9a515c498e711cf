import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { TableKey } from '#modules/sources/contract/table-kind.ts';
import { columnsAsSeen, ofVisibleTable, type GrantAction } from '#modules/gate/server/index.ts';
import { missingParts } from './broken.ts';
import { recentReads } from './usage.ts';
import { columnFields, TABLE, visibleColumns, visibleTables, withNames } from './rows.ts';

/** Permission to read the SQL that lineage comes from, views included. */
export const READS_SQL = 'metadata:datablood:sql';
const EDITS = ['metadata:datacolumn:edit'];
const HERE = { table: 'metadataTable.id', source: 'metadataTable.sourceId' };

/** Whether the caller has an action on a table, exercising one of the permissions. */
export async function mayOnTable(ctx: Ctx, id: string, action: GrantAction, permissions?: readonly string[]): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('metadataTable')
    .select('metadataTable.id')
    .where('metadataTable.id', '=', id)
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(ctx, HERE, action, permissions))
    .executeTakeFirst();
  return row !== undefined;
}

/** Columns beyond those that the gate answers for. */
const UNSEEN = { shown: 'hidden', mask: null } as const;

interface Index {
  name: string;
  columns: string[];
  isUnique: boolean;
  method: string | null;
}

/** A table with all that the catalogue knows of its structure, and what the caller may do with it. Throws entity.notFound. */
export async function tableDetail(ctx: Ctx, id: string) {
  const found = await visibleTables(ctx)
    .select(TABLE)
    .select(['metadataTable.keys', 'metadataTable.indexes', 'metadataTable.viewSql', 'metadataSource.dbType'])
    .where('metadataTable.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new AppError('entity.notFound', '表不存在或没有查看权限');
  const [heat, missing, columns, seen, followed, edit, preview, query] = await Promise.all([
    recentReads(ctx, found),
    found.brokenReason === null ? [] : missingParts(ctx, id),
    withNames(visibleColumns(ctx))
      .select(columnFields(ctx))
      .where('metadataColumn.tableId', '=', id)
      .orderBy('metadataColumn.columnPosition')
      .execute(),
    columnsAsSeen(ctx, { id, sourceId: found.sourceId, schema: found.schemaName }),
    ctx.db
      .selectFrom('metadataFollow')
      .select('objectId')
      .where('userId', '=', ctx.user.id)
      .where('objectType', '=', 'table')
      .where('objectId', '=', id)
      .executeTakeFirst(),
    mayOnTable(ctx, id, 'meta', EDITS),
    mayOnTable(ctx, id, 'preview'),
    mayOnTable(ctx, id, 'query', ['metadata:sqlconsole:run']),
  ]);
  const seenOf = new Map(seen.map(({ id: columnId, shown, mask }) => [columnId, { shown, mask }]));
  const readsSql = holds(ctx.user, READS_SQL);
  const { keys, indexes, viewSql, ...table } = found;
  return {
    ...table,
    heat,
    missingParts: missing,
    keys: keys as TableKey[],
    indexes: indexes as Index[],
    viewSql: readsSql ? viewSql : null,
    isViewSqlHidden: !readsSql && viewSql !== null,
    isFollowed: followed !== undefined,
    may: { edit, preview, query },
    columns: columns.map((column) => ({ ...column, seen: seenOf.get(column.id) ?? UNSEEN })),
  };
}
