import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { UserImport, UserImportChange, type UserSearch } from '../../contract/user.ts';
import { maskPhone } from '../../core/mask.ts';
import { dictItems } from '../dicts.ts';
import { existingNames, prehashPasswords, takeUsers } from './import.ts';
import { searchUsers, seesPhones, userColumns, withRelations } from './queries.ts';

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
    { field: 'password', title: '初始密码', only: 'import', example: '不填则没有密码，批量重置密码后可登录', width: 24 },
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
      const isOpen = seesPhones(ctx);
      return users.map((user) => ({
        ...user,
        phone: isOpen ? user.phone : maskPhone(user.phone),
        deptId: user.dept?.deptName ?? null,
        posts: user.posts.map((post) => post.postName),
        roles: user.roles.map((role) => role.roleName),
      }));
    }),
  prepare: prehashPasswords,
  begin: takeUsers,
  changes: { key: 'username', input: UserImportChange, existing: existingNames },
});
