import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { dataScopeOf, scope } from '#kit/server/scope.ts';
import type { AudienceKind } from '../contract/audience.ts';

/** Whom a record addresses. */
export interface Audience {
  publishScope: AudienceKind;
  targets: readonly string[];
  withBelow: '0' | '1';
}

/**
 * SQL condition: a person belongs to the audience of a record. `record` is the alias of sys_notice or sys_banner, the person is given as
 * SQL (a value, or the columns of sys_user): readers of one record and records of one reader are found by the same words.
 */
export const inAudience = (record: string, person: { id: RawBuilder<string>; deptId: RawBuilder<string | null> }): Expression<SqlBool> => {
  const column = (name: string) => sql.ref(`${record}.${name}`);
  return sql<SqlBool>`(${column('publishScope')} = '1' or exists (select 1 from sys_audience_target t where t.record_id = ${column('id')} and (
    (${column('publishScope')} = '2' and exists (select 1 from sys_dept target join sys_dept own on own.id = ${person.deptId}
      where target.id = t.target_id and target.deleted_at is null
        and (own.id = target.id or (${column('withBelow')} = '1' and own.path like target.path || '%'))))
    or (${column('publishScope')} = '3' and exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
      where ur.user_id = ${person.id} and ur.role_id = t.target_id and r.status = '1' and r.deleted_at is null))
    or (${column('publishScope')} = '4' and t.target_id = ${person.id}))))`;
};

/** The caller as a parameter of `inAudience`. */
export const callerOf = (ctx: Ctx) => ({ id: sql<string>`${ctx.user.id}`, deptId: sql<string | null>`${ctx.user.deptId}::text` });

/** Living, enabled accounts in the audience of a notice, which the query knows as `record`. */
export const readersOf = (db: Db, noticeId: string) =>
  db
    .selectFrom('sysUser')
    .innerJoin('sysNotice as record', (join) => join.on('record.id', '=', noticeId))
    .where('sysUser.deletedAt', 'is', null)
    .where('sysUser.status', '=', '1')
    .where((e) => e.or([e('sysUser.expireTime', 'is', null), e('sysUser.expireTime', '>', sql<Date>`now()`)]))
    .where(inAudience('record', { id: sql.ref<string>('sysUser.id'), deptId: sql.ref<string | null>('sysUser.deptId') }));

const LABELS: Readonly<Record<Exclude<AudienceKind, '1'>, string>> = { '2': '部门', '3': '角色', '4': '用户' };

const problem = (message: string): AppError => new AppError('input.invalid', message, [{ path: 'targets', message }]);

/** Names of departments, roles or accounts that exist, by id. */
async function namesOf(db: Db, kind: AudienceKind, ids: readonly string[]): Promise<Map<string, string>> {
  if (kind === '1' || ids.length === 0) return new Map();
  const rows =
    kind === '2'
      ? await db.selectFrom('sysDept').select(['id', 'deptName as name']).where('id', 'in', ids).where('deletedAt', 'is', null).execute()
      : kind === '3'
        ? await db.selectFrom('sysRole').select(['id', 'roleName as name']).where('id', 'in', ids).where('deletedAt', 'is', null).execute()
        : await db.selectFrom('sysUser').select(['id', 'nickname as name']).where('id', 'in', ids).where('deletedAt', 'is', null).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Replaces the targets of a record. Throws input.invalid when one does not exist, or when there are none and it is not for everybody. */
export async function setTargets(ctx: Ctx, recordId: string, audience: Audience): Promise<void> {
  const { publishScope, targets } = audience;
  if (publishScope !== '1') {
    if (targets.length === 0) throw problem(`请选择${LABELS[publishScope]}`);
    const names = await namesOf(ctx.db, publishScope, targets);
    if (names.size < targets.length) throw problem(`部分${LABELS[publishScope]}不存在或已删除，请重新选择`);
  }
  await ctx.db.deleteFrom('sysAudienceTarget').where('recordId', '=', recordId).execute();
  if (publishScope === '1' || targets.length === 0) return;
  await ctx.db
    .insertInto('sysAudienceTarget')
    .values(targets.map((targetId) => ({ recordId, targetId })))
    .execute();
}

/** The targets of a record with their names; targets that were deleted meanwhile are left out, so that it can be saved again. */
export async function targetsOf(db: Db, record: { id: string; publishScope: AudienceKind }) {
  const rows = await db.selectFrom('sysAudienceTarget').select('targetId').where('recordId', '=', record.id).orderBy('targetId').execute();
  const names = await namesOf(
    db,
    record.publishScope,
    rows.map((row) => row.targetId),
  );
  return { targets: [...names.keys()], targetNames: [...names.values()] };
}

/**
 * Checks an audience against the data scope of the caller under the call's permission: everybody and whole roles require an unlimited
 * scope. Throws rule.broken otherwise.
 */
export async function assertMayAddress(ctx: Ctx, record: { id: string; publishScope: AudienceKind; withBelow: '0' | '1' }): Promise<void> {
  const access = ctx.route.access;
  const permissions = access.kind === 'perm' ? access.anyOf : [];
  if (dataScopeOf(ctx.user, permissions).all) return;
  const refuse = () => new AppError('rule.broken', '发布对象超出您的数据范围，请改为本人数据范围内的部门或用户');
  if (record.publishScope === '1' || record.publishScope === '3') throw refuse();
  const beyond =
    record.publishScope === '2'
      ? await ctx.db
          .selectFrom('sysAudienceTarget as t')
          .innerJoin('sysDept as target', 'target.id', 't.targetId')
          .innerJoin('sysDept as below', (join) =>
            join.on(sql<SqlBool>`(below.id = target.id or (${record.withBelow} = '1' and below.path like target.path || '%'))`),
          )
          .select('below.id')
          .where('t.recordId', '=', record.id)
          .where('below.deletedAt', 'is', null)
          .where(sql<SqlBool>`not coalesce(${scope(ctx, { dept: 'below.id' })}, false)`)
          .limit(1)
          .executeTakeFirst()
      : await ctx.db
          .selectFrom('sysAudienceTarget as t')
          .innerJoin('sysUser as target', 'target.id', 't.targetId')
          .select('target.id')
          .where('t.recordId', '=', record.id)
          .where(sql<SqlBool>`not coalesce(${scope(ctx, { dept: 'target.deptId', owner: 'target.id' })}, false)`)
          .limit(1)
          .executeTakeFirst();
  if (beyond) throw refuse();
}
