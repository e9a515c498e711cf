import { sql } from 'kysely';
import { ADMIN_ROLE } from '#kit/contract/access.ts';
import type { Db } from '#kit/server/ctx.ts';
import { DUTY_ROLES, UNASSIGNED_ROLE } from '../../core/duty.ts';

interface BuiltInRole {
  readonly id: string;
  readonly roleName: string;
  readonly dataScope: '1' | '5';
  readonly sortNo: number;
  readonly remark: string;
  /** pages whose menus and buttons it gets, by path */
  readonly pages?: readonly string[];
  /** single permissions besides */
  readonly perms?: readonly string[];
}

const BUILT_IN_ROLES: readonly BuiltInRole[] = [
  { id: ADMIN_ROLE, roleName: '超级管理员', dataScope: '1', sortNo: 1, remark: '拥有全部权限，不受数据范围限制' },
  { id: 'audit', roleName: '审核用户', dataScope: '5', sortNo: 2, remark: '流程委派、转办时可选择的审核人' },
  {
    id: DUTY_ROLES.accounts,
    roleName: '系统管理员',
    dataScope: '1',
    sortNo: 3,
    remark: '三员之一：账号、部门、岗位、字典、参数与任务，不授权限、不看审计',
    pages: [
      '/basic/system/user',
      '/basic/system/dept',
      '/basic/system/post',
      '/basic/system/dict',
      '/basic/system/config',
      '/basic/system/host',
      '/basic/system/notice',
      '/basic/system/banner',
      '/basic/system/certificate',
      '/basic/system/export',
      '/basic/system/recycle',
      '/basic/scheduler',
      '/basic/monitor/server',
      '/basic/monitor/cache',
      '/basic/monitor/api',
    ],
  },
  {
    id: DUTY_ROLES.rights,
    roleName: '安全管理员',
    dataScope: '1',
    sortNo: 4,
    remark: '三员之一：角色、菜单、授权、解锁与会话，不建账号、不看业务数据',
    pages: ['/basic/system/role', '/basic/system/menu', '/basic/monitor/online'],
    perms: [
      'system:user:list',
      'system:user:detail',
      'system:user:assign:role',
      'system:user:unlock',
      // where the platform may call, inner networks included; what is registered is the work of the system administrator
      'system:host:list',
      'system:host:detail',
      'system:host:edit',
      'system:host:private',
      'system:host:test',
      'system:host:log',
    ],
  },
  {
    id: DUTY_ROLES.audit,
    roleName: '审计管理员',
    dataScope: '1',
    sortNo: 5,
    remark: '三员之一：查看全部日志，不能修改任何数据',
    pages: ['/basic/monitor/loginlog', '/basic/monitor/operlog'],
    perms: ['monitor:online:list'],
  },
  { id: UNASSIGNED_ROLE, roleName: '待授权用户', dataScope: '5', sortNo: 900, remark: '没有任何菜单，等待安全管理员分配角色' },
];
/** What the page of a role's menus does not bring along: rights that belong to another duty. */
const OTHER_DUTY: Readonly<Record<string, readonly string[]>> = {
  [DUTY_ROLES.accounts]: ['system:user:assign:role', 'system:host:private'],
};

/**
 * Makes the built-in roles that are missing, with their menus. What administrators changed stays; menus that came after the last change of
 * a role and belong to its pages are added. An installation that uses the name or code of one for a role of its own keeps its own.
 */
export async function seedRoles(db: Db): Promise<void> {
  for (const { pages: _pages, perms: _perms, ...role } of BUILT_IN_ROLES)
    await db
      .insertInto('sysRole')
      .values({ ...role, roleCode: role.id, isBuiltIn: '1' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const menus = await db
    .selectFrom('sysMenu')
    .select(['id', 'parentId', 'menuPath', 'menuPerms', 'createTime'])
    .where('deletedAt', 'is', null)
    .where('isBuiltIn', '=', '1')
    .execute();
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  for (const { id: roleId, pages = [], perms = [] } of BUILT_IN_ROLES) {
    if (pages.length === 0 && perms.length === 0) continue;
    const role = await db.selectFrom('sysRole').select(['version', 'updateTime']).where('id', '=', roleId).executeTakeFirst();
    if (!role) continue;
    const held = await db.selectFrom('sysRoleMenu').select('menuId').where('roleId', '=', roleId).limit(1).executeTakeFirst();
    const hasStarted = held !== undefined || role.version > 0;
    const isUnder = (path: string) => pages.some((page) => path === page || path.startsWith(`${page}/`));
    const wanted = new Set<string>();
    for (const menu of menus) {
      const path = menu.menuPath ?? byId.get(menu.parentId)?.menuPath ?? '';
      const isIts = (isUnder(path) && !OTHER_DUTY[roleId]?.includes(menu.menuPerms ?? '')) || perms.includes(menu.menuPerms ?? '');
      // a role that has had its menus gets only what has come since a person or this seed last looked at it
      if (!isIts || (hasStarted && menu.createTime <= role.updateTime)) continue;
      for (let at: typeof menu | undefined = menu; at; at = byId.get(at.parentId)) wanted.add(at.id);
    }
    if (wanted.size === 0) continue;
    await db
      .insertInto('sysRoleMenu')
      .values([...wanted].map((menuId) => ({ roleId, menuId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .updateTable('sysRole')
      .set({ updateTime: sql`now()` })
      .where('id', '=', roleId)
      .execute();
  }
}
