import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { ROOT_ID } from '../../contract/fields.ts';
import { menu, type MenuInput } from '../../contract/menu.ts';
import { fullPath, isWithin, placementProblem, type PlacedMenu } from '../../core/menu-placement.ts';
import { mayHandOut, withinOwnRights } from '../grants.ts';
import { refuseInUse } from '../in-use.ts';
import { refreshEffective } from './effective.ts';
import { permissionCatalogue } from './permissions.ts';

type Input = z.output<typeof MenuInput>;

const columns = [
  'id',
  'version',
  'parentId',
  'menuName',
  'menuType',
  'menuPath',
  'menuComponent',
  'menuRedirect',
  'menuPerms',
  'menuIcon',
  'menuCode',
  'menuHidden',
  'menuSort',
  'isBuiltIn',
  'forEverybody',
  'status',
  'remark',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
] as const;

const allMenus = (ctx: Ctx) =>
  ctx.db.selectFrom('sysMenu').select(columns).where('deletedAt', 'is', null).orderBy('menuSort').orderBy('id');

/** All living menus, locked: one writer of the tree at a time. */
async function lockedMenus(ctx: Ctx) {
  const rows = await ctx.db.selectFrom('sysMenu').select(columns).where('deletedAt', 'is', null).orderBy('id').forUpdate().execute();
  return new Map(rows.map((row) => [row.id, row]));
}
type Menus = Awaited<ReturnType<typeof lockedMenus>>;

const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);

/** The values as they are stored: buttons have no path, paths are full. Throws for a place, path or permission that cannot be. */
function placed(id: string, body: Input, menus: Menus): Input {
  const parentPath = body.parentId === ROOT_ID ? null : (menus.get(body.parentId)?.menuPath ?? null);
  const isButton = body.menuType === '2';
  const values = {
    ...body,
    menuPath: isButton ? null : fullPath(body.menuPath, parentPath),
    menuComponent: isButton ? null : body.menuComponent,
  };
  const problem = placementProblem(
    { id, parentId: values.parentId, menuType: values.menuType, menuPath: values.menuPath },
    menus as ReadonlyMap<string, PlacedMenu>,
  );
  if (problem)
    throw problem.path === 'menuPath' && values.menuPath
      ? new AppError('entity.duplicate', problem.message, [problem])
      : wrong(problem.path, problem.message);
  if (isButton && !values.menuPerms) throw wrong('menuPerms', '按钮的权限标识不能为空');
  return values;
}

/** Adding a permission to a menu changes what it grants, so the caller must be allowed to grant that permission. */
function assertHeld(ctx: Ctx, permission: string | null, before: string | null): void {
  if (permission === null || permission === before || mayHandOut(ctx, permission)) return;
  throw new AppError('grant.beyondOwn', '您没有该权限标识所对应的权限，不能用于菜单，请由超级管理员操作', [
    { path: 'menuPerms', message: '不能使用自己没有的权限标识' },
  ]);
}

