import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import {
  Day,
  Id,
  Ids,
  Phone,
  Status,
  Time,
  TimeInput,
  YesNo,
  optionalText,
  requiredText,
  rowFields,
  secret,
  StatusInput,
} from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { DataScopeCode } from './fields.ts';

/** 性别 (dictionary sys_user_sex): 0 未知, 1 男, 2 女. */
export const Sex = z.enum(['0', '1', '2']);

/** A phone number, or the masked form that a list has shown (`138****0001`), which keeps the stored one. */
const PhoneOrMask = z
  .string()
  .trim()
  .regex(/^1[3-9]\d(\d{4}|\*{4})\d{4}$/, '手机号码格式不正确')
  .or(z.literal(''))
  .nullish()
  .transform((text) => text || null);

/** 用户 */
export const UserInput = z.object({
  username: z
    .string({ error: '用户名不能为空' })
    .trim()
    .min(3, '用户名长度必须介于 3 和 30 之间')
    .max(30, '用户名长度必须介于 3 和 30 之间')
    .regex(/^[\p{L}\p{N}_.-]+$/u, '用户名只能包含文字、数字、下划线、点和短横线'),
  nickname: requiredText(50, '昵称'),
  email: z
    .email('电子邮箱格式不正确')
    .max(100, '电子邮箱不能超过100个字符')
    .or(z.literal(''))
    .nullish()
    .transform((text) => text || null),
  phone: PhoneOrMask,
  birthday: Day.or(z.literal(''))
    .nullish()
    .transform((text) => text || null),
  sex: Sex.nullish().transform((value) => value ?? '0'),
  deptId: z.string({ error: '请选择部门' }).pipe(Id),
  roleList: z
    .array(Id, { error: '请选择角色' })
    .transform((ids) => [...new Set(ids)])
    .pipe(z.array(Id).min(1, '请选择1到5个角色').max(5, '请选择1到5个角色')),
  postList: z.array(Id, { error: '请选择岗位' }).length(1, '请选择一个岗位'),
  expireTime: TimeInput.nullish().transform((value) => value ?? null),
  status: StatusInput,
  remark: optionalText(1000, '备注'),
});
/** POST takes a first password; without one the server makes it and answers it once. */
export const UserCreate = UserInput.extend({ password: secret(z.string().max(200).nullish()) });

/** A row of an import file: codes and names instead of ids. */
export const UserImport = UserInput.omit({ deptId: true, roleList: true, postList: true, expireTime: true, phone: true }).extend({
  phone: Phone.nullish().transform((value) => value ?? null),
  deptNo: requiredText(50, '部门编码'),
  postName: requiredText(50, '岗位名称'),
  /** one to five codes, separated by 、 or a comma */
  roleCodes: requiredText(200, '角色编码'),
  password: secret(z.string().max(200).nullish()),
});

/** A row that changes a known account: what is missing stays. Passwords are reset, not imported. */
export const UserImportChange = z.object({
  username: UserInput.shape.username,
  nickname: requiredText(50, '昵称').optional(),
  email: z.email('电子邮箱格式不正确').max(100, '电子邮箱不能超过100个字符').optional(),
  phone: Phone.optional(),
  birthday: Day.optional(),
  sex: Sex.optional(),
  status: Status.optional(),
  remark: z.string().max(1000, '备注不能超过1000个字符').optional(),
  deptNo: UserImport.shape.deptNo.optional(),
  postName: UserImport.shape.postName.optional(),
  roleCodes: UserImport.shape.roleCodes.optional(),
  password: z.undefined({ error: '已有账号的密码不能用文件修改，请使用批量重置密码' }).optional(),
});

