import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';

/** Files that the caller reaches with the permission of the call. */
export const reached = (ctx: Ctx) =>
  ctx.db
    .selectFrom('fileObject')
    .where('fileObject.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'fileObject.createDept', owner: 'fileObject.createBy' }));
