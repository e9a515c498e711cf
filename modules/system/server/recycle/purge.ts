import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { inPasses } from './passes.ts';
import { asRemoval, lockedRow, nameOf, recyclableOf, viewOf } from './registry.ts';
import type { RecycledItem } from './restore.ts';

async function purgeOne(ctx: Ctx, { entity: table, id }: RecycledItem): Promise<void> {
  const entity = recyclableOf(ctx, table);
  const row = await lockedRow(ctx, entity, id);
  const name = nameOf(entity, row);
  await entity.beforePurge?.(asRemoval(ctx, entity), id);
  for (const module of ctx.app.modules) await module.onPurge?.[entity.table]?.(ctx.db, id);
  try {
    await ctx.db
      .deleteFrom(entity.table as 'sysPost')
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error;
    throw new AppError('entity.inUse', `${entity.label}“${name}”仍被其他数据引用，不能彻底删除`);
  }
  ctx.audit.change({ entity: entity.label, id, name, before: viewOf(entity, row), after: null });
}

/** Purges deleted rows: all or none. Throws the refusal of the entity's hooks, entity.notFound, entity.inUse. */
export async function purgeRows(ctx: Ctx, items: readonly RecycledItem[]): Promise<null> {
  await inPasses(ctx, items, (item) => purgeOne(ctx, item));
  return null;
}
