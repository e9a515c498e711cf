import type { Selectable } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { scope } from '#kit/server/scope.ts';

type Row = Selectable<Tables['visualShare']>;

/** Throws auth.noPermission unless the caller may share documents of the kind. */
export function assertMay(ctx: Ctx, entity: string): void {
  if (!holds(ctx.user, `visual:${entity}:share`)) throw new AppError('auth.noPermission');
}

/** Links that the caller may look after: own ones, and those of the data scope. */
export const ownLinks = (ctx: Ctx) =>
  ctx.db
    .selectFrom('visualShare')
    .where('visualShare.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'visualShare.createDept', owner: 'visualShare.createBy' }));

/** Such a link, locked. Throws entity.notFound. */
export async function ownLink(ctx: Ctx, id: string): Promise<Row> {
  const row = await ownLinks(ctx).selectAll('visualShare').where('visualShare.id', '=', id).forUpdate('visualShare').executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '分享链接不存在或已撤销');
  assertMay(ctx, row.entityType);
  return row;
}

/** Opens a link that was made or changed. */
export async function openLink(ctx: Ctx, id: string): Promise<void> {
  await ownLink(ctx, id);
  await ctx.db.updateTable('visualShare').set({ status: '1' }).where('id', '=', id).execute();
}
