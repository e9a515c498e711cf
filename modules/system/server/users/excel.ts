import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { UserImport, type UserSearch } from '../../contract/user.ts';
import { maskPhone } from '../../core/mask.ts';
import { dictItems } from '../dicts.ts';
import { searchUsers, userColumns, withRelations } from './queries.ts';
import { createUser } from './writes.ts';

const MAX_ROLES = 5;
const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);

/** Ids of what the codes and names of an import row mean; each unknown one is named. */
async function relationsOf(ctx: Ctx, row: z.output<typeof UserImport>) {
  const dept = await ctx.db
    .selectFrom('sysDept')
    .select('id')
    .where('deptNo', '=', row.deptNo)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!dept) throw wrong('deptNo', `部门编码 ${row.deptNo} 不存在`);
  const post = await ctx.db
    .selectFrom('sysPost')
    .select('id')
    .where('postName', '=', row.postName)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!post) throw wrong('postName', `岗位 ${row.postName} 不存在`);
  const codes = [...new Set(row.roleCodes.split(/[、,，;；\s]+/).filter(Boolean))];
  if (codes.length > MAX_ROLES) throw wrong('roleCodes', '请填写1到5个角色');
  const roles = await ctx.db
    .selectFrom('sysRole')
    .select(['id', 'roleCode'])
    .where('roleCode', 'in', codes)
    .where('deletedAt', 'is', null)
    .execute();
  const unknown = codes.filter((code) => !roles.some((role) => role.roleCode === code));
  if (unknown.length > 0) throw wrong('roleCodes', `角色编码 ${unknown.join('、')} 不存在`);
  return { deptId: dept.id, postList: [post.id], roleList: roles.map((role) => role.id) };
}

export const userExcel = excelHandlers({
  label: '用户',
  // exported fields are called as in the list: it asks for the columns that it shows
  columns: [
    { field: 'username', title: '用户名', required: true, example: 'zhangsan' },
    { field: 'nickname', title: '昵称', required: true, example: '张三' },
    { field: 'deptNo', title: '部门编码', required: true, example: '10', only: 'import' },
    { field: 'deptId', title: '部门', only: 'export', width: 20 },
    { field: 'postName', title: '岗位名称', required: true, example: '系统管理员', only: 'import' },
    { field: 'posts', title: '岗位', only: 'export', width: 20 },
    { field: 'roleCodes', title: '角色编码', required: true, example: 'staff、audit', only: 'import' },
    { field: 'roles', title: '角色', only: 'export', width: 24 },
    { field: 'phone', title: '手机号码', example: '13800000001', width: 16 },
    { field: 'email', title: '电子邮箱', example: 'zhangsan@example.com', width: 24 },
    { field: 'sex', title: '性别', dict: 'sys_user_sex', example: '男' },
    { field: 'birthday', title: '出生日期', kind: 'day', example: '1990-05-01' },
    { field: 'status', title: '状态', dict: 'sys_common_status', example: '启用' },
    { field: 'password', title: '初始密码', only: 'import', example: '不填由系统生成，重置密码后可登录', width: 24 },
    { field: 'remark', title: '备注', width: 30 },
    { field: 'lastLoginTime', title: '最近登录', kind: 'time', only: 'export', width: 20 },
    { field: 'expireTime', title: '有效期至', kind: 'time', only: 'export', width: 20 },
    { field: 'createTime', title: '创建时间', kind: 'time', only: 'export', width: 20 },
  ],
  input: UserImport,
  readDict: dictItems,
  rows: (ctx: Ctx, query: z.output<typeof UserSearch> & { ids?: string[] | null }) =>
    inBatches(async (after, limit) => {
      let rows = searchUsers(ctx, query).select(userColumns).where('sysUser.id', '>', after);
      if (query.ids) rows = rows.where('sysUser.id', 'in', query.ids);
      const users = await withRelations(ctx.db, await rows.orderBy('sysUser.id').limit(limit).execute());
      const isOpen = holds(ctx.user, 'system:user:edit');
      return users.map((user) => ({
        ...user,
        phone: isOpen ? user.phone : maskPhone(user.phone),
        deptId: user.dept?.deptName ?? null,
        posts: user.posts.map((post) => post.postName),
        roles: user.roles.map((role) => role.roleName),
      }));
    }),
  async create(ctx, row) {
    const { deptNo: _deptNo, postName: _postName, roleCodes: _roleCodes, ...values } = row;
    await createUser(ctx, { ...values, ...(await relationsOf(ctx, row)), expireTime: null });
  },
});
