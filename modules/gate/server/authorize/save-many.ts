import { holds, isUnrestricted } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { ObjectType, SubjectType } from '../../contract/authorize.ts';
import { grantableSources, objectKey, resolveObjects } from './objects.ts';
import { subjectName } from './subjects.ts';

/** What a tick in the tree of the family means. */
const USUAL = ['meta', 'preview', 'query'];
const PER_INSERT = 500;

interface Plain {
  id: string;
  objectType: ObjectType;
  objectId: string;
  actions: string[];
}
interface Wanted {
  objectType: ObjectType;
  objectId: string;
  actions: readonly string[];
}

/** The grants of a subject on the caller's sources that are nothing but an object and its actions; they are locked. */
const plainGrants = (ctx: Ctx, subjectType: SubjectType, subjectId: string): Promise<Plain[]> =>
  ctx.db
    .selectFrom('metadataAuthorize')
    .select(['id', 'objectType', 'objectId', 'actions'])
    .where('deletedAt', 'is', null)
    .where('subjectType', '=', subjectType)
    .where('subjectId', '=', subjectId)
    .where('rowFilter', 'is', null)
    .where('beginTime', 'is', null)
    .where('endTime', 'is', null)
    .where('requestId', 'is', null)
    .where('status', '=', '1')
    .where('sourceId', 'in', grantableSources(ctx).select('metadataSource.id'))
    .orderBy('id')
    .forUpdate()
    .execute();

interface Outcome {
  added: number;
  changed: number;
  removed: number;
}

async function apply(
  ctx: Ctx,
  subject: { type: SubjectType; id: string },
  change: { grant: readonly Wanted[]; revoke: (grant: Plain) => boolean },
): Promise<Outcome> {
  if (subject.type === 'user' && subject.id === ctx.user.id && !isUnrestricted(ctx.user))
    throw new AppError('rule.broken', '不能给自己授权，请由其他数据管理员操作');
  const name = await subjectName(ctx, subject.type, subject.id);
  const existing = await plainGrants(ctx, subject.type, subject.id);
  const objects = await resolveObjects(ctx, change.grant);
  const byKey = new Map(existing.map((grant) => [objectKey(grant), grant]));
  const same = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();
  const added = change.grant.filter((wanted) => !byKey.has(objectKey(wanted)));
  const changed = change.grant.filter(
    (wanted) => byKey.has(objectKey(wanted)) && !same(byKey.get(objectKey(wanted))!.actions, wanted.actions),
  );
  const kept = new Set(change.grant.map(objectKey));
  const removed = existing.filter((grant) => !kept.has(objectKey(grant)) && change.revoke(grant));
  const touchesClear = [...added, ...changed].some(
    (wanted) => wanted.actions.includes('unmask') && !byKey.get(objectKey(wanted))?.actions.includes('unmask'),
  );
  if (touchesClear && !holds(ctx.user, 'metadata:dataauthorize:unmask'))
    throw new AppError('grant.beyondOwn', '没有授予明文的权限，请联系管理员');
  const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
  for (let at = 0; at < added.length; at += PER_INSERT)
    await ctx.db
      .insertInto('metadataAuthorize')
      .values(
        added.slice(at, at + PER_INSERT).map((wanted) => {
          const { sourceId, tableId } = objects.get(objectKey(wanted))!;
          const { objectType, objectId } = wanted;
          return {
            id: ctx.app.ids.next(),
            subjectType: subject.type,
            subjectId: subject.id,
            objectType,
            objectId,
            sourceId,
            tableId,
            actions: [...wanted.actions],
            ...stamp,
          };
        }),
      )
      .execute();
  for (const wanted of changed)
    await ctx.db
      .updateTable('metadataAuthorize')
      .set((e) => ({ actions: [...wanted.actions], version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
      .where('id', '=', byKey.get(objectKey(wanted))!.id)
      .execute();
  if (removed.length > 0)
    await ctx.db
      .updateTable('metadataAuthorize')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where(
        'id',
        'in',
        removed.map((grant) => grant.id),
      )
      .execute();
  const listed = (grants: readonly { objectType: ObjectType; objectId: string; actions: readonly string[] }[]) =>
    grants.slice(0, 100).map((grant) => `${objectKey(grant)} ${grant.actions.join('/')}`);
  if (added.length + changed.length + removed.length > 0)
    ctx.audit.change({
      entity: '数据授权',
      id: subject.id,
      name,
      before: { removed: listed(removed), changed: listed(changed.map((wanted) => byKey.get(objectKey(wanted))!)) },
      after: { added: listed(added), changed: listed(changed) },
    });
  return { added: added.length, changed: changed.length, removed: removed.length };
}

/** Objects of a role's grants that carry a condition, times or a request. */
async function limitedObjects(ctx: Ctx, roleId: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('metadataAuthorize')
    .select(['objectType', 'objectId'])
    .where('deletedAt', 'is', null)
    .where('subjectType', '=', 'role')
    .where('subjectId', '=', roleId)
    .where((e) =>
      e.or([
        e('rowFilter', 'is not', null),
        e('beginTime', 'is not', null),
        e('endTime', 'is not', null),
        e('requestId', 'is not', null),
        e('status', '=', '0'),
      ]),
    )
    .execute();
  return new Set(rows.map(objectKey));
}

/** Replaces the plain grants of a role, as the family does; grants with conditions, times or a request stay, and so do actions. */
export async function saveRole(
  ctx: Ctx,
  body: { roleId: string; authorizeDataList: readonly { objectType: ObjectType; objectId: string }[] },
): Promise<{ added: number; removed: number }> {
  const kept = new Map((await plainGrants(ctx, 'role', body.roleId)).map((grant) => [objectKey(grant), grant.actions]));
  const limited = await limitedObjects(ctx, body.roleId);
  // The tree of the family ticks objects of limited grants too: saving it must not turn them into grants without limits.
  const wanted = new Map(
    body.authorizeDataList.map((object) => [objectKey(object), object] as const).filter(([key]) => kept.has(key) || !limited.has(key)),
  );
  return apply(
    ctx,
    { type: 'role', id: body.roleId },
    {
      grant: [...wanted].map(([key, { objectType, objectId }]) => ({ objectType, objectId, actions: kept.get(key) ?? USUAL })),
      revoke: () => true,
    },
  );
}

/** Sets actions on objects and ends plain grants of one subject. */
export function saveSubject(
  ctx: Ctx,
  body: { subjectType: SubjectType; subjectId: string; grant: readonly Wanted[]; revoke: readonly string[] },
): Promise<Outcome> {
  const ended = new Set(body.revoke);
  return apply(
    ctx,
    { type: body.subjectType, id: body.subjectId },
    { grant: [...new Map(body.grant.map((wanted) => [objectKey(wanted), wanted])).values()], revoke: (grant) => ended.has(grant.objectId) },
  );
}
