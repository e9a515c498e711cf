/** A menu as far as its place in the tree is concerned. */
export interface PlacedMenu {
  id: string;
  parentId: string;
  menuType: '0' | '1' | '2';
  menuPath: string | null;
}
export interface Problem {
  path: string;
  message: string;
}

const ROOT = '0';

/** True when `id` is `ancestorId` or lies below it; also ends on a broken tree. */
export function isWithin(id: string, ancestorId: string, parentOf: (id: string) => string | undefined): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && at !== ROOT && !seen.has(at); at = parentOf(at)) {
    if (at === ancestorId) return true;
    seen.add(at);
  }
  return false;
}

/** Why `menu` must not be placed under its parent; null when it may. `others` are all menus that are not deleted. */
export function placementProblem(menu: PlacedMenu, others: ReadonlyMap<string, PlacedMenu>): Problem | null {
  const parent = menu.parentId === ROOT ? null : others.get(menu.parentId);
  if (parent === undefined) return { path: 'parentId', message: '上级菜单不存在，请重新选择' };
  if (isWithin(menu.parentId, menu.id, (id) => others.get(id)?.parentId))
    return { path: 'parentId', message: '上级菜单不能是自身或自身的下级' };
  if (parent?.menuType === '2') return { path: 'parentId', message: '按钮下不能再有下级' };
  if (menu.menuType === '2' && parent?.menuType !== '1') return { path: 'parentId', message: '按钮只能放在菜单下' };
  if (menu.menuType !== '2' && parent?.menuType === '1') return { path: 'parentId', message: '菜单下只能放按钮，请选择模块作为上级' };
  if (menu.menuType === '2') return null;
  if (menu.menuPath === null) return { path: 'menuPath', message: '路由地址不能为空' };
  for (const other of others.values())
    if (other.id !== menu.id && other.menuPath === menu.menuPath)
      return { path: 'menuPath', message: `路由地址 ${menu.menuPath} 已被使用` };
  return null;
}

/** The full path of a menu: what starts with `/` or is a web address stays, the rest is put below the parent. */
export function fullPath(path: string | null, parentPath: string | null): string | null {
  if (path === null || path.startsWith('/') || /^https?:/.test(path)) return path;
  return `${parentPath ?? ''}/${path}`;
}
