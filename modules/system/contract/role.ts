import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import {
  CommaList,
  Id,
  PageQuery,
  Status,
  YesNo,
  optionalText,
  pageReply,
  requiredText,
  rowFields,
  SortInput,
  StatusInput,
} from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { DataScopeCode } from './fields.ts';

const RoleCode = z
  .string({ error: '角色编码不能为空' })
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_]{1,31}$/, '角色编码由字母、数字和下划线组成，2到32个字符');

/** 角色 */
export const RoleInput = z.object({
  roleName: requiredText(50, '角色名称'),
  roleCode: RoleCode,
  dataScope: DataScopeCode,
  sortNo: SortInput,
  status: StatusInput,
  remark: optionalText(1000, '备注'),
  menuList: z
    .array(Id)
    .max(5000)
    .nullish()
    .transform((ids) => [...new Set(ids ?? [])]),
  /** departments of scope 2; ignored by the other scopes */
  deptList: z
    .array(Id)
    .max(5000)
    .nullish()
    .transform((ids) => [...new Set(ids ?? [])]),
});
export const Role = z.object({
  ...rowFields,
  roleName: z.string(),
  roleCode: z.string(),
  dataScope: DataScopeCode,
  sortNo: z.number().int(),
  isBuiltIn: YesNo,
  status: Status,
  remark: z.string().nullable(),
  userCount: z.number().int(),
});
export const RoleDetail = Role.extend({
  menuList: z.array(Id),
  deptList: z.array(Id),
  menus: z.array(z.object({ id: Id, menuName: z.string() })),
  depts: z.array(z.object({ id: Id, deptName: z.string(), status: Status })),
});
export const RoleSearch = z.object({
  roleName: z.string().max(50).optional(),
  roleCode: z.string().max(50).optional(),
  dataScope: DataScopeCode.optional(),
  status: Status.optional(),
});
export const RoleOption = z.object({ id: Id, roleName: z.string(), roleCode: z.string(), status: Status });

export const RoleUser = z.object({
  id: Id,
  username: z.string(),
  nickname: z.string(),
  deptName: z.string().nullable(),
  status: Status,
});

/** Roles side by side: every menu that at least one of them has, and who has it. */
export const RoleComparison = z.object({
  roles: z.array(
    z.object({ id: Id, roleName: z.string(), dataScope: DataScopeCode, depts: z.array(z.string()), unrestricted: z.boolean() }),
  ),
  menus: z.array(
    z.object({
      id: Id,
      parentId: z.string(),
      menuName: z.string(),
      menuType: z.enum(['0', '1', '2']),
      menuPerms: z.string().nullable(),
      heldBy: z.array(Id),
    }),
  ),
});

const params = z.object({ id: Id });

export const role = defineContract({
  ...crudRoutes('/system/roles', '角色', 'system:role', { row: Role, input: RoleInput, search: RoleSearch, detail: RoleDetail }),
  list: route.get('/system/roles/list', { summary: '角色下拉', access: signedIn, reply: z.array(RoleOption) }),
  compare: route.get('/system/roles/compare', {
    summary: '角色比较',
    access: perm('system:role:detail'),
    query: z.object({ ids: CommaList.pipe(z.array(Id).min(2, '请选择2到5个角色').max(5, '请选择2到5个角色')) }),
    reply: RoleComparison,
  }),
  copy: route.post('/system/roles/:id/copy', {
    summary: '复制角色',
    access: perm('system:role:add'),
    params,
    body: z.object({ roleName: requiredText(50, '角色名称'), roleCode: RoleCode }),
    reply: z.object({ id: Id }),
    audit: '复制角色',
  }),
  users: route.get('/system/roles/:id/users', {
    summary: '角色的用户',
    access: perm('system:role:detail'),
    params,
    query: PageQuery.extend({ keyword: z.string().max(50).optional() }),
    reply: pageReply(RoleUser),
  }),
  changeUsers: route.put('/system/roles/:id/users', {
    summary: '分配角色的用户',
    access: perm('system:user:assign:role', 'system:user:edit'),
    params,
    body: z.object({ add: z.array(Id).max(500).default([]), remove: z.array(Id).max(500).default([]) }),
    reply: z.null(),
    audit: '分配角色用户',
  }),
});
