import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Change, Ctx } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { inPasses } from './passes.ts';
import { asRemoval, labelOf, lockedRow, nameOf, recyclableOf, viewOf } from './registry.ts';

/** A row of a kind, as calls name it. */
export interface RecycledItem {
  readonly entity: string;
  readonly id: string;
}

const snake = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names the unique fields whose values another row has meanwhile; index names contain their columns. */
function taken(ctx: Ctx, entity: Recyclable, name: string, constraint: string): AppError {
  const columns = constraint.split('__')[1] ?? '';
  const fields = Object.keys({ ...entity.labels, [entity.nameField]: '' }).filter((field) => `_${columns}_`.includes(`_${snake(field)}_`));
  const labels = [...new Set(fields.map((field) => labelOf(ctx.app, entity, field) ?? field))].join('、') || '唯一值';
  return new AppError('entity.duplicate', `${entity.label}“${name}”不能恢复：${labels}已被其他数据使用，请先修改后再恢复`);
}

async function restoreOne(ctx: Ctx, { entity: table, id }: RecycledItem, log: (change: Change) => void): Promise<void> {
  const entity = recyclableOf(ctx, table);
  const row = await lockedRow(ctx, entity, id);
  const name = nameOf(entity, row);
  const hooks = asRemoval(ctx, entity);
  await entity.beforeRestore?.(hooks, id);
  try {
    await ctx.db
      .updateTable(entity.table as 'sysPost')
      .set({ deletedAt: null, updateBy: ctx.user.id, updateTime: ctx.now, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    const { code, constraint = '' } = error as { code?: string; constraint?: string };
    if (code === '23505') throw taken(ctx, entity, name, constraint);
    throw error;
  }
  await entity.afterRestore?.(hooks, id);
  log({ entity: entity.label, id, name, before: null, after: viewOf(entity, row) });
}

/** Brings deleted rows back: all or none. Throws what a kind refuses, entity.notFound, entity.duplicate. */
export async function restoreRows(ctx: Ctx, items: readonly RecycledItem[]): Promise<null> {
  await inPasses(ctx, items, (item) => restoreOne(ctx, item, (change) => ctx.audit.change(change)));
  return null;
}
