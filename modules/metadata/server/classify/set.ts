import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { ofVisibleSource } from '../source/load-source.ts';

export const CLASSIFIES = 'metadata:classify:edit';
type Level = 'L1' | 'L2' | 'L3' | 'L4';

/**
 * Sets class and level of columns by hand; a class without a level brings its own, null takes both away. The caller must hold
 * `metadata:classify:edit` and reach the sources with it, whatever call this is part of. Answers how many columns changed; throws
 * auth.noPermission, entity.notFound. Every change goes into the operation log of the call.
 */
export async function setClassification(
  ctx: Ctx,
  columnIds: readonly string[],
  classId: string | null,
  level: Level | null,
): Promise<number> {
  if (!holds(ctx.user, CLASSIFIES)) throw new AppError('auth.noPermission', '没有分类分级的权限，请联系管理员授权');
  if (columnIds.length === 0) return 0;
  const wanted = [...new Set(columnIds)];
  const chosen = classId === null ? null : await findClass(ctx.db, classId);
  const next = level ?? chosen?.level ?? null;
  const columns = await ctx.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .select([
      'metadataColumn.id',
      'metadataColumn.tableId',
      'schemaName',
      'tableName',
      'columnName',
      'classId',
      'metadataColumn.level',
      'levelBy',
    ])
    .where('metadataColumn.id', 'in', wanted)
    .where('metadataColumn.deletedAt', 'is', null)
    .where(ofVisibleSource(ctx, 'metadataColumn.sourceId', [CLASSIFIES]))
    .orderBy('metadataColumn.id')
    .execute();
  if (columns.length !== wanted.length) throw new AppError('entity.notFound', '部分字段不存在、已删除或不在可维护的范围内');
  const levelBy = next === null ? null : ('manual' as const);
  const changed = columns.filter((column) => column.classId !== classId || column.level !== next || column.levelBy !== levelBy);
  if (changed.length === 0) return 0;
  await ctx.db
    .updateTable('metadataColumn')
    .set((e) => ({ classId, level: next, levelBy, version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
    .where(
      'id',
      'in',
      changed.map((column) => column.id),
    )
    .execute();
  for (const column of changed)
    ctx.audit.change({
      entity: '字段分类分级',
      id: column.id,
      name: `${column.schemaName}.${column.tableName}.${column.columnName}`,
      before: { classId: column.classId, level: column.level, levelBy: column.levelBy },
      after: { classId, level: next, levelBy },
    });
  await raiseTables(
    ctx.db,
    changed.map((column) => column.tableId),
  );
  return changed.length;
}

export async function findClass(db: Db, id: string): Promise<{ id: string; level: Level; className: string }> {
  const row = await db
    .selectFrom('metadataClass')
    .select(['id', 'level', 'className'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '分类不存在或已删除');
  return row as { id: string; level: Level; className: string };
}

/** The level of a table is the highest of its columns. */
export async function raiseTables(db: Db, tableIds: readonly string[]): Promise<void> {
  if (tableIds.length === 0) return;
  await db
    .updateTable('metadataTable')
    .set({
      level: sql<string | null>`(select max(level) from metadata_column c where c.table_id = metadata_table.id and c.deleted_at is null)`,
    })
    .where('id', 'in', [...new Set(tableIds)])
    .execute();
}
