import { sql, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { ROOT_ID } from '../../contract/fields.ts';
import { maskPhone } from '../../core/mask.ts';
import { endSessionsOf } from '../auth/session-store.ts';
import { assertMayGrant, mayHandOut } from '../grants.ts';
import { refreshEffective } from '../menus/effective.ts';
import { recycledPost } from '../posts.ts';
import { assertNotAbove } from '../refusals.ts';
import { lockAdmins } from '../users/last-admin.ts';

const refuse = (message: string) => new AppError('rule.broken', message);

/**
 * The account is restored with the roles and posts that still exist. The caller must hold the rights of the account, as for enabling it;
 * sessions open at its deletion remain ended.
 */
async function beforeUser(ctx: Ctx, id: string): Promise<void> {
  await lockAdmins(ctx);
  const user = await ctx.db
    .selectFrom('sysUser')
    .leftJoin('sysDept', (join) => join.onRef('sysDept.id', '=', 'sysUser.deptId').on('sysDept.deletedAt', 'is', null))
    .select(['sysUser.nickname', 'sysUser.deptId', 'sysDept.id as livingDept'])
    .where('sysUser.id', '=', id)
    .executeTakeFirstOrThrow();
  if (user.deptId !== null && user.livingDept === null) throw refuse(`用户“${user.nickname}”的部门已删除，请先恢复部门`);
  await sql`delete from sys_user_role where user_id = ${id} and role_id in (select id from sys_role where deleted_at is not null)`.execute(
    ctx.db,
  );
  await sql`delete from sys_user_post where user_id = ${id} and post_id in (select id from sys_post where deleted_at is not null)`.execute(
    ctx.db,
  );
  const roles = (await ctx.db.selectFrom('sysUserRole').select('roleId').where('userId', '=', id).execute()).map((row) => row.roleId);
  await assertNotAbove(ctx, { id, nickname: user.nickname, roleList: roles });
  await assertMayGrant(ctx, roles, user.deptId, 'accounts');
  await endSessionsOf(ctx.app, ctx.db, { userIds: [id], reason: '账号已被删除' });
}

/** Rows that refer to an account, apart from logs. */
async function purgeUser({ db }: Ctx, id: string): Promise<void> {
  await db.deleteFrom('sysUserRole').where('userId', '=', id).execute();
  await db.deleteFrom('sysUserPost').where('userId', '=', id).execute();
  await db.deleteFrom('sysRoleRequest').where('userId', '=', id).execute();
  await db.deleteFrom('sysDevice').where('userId', '=', id).execute();
  await db.deleteFrom('sysPasswordReset').where('userId', '=', id).execute();
  await db.deleteFrom('sysSession').where('userId', '=', id).execute();
  await db.deleteFrom('sysPasswordHistory').where('userId', '=', id).execute();
  await db.deleteFrom('sysPreference').where('userId', '=', id).execute();
  await db.updateTable('sysSms').set({ userId: null }).where('userId', '=', id).execute();
}

/** Its parent lives and lies within the caller's reach; the path follows the parent, which may have moved meanwhile. */
async function beforeDept(ctx: Ctx, id: string): Promise<void> {
  const { parentId, deptName } = await ctx.db
    .selectFrom('sysDept')
    .select(['parentId', 'deptName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const parent =
    parentId === ROOT_ID
      ? { path: '/' }
      : await ctx.db
          .selectFrom('sysDept')
          .select('path')
          .where('id', '=', parentId)
          .where('deletedAt', 'is', null)
          .where(scope(ctx, { dept: 'sysDept.id' }))
          .forShare()
          .executeTakeFirst();
  if (!parent) throw refuse(`部门“${deptName}”的上级部门已删除，请先恢复上级部门`);
  await ctx.db
    .updateTable('sysDept')
    .set({ path: `${parent.path}${id}/` })
    .where('id', '=', id)
    .execute();
}

async function purgeDept({ db }: Ctx, id: string): Promise<void> {
  await db.deleteFrom('sysRoleDept').where('deptId', '=', id).execute();
}

async function purgeRole({ db }: Ctx, id: string): Promise<void> {
  for (const table of ['sysUserRole', 'sysRoleRequest', 'sysRoleMenu', 'sysRoleDept'] as const)
    await db.deleteFrom(table).where('roleId', '=', id).execute();
}

/** Roles may still name the menu, so it could give what the caller does not hold. */
async function beforeMenu(ctx: Ctx, id: string): Promise<void> {
  const menu = await ctx.db
    .selectFrom('sysMenu')
    .select(['parentId', 'menuName', 'menuPerms'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (menu.menuPerms !== null && !mayHandOut(ctx, menu.menuPerms))
    throw new AppError('grant.beyondOwn', `您没有菜单“${menu.menuName}”的权限，不能恢复，请由超级管理员操作`);
  if (menu.parentId === ROOT_ID) return;
  const parent = await ctx.db
    .selectFrom('sysMenu')
    .select('id')
    .where('id', '=', menu.parentId)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!parent) throw refuse(`菜单“${menu.menuName}”的上级菜单已删除，请先恢复上级菜单`);
}

const notifyMenus = (ctx: Ctx) => ctx.app.push.send(ctx.db, 'everybody', { kind: 'menus', data: {} });

async function notifyDict(ctx: Ctx, dictId: string): Promise<void> {
  const dict = await ctx.db.selectFrom('sysDict').select('dictCode').where('id', '=', dictId).executeTakeFirst();
  if (dict) await ctx.app.push.send(ctx.db, 'everybody', { kind: 'dict', data: { code: dict.dictCode } });
}

/** Items that went with their dictionary come back with it; those that were deleted before stay deleted. */
async function beforeDict(ctx: Ctx, id: string): Promise<void> {
  await sql`update sys_dict_item set deleted_at = null, update_by = ${ctx.user.id}, update_time = ${ctx.now}
    where dict_id = ${id} and deleted_at = (select deleted_at from sys_dict where id = ${id})`.execute(ctx.db);
}

async function beforeItem(ctx: Ctx, id: string): Promise<void> {
  const item = await ctx.db
    .selectFrom('sysDictItem')
    .innerJoin('sysDict', 'sysDict.id', 'sysDictItem.dictId')
    .select(['sysDictItem.itemValue', 'sysDict.deletedAt as dictDeletedAt'])
    .where('sysDictItem.id', '=', id)
    .executeTakeFirstOrThrow();
  if (item.dictDeletedAt !== null) throw refuse(`字典项“${item.itemValue}”的字典已删除，请先恢复字典`);
}

async function afterItem(ctx: Ctx, id: string): Promise<void> {
  const item = await ctx.db.selectFrom('sysDictItem').select('dictId').where('id', '=', id).executeTakeFirst();
  if (item) await notifyDict(ctx, item.dictId);
}

/** Purging a built-in item would let the next start seed it again: the deleted row is what prevents that. */
async function purgeItem({ db }: Ctx, id: string): Promise<void> {
  const item = await db
    .selectFrom('sysDictItem')
    .innerJoin('sysDict', 'sysDict.id', 'sysDictItem.dictId')
    .select(['sysDictItem.itemValue', 'sysDict.isBuiltIn'])
    .where('sysDictItem.id', '=', id)
    .executeTakeFirst();
  if (item?.isBuiltIn === '1') throw refuse(`“${item.itemValue}”属于内置字典，彻底删除后会在下次启动时重新出现，请保留在回收站`);
}

/** Secret values are never shown. */
const withoutSecret = (row: Record<string, unknown>): Record<string, unknown> => {
  const { configValue: _value, ...rest } = row;
  return row['configType'] === 'secret' ? rest : row;
};

const itemsOfLivingDicts = sql<SqlBool>`not exists (select 1 from sys_dict parent
  where parent.id = sys_dict_item.dict_id and parent.deleted_at = sys_dict_item.deleted_at)`;

const STATUS = { status: 'sys_common_status' } as const;
const BUILT_IN = { ...STATUS, isBuiltIn: 'sys_yes_no' } as const;

/** What the module itself puts into the recycle bin. Files are not in it: their bytes are gone with the deletion. */
export const ownRecycle: readonly Recyclable[] = [
  {
    table: 'sysUser',
    label: '用户',
    nameField: 'nickname',
    code: 'system:user',
    scope: { dept: 'deptId', owner: 'id' },
    dicts: { ...STATUS, sex: 'sys_user_sex', mustChangePassword: 'sys_yes_no' },
    labels: {
      username: '用户名',
      nickname: '昵称',
      avatar: '头像',
      expireTime: '有效期至',
      lockedUntil: '锁定至',
      lastLoginIp: '最近登录IP',
      mustChangePassword: '须修改密码',
      passwordTime: '密码修改时间',
      lastLoginTime: '最近登录',
    },
    view: ({ phone, ...row }) => ({ ...row, phone: typeof phone === 'string' ? maskPhone(phone) : null }),
    beforeRestore: beforeUser,
    beforePurge: purgeUser,
  },
  {
    table: 'sysRole',
    label: '角色',
    nameField: 'roleName',
    code: 'system:role',
    dicts: { ...BUILT_IN, dataScope: 'sys_data_scope' },
    labels: { roleName: '角色名称', roleCode: '角色编码', dataScope: '数据范围' },
    afterRestore: (ctx, id) => assertMayGrant(ctx, [id], null, 'rights'),
    beforePurge: purgeRole,
  },
  {
    table: 'sysDept',
    label: '部门',
    nameField: 'deptName',
    code: 'system:dept',
    // the scope of a deleted department is that of its parent
    scope: { dept: 'parentId' },
    dicts: STATUS,
    labels: { deptName: '部门名称', deptNo: '部门编码', parentId: '上级部门', leaderId: '负责人', phone: '电话' },
    beforeRestore: beforeDept,
    beforePurge: purgeDept,
  },
  recycledPost,
  {
    table: 'sysDict',
    label: '字典',
    nameField: 'dictName',
    code: 'system:dict',
    dicts: BUILT_IN,
    labels: { dictName: '字典名称', dictCode: '字典编码' },
    beforeRestore: beforeDict,
    afterRestore: notifyDict,
    async beforePurge({ db }, id) {
      await db.deleteFrom('sysDictItem').where('dictId', '=', id).execute();
    },
  },
  {
    table: 'sysDictItem',
    label: '字典项',
    nameField: 'itemValue',
    code: 'system:dict',
    dicts: STATUS,
    labels: { dictId: '所属字典', itemText: '编码', itemValue: '名称', itemSort: '排序' },
    listed: itemsOfLivingDicts,
    beforeRestore: beforeItem,
    afterRestore: afterItem,
    beforePurge: purgeItem,
  },
  {
    table: 'sysConfig',
    label: '参数',
    nameField: 'configName',
    code: 'system:config',
    dicts: { ...BUILT_IN, isPublic: 'sys_yes_no' },
    labels: { configName: '参数名称', configKey: '参数键名', configValue: '参数键值', configType: '类型', isPublic: '是否公开' },
    view: withoutSecret,
  },
  {
    table: 'sysMenu',
    label: '菜单',
    nameField: 'menuName',
    code: 'system:menu',
    dicts: { ...BUILT_IN, menuType: 'sys_menu_type', menuHidden: 'sys_yes_no', forEverybody: 'sys_yes_no' },
    labels: {
      menuName: '菜单名称',
      menuPath: '路由地址',
      menuComponent: '组件路径',
      menuRedirect: '重定向',
      menuPerms: '权限标识',
      menuIcon: '图标',
      menuType: '类型',
      menuCode: '资源编码',
      menuHidden: '是否隐藏',
      menuSort: '排序',
      parentId: '上级菜单',
      forEverybody: '所有人可见',
    },
    beforeRestore: beforeMenu,
    async afterRestore(ctx) {
      await refreshEffective(ctx.db);
      await notifyMenus(ctx);
    },
    async beforePurge({ db }, id) {
      await db.deleteFrom('sysRoleMenu').where('menuId', '=', id).execute();
    },
  },
];