async function updateMenu(ctx: Ctx, id: string, body: Input & { version: number }): Promise<{ version: number }> {
  const menus = await lockedMenus(ctx);
  const before = menus.get(id);
  if (!before) throw new AppError('entity.notFound');
  assertVersion(before, body);
  const { version, ...input } = body;
  const values = placed(id, input, menus);
  if (before.isBuiltIn === '1')
    for (const [field, label] of [
      ['menuPath', '路由地址'],
      ['menuComponent', '组件路径'],
      ['menuPerms', '权限标识'],
      ['menuType', '类型'],
    ] as const)
      if (values[field] !== before[field]) throw wrong(field, `内置菜单的${label}不能修改`);
  if (values.menuType !== before.menuType && [...menus.values()].some((other) => other.parentId === id))
    throw wrong('menuType', '该菜单有下级，不能修改类型');
  assertHeld(ctx, values.menuPerms, before.menuPerms);
  await withinOwnRights(ctx, 'all', async () => {
    await ctx.db
      .updateTable('sysMenu')
      .set({ ...values, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    await refreshEffective(ctx.db);
  });
  const kept = Object.fromEntries(Object.keys(values).map((name) => [name, before[name as keyof Input]]));
  ctx.audit.change({ entity: '菜单', id, name: before.menuName, before: kept, after: values });
  return { version: version + 1 };
}

/** Deletes menus: whole or not at all; not while something below them stays or a role grants them. */
async function removeMenus(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const menus = await lockedMenus(ctx);
  const rows = ids.map((id) => menus.get(id)).filter((row) => row !== undefined);
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  const builtIn = rows.filter((row) => row.isBuiltIn === '1').map((row) => row.menuName);
  if (builtIn.length > 0) throw new AppError('rule.broken', `内置菜单不能删除，可以禁用或隐藏：${builtIn.slice(0, 5).join('、')}`);
  const children = [...menus.values()].filter((row) => ids.includes(row.parentId) && !ids.includes(row.id));
  refuseInUse(
    '菜单',
    '下级菜单',
    children.map((row) => row.menuName),
  );
  const roles = await ctx.db
    .selectFrom('sysRoleMenu')
    .innerJoin('sysRole', 'sysRole.id', 'sysRoleMenu.roleId')
    .select('sysRole.roleName')
    .distinct()
    .where('sysRoleMenu.menuId', 'in', ids)
    .where('sysRole.deletedAt', 'is', null)
    .orderBy('sysRole.roleName')
    .execute();
  refuseInUse(
    '菜单',
    '角色',
    roles.map((role) => role.roleName),
  );
  await ctx.db
    .updateTable('sysMenu')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  await refreshEffective(ctx.db);
  for (const row of rows)
    ctx.audit.change({
      entity: '菜单',
      id: row.id,
      name: row.menuName,
      before: { menuName: row.menuName, menuPath: row.menuPath, menuPerms: row.menuPerms },
      after: null,
    });
  return null;
}

/** Puts menus at new places in one go; the tree is checked as it will be, not step by step. */
async function sortMenus(ctx: Ctx, moves: readonly { id: string; parentId: string; menuSort: number }[]): Promise<null> {
  const menus = await lockedMenus(ctx);
  const after: Menus = new Map(menus);
  for (const move of moves) {
    const row = after.get(move.id);
    if (!row) throw new AppError('entity.notFound');
    after.set(move.id, { ...row, parentId: move.parentId, menuSort: move.menuSort });
  }
  for (const { id } of moves) {
    const [before, row] = [menus.get(id), after.get(id)];
    if (!before || !row || before.parentId === row.parentId) continue;
    if (isWithin(row.parentId, id, (each) => after.get(each)?.parentId)) throw wrong('parentId', '上级菜单不能是自身或自身的下级');
    const problem = placementProblem(row, after as ReadonlyMap<string, PlacedMenu>);
    if (problem) throw wrong(problem.path, `${row.menuName}：${problem.message}`);
  }
  await withinOwnRights(ctx, 'all', async () => {
    for (const { id, parentId, menuSort } of moves) {
      const before = menus.get(id);
      if (!before || (before.parentId === parentId && before.menuSort === menuSort)) continue;
      await ctx.db
        .updateTable('sysMenu')
        .set({ parentId, menuSort, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
        .where('id', '=', id)
        .execute();
      ctx.audit.change({
        entity: '菜单',
        id,
        name: before.menuName,
        before: { parentId: before.parentId, menuSort: before.menuSort },
        after: { parentId, menuSort },
      });
    }
    await refreshEffective(ctx.db);
  });
  return null;
}

/** All open browsers reload their menus: working out which sessions are affected would cost more. */
async function told<T>(ctx: Ctx, result: T): Promise<T> {
  await ctx.app.push.send(ctx.db, 'everybody', { kind: 'menus', data: {} });
  return result;
}

export const menus = implement(menu, {
  list: (ctx) =>
    ctx.db
      .selectFrom('sysMenu')
      .select([
        'id',
        'parentId',
        'menuName',
        'menuType',
        'menuPath',
        'menuComponent',
        'menuIcon',
        'menuCode',
        'menuHidden',
        'menuSort',
        'forEverybody',
        'status',
      ])
      .where('deletedAt', 'is', null)
      .orderBy('menuSort')
      .orderBy('id')
      .limit(5000)
      .execute(),
  tree: (ctx) => allMenus(ctx).limit(5000).execute(),
  flow: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('sysMenu')
      .select(['id', 'menuName', 'menuCode'])
      .where('deletedAt', 'is', null)
      .where('menuType', '=', '1')
      .where('menuHidden', '=', '0')
      .where('menuCode', 'is not', null)
      .orderBy('menuCode')
      .orderBy('id')
      .limit(5000)
      .execute();
    return rows.flatMap(({ menuCode, ...row }) => (menuCode ? [{ ...row, menuCode }] : []));
  },
  permissions: (ctx) => permissionCatalogue(ctx),
  async get(ctx, { params }) {
    const row = await ctx.db
      .selectFrom('sysMenu')
      .select(columns)
      .where('id', '=', params.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return row;
  },
  async create(ctx, { body }) {
    const living = await lockedMenus(ctx);
    const id = ctx.app.ids.next();
    const values = placed(id, body, living);
    assertHeld(ctx, values.menuPerms, null);
    const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    await ctx.db
      .insertInto('sysMenu')
      .values({ ...values, id, ...stamp })
      .execute();
    await refreshEffective(ctx.db);
    ctx.audit.change({ entity: '菜单', id, name: values.menuName, before: null, after: values });
    return told(ctx, { id });
  },
  sort: async (ctx, { body }) => told(ctx, await sortMenus(ctx, body.moves)),
  update: async (ctx, { params, body }) => told(ctx, await updateMenu(ctx, params.id, body)),
  remove: async (ctx, { params }) => told(ctx, await removeMenus(ctx, [params.id])),
  removeBatch: async (ctx, { params }) => told(ctx, await removeMenus(ctx, params.ids)),
});
