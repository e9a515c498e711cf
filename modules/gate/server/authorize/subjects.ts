import { AppError } from '#kit/contract/errors.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Subject, SubjectType } from '../../contract/authorize.ts';
import { grantableSources } from './objects.ts';

const MAX = 500;

/** The name of a subject; throws entity.notFound when there is none. */
export async function subjectName(ctx: Ctx, type: SubjectType, id: string): Promise<string> {
  const row =
    type === 'role'
      ? await ctx.db.selectFrom('sysRole').select('roleName as name').where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()
      : type === 'dept'
        ? await ctx.db
            .selectFrom('sysDept')
            .select('deptName as name')
            .where('id', '=', id)
            .where('deletedAt', 'is', null)
            .executeTakeFirst()
        : await ctx.db
            .selectFrom('sysUser')
            .select('nickname as name')
            .where('id', '=', id)
            .where('deletedAt', 'is', null)
            .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', { role: '角色', dept: '部门', user: '用户' }[type] + '不存在或已删除');
  return row.name;
}

/** Roles, departments or accounts to grant to, with how many grants on the caller's sources each has. */
export async function subjectsOf(ctx: Ctx, query: { type: SubjectType; keyword?: string; id?: string }): Promise<Subject[]> {
  const rows = await read(ctx, query);
  if (rows.length === 0) return [];
  const counts = await ctx.db
    .selectFrom('metadataAuthorize')
    .select((e) => ['subjectId', e.fn.countAll<string>().as('n')])
    .where('subjectType', '=', query.type)
    .where('deletedAt', 'is', null)
    .where(
      'subjectId',
      'in',
      rows.map((row) => row.id),
    )
    .where('sourceId', 'in', grantableSources(ctx).select('metadataSource.id'))
    .groupBy('subjectId')
    .execute();
  const byId = new Map(counts.map((row) => [row.subjectId, Number(row.n)]));
  return rows.map((row) => ({ ...row, status: row.status as '0' | '1', grants: byId.get(row.id) ?? 0 }));
}

async function read(ctx: Ctx, { type, keyword, id }: { type: SubjectType; keyword?: string; id?: string }) {
  if (type === 'role') {
    let roles = ctx.db.selectFrom('sysRole').where('deletedAt', 'is', null);
    if (id) roles = roles.where('id', '=', id);
    if (keyword) roles = roles.where((e) => e.or([containsText('roleName', keyword), containsText('roleCode', keyword)]));
    return roles
      .select((e) => ['id', 'roleName as name', 'roleCode as detail', e.val<string | null>(null).as('parentId'), 'status'])
      .orderBy('roleName')
      .orderBy('id')
      .limit(MAX)
      .execute();
  }
  if (type === 'dept') {
    let depts = ctx.db.selectFrom('sysDept').where('deletedAt', 'is', null);
    if (id) depts = depts.where('id', '=', id);
    if (keyword) depts = depts.where(containsText('deptName', keyword));
    return depts
      .select(['id', 'deptName as name', 'deptNo as detail', 'parentId', 'status'])
      .orderBy('path')
      .orderBy('id')
      .limit(MAX)
      .execute();
  }
  let users = ctx.db.selectFrom('sysUser').leftJoin('sysDept', 'sysDept.id', 'sysUser.deptId').where('sysUser.deletedAt', 'is', null);
  if (id) users = users.where('sysUser.id', '=', id);
  if (keyword) users = users.where((e) => e.or([containsText('sysUser.nickname', keyword), containsText('sysUser.username', keyword)]));
  const rows = await users
    .select((e) => [
      'sysUser.id',
      'sysUser.nickname',
      'sysUser.username',
      'sysDept.deptName',
      e.val<string | null>(null).as('parentId'),
      'sysUser.status',
    ])
    .orderBy('sysUser.nickname')
    .orderBy('sysUser.id')
    .limit(100)
    .execute();
  return rows.map(({ nickname, username, deptName, ...row }) => ({
    ...row,
    name: `${nickname}（${username}）`,
    detail: deptName,
  }));
}
