import type { RouteNode } from '../contract/session.ts';

/** A 模块 or 菜单 row, as far as routes are concerned. */
export interface MenuRow {
  id: string;
  parentId: string;
  menuName: string;
  menuPath: string | null;
  menuComponent: string | null;
  menuRedirect: string | null;
  menuPerms: string | null;
  menuIcon: string | null;
  menuType: '0' | '1' | '2';
  menuHidden: '0' | '1';
  menuSort: number;
  forEverybody: '0' | '1';
}

/** Rows by parent, each list in order. */
export function byParent<T extends { id: string; parentId: string; menuSort: number }>(rows: readonly T[]): Map<string, T[]> {
  const children = new Map<string, T[]>();
  for (const row of rows) {
    const list = children.get(row.parentId);
    if (list) list.push(row);
    else children.set(row.parentId, [row]);
  }
  for (const list of children.values()) list.sort((a, b) => a.menuSort - b.menuSort || (a.id < b.id ? -1 : 1));
  return children;
}

/** Where a folder leads: its own redirect when that is among the permitted, else its first visible page. */
function redirectOf(row: MenuRow, children: readonly RouteNode[], permitted: ReadonlySet<string>): string | undefined {
  if (row.menuRedirect && permitted.has(row.menuRedirect)) return row.menuRedirect;
  const first = children.find((child) => !child.hidden);
  return first && (first.redirect ?? first.path);
}

/**
 * The route tree of an account. `rows` are all enabled 模块 and 菜单 rows whose parents are enabled too;
 * `granted` the ids that the account's roles give, null for an unrestricted account. A granted page brings its folders along;
 * rows for everybody come only when something else is granted, so that an account without menus stays without menus.
 */
export function buildRoutes(rows: readonly MenuRow[], granted: ReadonlySet<string> | null): RouteNode[] {
  const pages = rows.filter((row) => row.menuType === '1' && (granted === null || granted.has(row.id)));
  if (pages.length === 0) return [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wanted = new Set<string>();
  for (const page of [...pages, ...rows.filter((row) => row.forEverybody === '1')])
    for (let at: MenuRow | undefined = page; at && !wanted.has(at.id); at = byId.get(at.parentId)) wanted.add(at.id);
  const children = byParent(rows.filter((row) => wanted.has(row.id)));
  const permitted = new Set(rows.filter((row) => wanted.has(row.id)).flatMap((row) => row.menuPath ?? []));
  const nodesOf = (parentId: string): RouteNode[] => (children.get(parentId) ?? []).map(nodeOf);
  const nodeOf = (row: MenuRow): RouteNode => {
    const below = nodesOf(row.id);
    const redirect = redirectOf(row, below, permitted);
    return {
      path: row.menuPath ?? '',
      component: row.menuComponent,
      name: row.menuName,
      ...(row.menuType === '0' && redirect !== undefined ? { redirect } : {}),
      // a folder in which only hidden pages are left has nothing to show
      hidden: row.menuHidden === '1' || (row.menuType === '0' && below.every((child) => child.hidden)),
      meta: { title: row.menuName, icon: row.menuIcon, perms: row.menuPerms },
      ...(below.length > 0 ? { children: below } : {}),
    };
  };
  return nodesOf('0');
}
