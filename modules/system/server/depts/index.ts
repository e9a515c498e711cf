import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { contains } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { dept } from '../../contract/dept.ts';
import { refuseInUse } from '../in-use.ts';
import { deptExcel } from './excel.ts';
import { movePreview } from './move.ts';
import { createDept, crud, inScope, lockTree, updateDept } from './writes.ts';

const treeColumns = [
  'sysDept.id',
  'sysDept.version',
  'sysDept.parentId',
  'sysDept.deptName',
  'sysDept.deptNo',
  'sysDept.sortNo',
  'sysDept.leaderId',
  'sysDept.phone',
  'sysDept.status',
  'sysDept.remark',
  'sysDept.createBy',
  'sysDept.createTime',
  'sysDept.updateBy',
  'sysDept.updateTime',
] as const;

async function refuseUsed(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const children = await ctx.db
    .selectFrom('sysDept')
    .select('deptName')
    .where('parentId', 'in', ids)
    .where('id', 'not in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('sortNo')
    .execute();
  refuseInUse(
    '部门',
    '下级部门',
    children.map((row) => row.deptName),
  );
  const users = await ctx.db
    .selectFrom('sysUser')
    .select(['nickname', 'username'])
    .where('deptId', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(50)
    .execute();
  const { total } = await ctx.db
    .selectFrom('sysUser')
    .select((e) => e.fn.countAll<string>().as('total'))
    .where('deptId', 'in', ids)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  refuseInUse(
    '部门',
    '用户',
    users.map((row) => `${row.nickname}（${row.username}）`),
    Number(total),
  );
  const roles = await ctx.db
    .selectFrom('sysRoleDept')
    .innerJoin('sysRole', 'sysRole.id', 'sysRoleDept.roleId')
    .select('sysRole.roleName')
    .distinct()
    .where('sysRoleDept.deptId', 'in', ids)
    .where('sysRole.deletedAt', 'is', null)
    .execute();
  refuseInUse(
    '部门',
    '角色的数据范围',
    roles.map((row) => row.roleName),
  );
}

export const depts = implement(dept, {
  ...crud,
  ...deptExcel,
  list: (ctx) =>
    ctx.db
      .selectFrom('sysDept')
      .select(['id', 'parentId', 'deptName', 'deptNo', 'sortNo', 'status'])
      .where('deletedAt', 'is', null)
      .orderBy('sortNo')
      .orderBy('id')
      .limit(20_000)
      .execute(),
  tree(ctx, { query }) {
    let rows = ctx.db.selectFrom('sysDept').where('sysDept.deletedAt', 'is', null).where(inScope(ctx));
    if (query.deptName) rows = rows.where('sysDept.deptName', 'ilike', contains(query.deptName));
    if (query.deptNo) rows = rows.where('sysDept.deptNo', 'ilike', contains(query.deptNo));
    if (query.status) rows = rows.where('sysDept.status', '=', query.status);
    return rows
      .leftJoin('sysUser as leader', 'leader.id', 'sysDept.leaderId')
      .select(treeColumns)
      .select([
        'leader.nickname as leaderName',
        sql<number>`(select count(*)::int from sys_user u where u.dept_id = sys_dept.id and u.deleted_at is null)`.as('userCount'),
      ])
      .orderBy('sysDept.sortNo')
      .orderBy('sysDept.id')
      .limit(20_000)
      .execute();
  },
  create: (ctx, { body }) => createDept(ctx, body),
  update: (ctx, input) => updateDept(ctx, input),
  async remove(ctx, input) {
    await lockTree(ctx);
    await crud.get(ctx, input);
    await refuseUsed(ctx, [input.params.id]);
    return crud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await lockTree(ctx);
    // checked first: users of a department must not be listed to a caller who cannot see the department
    const seen = await ctx.db
      .selectFrom('sysDept')
      .select('id')
      .where('id', 'in', input.params.ids)
      .where('deletedAt', 'is', null)
      .where(inScope(ctx))
      .execute();
    if (seen.length !== input.params.ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
    await refuseUsed(ctx, input.params.ids);
    return crud.removeBatch(ctx, input);
  },
  movePreview: (ctx, { params, query }) => movePreview(ctx, params.id, query.parentId),
});