export const User = z.object({
  ...rowFields,
  username: z.string(),
  nickname: z.string(),
  email: z.string().nullable(),
  /** masked without the edit permission, and always in lists */
  phone: z.string().nullable(),
  birthday: z.string().nullable(),
  sex: Sex,
  avatar: z.string().nullable(),
  deptId: z.string().nullable(),
  dept: z.object({ id: Id, deptName: z.string() }).nullable(),
  roles: z.array(z.object({ id: Id, roleName: z.string() })),
  posts: z.array(z.object({ id: Id, postName: z.string() })),
  expireTime: Time.nullable(),
  lockedUntil: Time.nullable(),
  /** until then unknown devices must solve a captcha to sign in, because of failed attempts */
  guardedUntil: Time.nullable(),
  /** roles that were asked for and wait for the security administrator */
  askedRoles: z.array(z.object({ id: Id, roleName: z.string() })),
  lastLoginTime: Time.nullable(),
  mustChangePassword: z.enum(['0', '1']),
  status: Status,
  remark: z.string().nullable(),
});
export const UserDetail = User.extend({ roleList: z.array(Id), postList: z.array(Id) });
export const UserSearch = z.object({
  keyword: z.string().max(50).optional(),
  username: z.string().max(50).optional(),
  nickname: z.string().max(50).optional(),
  phone: z.string().max(20).optional(),
  /** the department and everything below it */
  deptId: Id.optional(),
  roleId: Id.optional(),
  postId: Id.optional(),
  status: Status.optional(),
  /** `1`: accounts that wait for their roles */
  isWaiting: YesNo.optional(),
  /** `0`: accounts without a password, for example imported ones */
  hasPassword: YesNo.optional(),
});
export const UserOption = z.object({ id: Id, username: z.string(), nickname: z.string(), deptName: z.string().nullable() });

/** Why an account can do something: every permission with the roles and menus that give it, and how far it reaches. */
export const EffectivePermissions = z.object({
  user: z.object({ id: Id, username: z.string(), nickname: z.string(), status: Status, deptName: z.string().nullable() }),
  unrestricted: z.boolean(),
  roles: z.array(z.object({ id: Id, roleName: z.string(), status: Status, dataScope: DataScopeCode, depts: z.array(z.string()) })),
  perms: z.array(
    z.object({
      perm: z.string(),
      sources: z.array(
        z.object({
          roleId: Id,
          roleName: z.string(),
          menuId: Id,
          menuName: z.string(),
          /** names of the menus above */
          menuPath: z.array(z.string()),
          dataScope: DataScopeCode,
        }),
      ),
      /** the widest scope among the sources, as people read it */
      reach: z.string(),
    }),
  ),
  /** menus that are granted but give nothing at present, with the reason */
  inactive: z.array(z.object({ roleName: z.string(), menuName: z.string(), perm: z.string().nullable(), reason: z.string() })),
});

const params = z.object({ id: Id });
/** Chosen accounts of a batch: all or none of them are changed. */
const ids = z
  .array(Id)
  .min(1, '请选择用户')
  .max(500, '一次最多处理500个用户')
  .transform((list) => [...new Set(list)]);
const changed = z.object({ changed: z.number().int() });
const MINUTES_2 = 120_000;
const ProgressId = z.string().regex(/^[0-9a-f]{16,36}$/, '进度编号格式不正确');
/** One-time passwords of a batch: answered this once, as a list and as a workbook, and kept nowhere. */
export const OncePasswords = z.object({
  accounts: z.array(z.object({ username: z.string(), nickname: z.string(), deptName: z.string().nullable(), password: z.string() })),
  fileName: z.string(),
  /** xlsx, base64 */
  workbook: z.string(),
});
const crud = crudRoutes('/system/users', '用户', 'system:user', { row: User, input: UserInput, search: UserSearch, detail: UserDetail });

