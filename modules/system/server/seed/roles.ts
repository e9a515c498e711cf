import { sql } from 'kysely';
import { ADMIN_ROLE } from '#kit/contract/access.ts';
import type { Db } from '#kit/server/ctx.ts';
import { DUTY_ROLES, UNASSIGNED_ROLE, isReserved } from '../../core/duty.ts';

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

/** A menu as the seed reads it. */
interface StoredMenu {
  readonly id: string;
  readonly parentId: string;
  readonly menuPath: string | null;
  readonly menuPerms: string | null;
  readonly createTime: Date;
}
interface Menus {
  readonly all: readonly StoredMenu[];
  readonly byId: ReadonlyMap<string, StoredMenu>;
}

async function loadMenus(db: Db): Promise<Menus> {
  const all = await db
    .selectFrom('sysMenu')
    .select(['id', 'parentId', 'menuPath', 'menuPerms', 'createTime'])
    .where('deletedAt', 'is', null)
    .where('isBuiltIn', '=', '1')
    .execute();
  return { all, byId: new Map(all.map((menu) => [menu.id, menu])) };
}

/** The menus that a built-in role is declared to have. */
function declaredMenus({ id, pages = [], perms = [] }: BuiltInRole, { all, byId }: Menus): StoredMenu[] {
  const isUnder = (path: string) => pages.some((page) => path === page || path.startsWith(`${page}/`));
  return all.filter((menu) => {
    const path = menu.menuPath ?? byId.get(menu.parentId)?.menuPath ?? '';
    return (isUnder(path) && !OTHER_DUTY[id]?.includes(menu.menuPerms ?? '')) || perms.includes(menu.menuPerms ?? '');
  });
}

/** Menus with the folders above them. */
function withFolders(menus: readonly StoredMenu[], byId: Menus['byId']): Set<string> {
  const ids = new Set<string>();
  for (const menu of menus) for (let at: StoredMenu | undefined = menu; at; at = byId.get(at.parentId)) ids.add(at.id);
  return ids;
}

/**
 * Makes the built-in roles that are missing, and gives them their menus. A role that nobody has changed by hand (its version is the first)
 * has exactly what this release declares: what earlier ones gave beyond that goes. One that administrators changed is theirs; it only gets
 * menus that came after its last change and belong to its pages. An installation that uses the name or code of one for a role of its own
 * keeps its own.
 */
export async function seedRoles(db: Db): Promise<void> {
  for (const { pages: _pages, perms: _perms, ...role } of BUILT_IN_ROLES)
    await db
      .insertInto('sysRole')
      .values({ ...role, roleCode: role.id, isBuiltIn: '1' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const menus = await loadMenus(db);
  for (const role of BUILT_IN_ROLES) {
    if (role.pages === undefined && role.perms === undefined) continue;
    const stored = await db
      .selectFrom('sysRole')
      .select(['version', 'updateTime', 'isBuiltIn'])
      .where('id', '=', role.id)
      .executeTakeFirst();
    if (stored?.isBuiltIn !== '1') continue;
    const declared = declaredMenus(role, menus);
    if (stored.version === 0) await putMenus(db, role.id, withFolders(declared, menus.byId));
    else
      await addMenus(
        db,
        role.id,
        withFolders(
          declared.filter((menu) => menu.createTime > stored.updateTime),
          menus.byId,
        ),
      );
  }
}

async function putMenus(db: Db, roleId: string, wanted: ReadonlySet<string>): Promise<void> {
  if (wanted.size > 0)
    await db
      .deleteFrom('sysRoleMenu')
      .where('roleId', '=', roleId)
      .where('menuId', 'not in', [...wanted])
      .execute();
  await addMenus(db, roleId, wanted);
}

async function addMenus(db: Db, roleId: string, wanted: ReadonlySet<string>): Promise<void> {
  if (wanted.size === 0) return;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sysRoleMenu')
    .values([...wanted].map((menuId) => ({ roleId, menuId })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows) === 0) return;
  await db
    .updateTable('sysRole')
    .set({ updateTime: sql`now()` })
    .where('id', '=', roleId)
    .execute();
}

/**
 * Warning for 服务监控 when a role of the three administrators holds permissions of another duty; null when duties are separate. Only roles
 * edited by hand can.
 */
export async function mixedDuties(db: Db): Promise<string | null> {
  const menus = await loadMenus(db);
  const found: string[] = [];
  for (const role of BUILT_IN_ROLES) {
    if (!(Object.values(DUTY_ROLES) as string[]).includes(role.id)) continue;
    const declared = new Set(declaredMenus(role, menus).map((menu) => menu.menuPerms));
    const held = await db
      .selectFrom('sysRoleMenu')
      .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
      .innerJoin('sysRole', 'sysRole.id', 'sysRoleMenu.roleId')
      .select(['sysMenu.menuPerms', 'sysMenu.menuName', 'sysRole.roleName'])
      .where('sysRoleMenu.roleId', '=', role.id)
      .where('sysRole.isBuiltIn', '=', '1')
      .where('sysMenu.deletedAt', 'is', null)
      .orderBy('sysMenu.menuPerms')
      .orderBy('sysMenu.id')
      .execute();
    const beyond = held.filter(({ menuPerms }) => menuPerms !== null && isReserved(menuPerms) && !declared.has(menuPerms));
    if (beyond.length > 0)
      found.push(`“${beyond[0]!.roleName}”多出 ${beyond.map(({ menuPerms, menuName }) => `${menuName}（${menuPerms}）`).join('、')}`);
  }
  return found.length === 0
    ? null
    : `三员角色的权限超出各自的职责：${found.join('；')}。该角色曾被手工修改，升级时没有改动；请超级管理员在角色管理中取消这些权限`;
}
