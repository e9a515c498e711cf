import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { isSensitive } from '../../core/inherit.ts';
import { holdLevels, recordLevels, settleBelow } from './inherit.ts';
import { ofVisibleSource } from '#modules/sources/server/index.ts';
import { raiseTables } from './raise-tables.ts';

/** Permission to set classes and levels of columns. */
export const CLASSIFIES = 'metadata:classify:edit';
type Level = 'L1' | 'L2' | 'L3' | 'L4';

interface Decision {
  readonly classId: string | null;
  readonly level: Level | null;
  /** why the level is lower than the one that the column inherits */
  readonly reason?: string | null | undefined;
}

/**
 * Sets class and level of columns by hand; a class without a level brings its own, null takes both away, so that a column which inherits
 * has what it inherits again. A level below the inherited one needs a reason. The caller must hold `metadata:classify:edit` and reach the
 * sources with it, whatever call this is part of. Columns that the content flows into follow at once. Answers how many columns changed;
 * throws auth.noPermission, entity.notFound, input.invalid (reason). Every change goes into the operation log of the call and the history.
 */
export async function setClassification(ctx: Ctx, columnIds: readonly string[], { classId, level, reason }: Decision): Promise<number> {
  if (!holds(ctx.user, CLASSIFIES)) throw new AppError('auth.noPermission', '没有分类分级的权限，请联系管理员授权');
  if (columnIds.length === 0) return 0;
  const wanted = [...new Set(columnIds)];
  const chosen = classId === null ? null : await findClass(ctx.db, classId);
  const next = level ?? chosen?.level ?? null;
  const sources = await ctx.db.selectFrom('metadataColumn').select('sourceId').distinct().where('id', 'in', wanted).execute();
  await holdLevels(
    ctx.db,
    sources.map((row) => row.sourceId),
  );
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
      'inheritedLevel',
      'inheritedClassId',
      'levelReason',
      'metadataColumn.sourceId',
    ])
    .where('metadataColumn.id', 'in', wanted)
    .where('metadataColumn.deletedAt', 'is', null)
    .where(ofVisibleSource(ctx, 'metadataColumn.sourceId', [CLASSIFIES]))
    .orderBy('metadataColumn.id')
    .execute();
  if (columns.length !== wanted.length) throw new AppError('entity.notFound', '部分字段不存在、已删除或不在可维护的范围内');
  const levelBy = next === null ? null : ('manual' as const);
  const why = reason?.trim() || null;
  const lowered = columns.filter((column) => next !== null && next < (boundOf(column) ?? 'L0'));
  const unexplained = why === null ? lowered.find((column) => column.level !== next || column.levelReason === null) : undefined;
  if (unexplained)
    throw new AppError('input.invalid', needsReason(unexplained), [{ path: 'levelReason', message: '请填写降低级别的理由' }]);
  const isLowered = new Set(lowered);
  const reasonOf = (column: (typeof columns)[number]) => (isLowered.has(column) ? (why ?? column.levelReason) : null);
  const changed = columns.filter(
    (column) =>
      column.classId !== classId || column.level !== next || column.levelBy !== levelBy || column.levelReason !== reasonOf(column),
  );
  // a column that only loses what it inherits would have it again at once
  const open = changed.filter((column) => next !== null || column.levelBy !== 'inherited');
  if (open.length === 0) return 0;
  const set = { classId, level: next, levelBy, isMaskedWhole: '0' as const, ownLevel: null, ownClassId: null, ownLevelBy: null };
  for (const [levelReason, some] of [
    [why, open.filter((column) => isLowered.has(column) && why !== null)],
    [null, open.filter((column) => !isLowered.has(column))],
  ] as const)
    if (some.length > 0)
      await ctx.db
        .updateTable('metadataColumn')
        .set((e) => ({ ...set, levelReason, version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
        .where(
          'id',
          'in',
          some.map((column) => column.id),
        )
        .execute();
  for (const column of open)
    ctx.audit.change({
      entity: '字段分类分级',
      id: column.id,
      name: `${column.schemaName}.${column.tableName}.${column.columnName}`,
      before: { classId: column.classId, level: column.level, levelBy: column.levelBy },
      after:
        next === null && column.inheritedLevel !== null
          ? { classId: column.inheritedClassId, level: column.inheritedLevel, levelBy: 'inherited' }
          : { classId, level: next, levelBy, ...(reasonOf(column) === null ? {} : { reason: reasonOf(column) }) },
    });
  await recordLevels(
    ctx.app,
    ctx.db,
    open.map((column) => ({
      sourceId: column.sourceId,
      columnId: column.id,
      oldLevel: column.level,
      newLevel: next,
      oldClassId: column.classId,
      newClassId: classId,
      levelBy,
      fromColumnId: null,
      reason: reasonOf(column),
      createBy: ctx.user.id,
    })),
  );
  await settleBelow(
    ctx.app,
    ctx.db,
    open.map((column) => column.id),
    ctx.user.id,
  );
  await raiseTables(
    ctx.db,
    open.map((column) => column.tableId),
  );
  return open.length;
}

type Bound = { readonly level: string | null; readonly levelBy: string | null; readonly inheritedLevel: string | null };
/** The level below which a decision needs a reason; null = none. */
const boundOf = ({ level, levelBy, inheritedLevel }: Bound): string | null =>
  levelBy === 'pending' || levelBy === 'renamed' ? (isSensitive(level) ? level : null) : inheritedLevel;
const needsReason = (column: Bound & { columnName: string }): string =>
  column.levelBy === 'pending'
    ? `字段“${column.columnName}”的来源尚未解析，暂按 L4 处理，降低级别请填写理由`
    : column.levelBy === 'renamed'
      ? `字段“${column.columnName}”疑似由 ${column.level} 字段更名而来，降低级别请填写理由`
      : `字段“${column.columnName}”沿血缘继承了 ${column.inheritedLevel} 级，降低级别请填写理由`;

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