export const user = defineContract({
  ...crud,
  ...excelRoutes('/system/users', '用户', 'system:user', { search: UserSearch, updates: true }),
  create: route.post('/system/users', {
    summary: '新增用户',
    access: perm('system:user:add'),
    body: UserCreate,
    /**
     * `password` is the generated first password, answered this once; null when the caller chose one. `askedRoles` are those that the
     * security administrator was asked for, because the caller does not hand them out.
     */
    reply: z.object({ id: Id, username: z.string(), password: z.string().nullable(), askedRoles: z.array(z.string()) }),
    audit: '新增用户',
  }),
  list: route.get('/system/users/list', {
    summary: '用户下拉',
    access: signedIn,
    /** `ids`: these accounts, for names of what is chosen already */
    query: z.object({ keyword: z.string().max(50).optional(), deptId: Id.optional(), ids: Ids.optional() }),
    reply: z.array(UserOption),
  }),
  audit: route.get('/system/users/audit', { summary: '审核用户', access: signedIn, reply: z.array(UserOption) }),
  dept: route.get('/system/users/getUserDeptById/:id', {
    summary: '用户所属部门',
    access: signedIn,
    params,
    reply: z.object({
      deptId: z.string().nullable(),
      deptName: z.string().nullable(),
      /** from the root down to the parent of the department */
      ancestors: z.array(z.object({ id: Id, deptName: z.string() })),
    }),
  }),
  resetPassword: route.put('/system/users/reset/password', {
    summary: '重置密码',
    access: perm('system:user:reset:password'),
    body: z.object({ id: Id }),
    reply: z.object({ password: z.string() }),
    audit: '重置密码',
  }),
  changeStatus: route.put('/system/users/:id/status', {
    summary: '启用或禁用用户',
    access: perm('system:user:edit'),
    params,
    body: z.object({ status: Status }),
    reply: z.object({ version: z.number().int() }),
    audit: '修改用户状态',
  }),
  /** decides what an account may do, and answers what was asked for it */
  assignRoles: route.put('/system/users/:id/roles', {
    summary: '分配角色',
    access: perm('system:user:assign:role'),
    params,
    body: z.object({ roleList: UserInput.shape.roleList, version: z.number().int() }),
    reply: z.object({ version: z.number().int() }),
    audit: '分配角色',
  }),
  changeStatusBatch: route.put('/system/users/batch/status', {
    summary: '批量启用或禁用用户',
    access: perm('system:user:edit'),
    body: z.object({ ids, status: Status }),
    reply: changed,
    audit: '批量修改用户状态',
    timeoutMs: MINUTES_2,
  }),
  moveBatch: route.put('/system/users/batch/dept', {
    summary: '批量调整部门',
    access: perm('system:user:edit'),
    body: z.object({ ids, deptId: UserInput.shape.deptId }),
    reply: changed,
    audit: '批量调整部门',
    timeoutMs: MINUTES_2,
  }),
  assignRolesBatch: route.put('/system/users/batch/roles', {
    summary: '批量分配角色',
    access: perm('system:user:assign:role'),
    body: z
      .object({ ids, add: z.array(Id).max(5).default([]), remove: z.array(Id).max(50).default([]) })
      .refine((body) => body.add.length + body.remove.length > 0, '请选择要添加或移除的角色'),
    reply: changed,
    audit: '批量分配角色',
    timeoutMs: MINUTES_2,
  }),
  resetPasswordBatch: route.put('/system/users/batch/password', {
    summary: '批量重置密码',
    access: perm('system:user:reset:password'),
    /** `progressId`: an id chosen by the caller; progress of the call is pushed to the session as messages of kind `job` with it */
    body: z.object({ ids, progressId: ProgressId.nullish() }),
    reply: OncePasswords,
    audit: '批量重置密码',
    timeoutMs: MINUTES_2,
  }),
  unlock: route.put('/system/users/:id/unlock', {
    summary: '解除登录锁定',
    access: perm('system:user:unlock'),
    params,
    reply: z.null(),
    audit: '解除登录锁定',
  }),
  permissions: route.get('/system/users/:id/permissions', {
    summary: '用户有效权限',
    access: perm('system:user:detail'),
    params,
    reply: EffectivePermissions,
  }),
});
