import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { ITEMS, itemFor, type ItemKind } from './reach.ts';

interface Wanted {
  readonly kind: ItemKind;
  readonly id: string;
  readonly userId: string;
  readonly endTime: Date;
}

/**
 * Lets somebody see an item until a moment, for an approved request and with the rights of the caller: who may not grant the item by hand
 * cannot agree to it. Throws grant.beyondOwn.
 */
export async function grantItemForRequest(ctx: Ctx, requestId: string, { kind, id, userId, endTime }: Wanted): Promise<void> {
  const { label, code } = ITEMS[kind];
  const permission = `${code}:grant`;
  const refused = (why: string) => new AppError('grant.beyondOwn', `${why}，请由可以授权该${label}的人审批`);
  if (!holds(ctx.user, permission)) throw refused(`审批人没有${label}授权的权限`);
  const item = await itemFor(ctx, kind, id, 'edit', { permission }).catch((error: unknown) => {
    if (error instanceof AppError && error.key === 'entity.notFound') throw refused(`${label}已删除，或不在审批人的授权范围内`);
    throw error;
  });
  await ctx.db
    .insertInto('visualGrant')
    .values({
      id: ctx.app.ids.next(),
      entityType: kind,
      entityId: id,
      subjectType: 'user',
      subjectId: userId,
      level: 'view',
      requestId,
      endTime,
      createBy: ctx.user.id,
      createTime: ctx.now,
    })
    .execute();
  const after = { userId, level: 'view', endTime: endTime.toISOString() };
  ctx.audit.change({ entity: label, id, name: item.name, before: null, after });
}

/** Ends what was granted for a request. The caller has checked who may. */
export const endItemGrantsOfRequest = (db: Db, requestId: string): Promise<unknown> =>
  db.deleteFrom('visualGrant').where('requestId', '=', requestId).execute();

/** Who sees an item by a request, and until when. */
export const requestedGrants = (ctx: Ctx, kind: ItemKind, id: string) =>
  ctx.db
    .selectFrom('visualGrant as g')
    .innerJoin('sysUser as u', 'u.id', 'g.subjectId')
    .select(['g.subjectId', 'u.nickname as subjectName', 'g.endTime'])
    .where('g.entityType', '=', kind)
    .where('g.entityId', '=', id)
    .where('g.requestId', '!=', '')
    .where((e) => e.or([e('g.endTime', 'is', null), e('g.endTime', '>', ctx.now)]))
    .orderBy('g.endTime')
    .orderBy('g.id')
    .limit(200)
    .execute();
