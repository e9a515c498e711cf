import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { bumpRegistry } from '../calls/revision.ts';
import { API_SCOPE } from './seen.ts';

export const ENTITY = '数据API';

/** An API within the caller's data scope, locked. Throws entity.notFound. */
export async function lockedApi(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('marketApi')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, API_SCOPE))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}
export type LockedApi = Awaited<ReturnType<typeof lockedApi>>;

interface StatusValues {
  readonly status: '2' | '3';
  readonly releaseBy?: string;
  readonly releaseTime?: Date;
  readonly offlineTime?: Date | string | null;
  readonly deprecateTime?: Date | null;
  readonly offlineReason?: string | null;
}
/** Stores what calls go by and tells every node. */
export async function setStatus(ctx: Ctx, before: LockedApi, values: StatusValues): Promise<void> {
  const { id, status, offlineTime } = before;
  await ctx.db
    .updateTable('marketApi')
    .set({ ...values, version: before.version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  ctx.audit.change({
    entity: ENTITY,
    id,
    name: before.apiName,
    before: { status, offlineTime },
    after: { status: values.status, offlineTime: values.offlineTime ?? null },
  });
  await bumpRegistry(ctx.db);
}
