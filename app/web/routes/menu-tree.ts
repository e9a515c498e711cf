import type { MenuRoute } from '#kit/web/session.ts';
import { matchPath } from 'react-router';

export type Layout = 'main' | 'screen';

/** One menu entry with everything decided: full path, layout, page. */
export interface MenuNode {
  path: string;
  title: string;
  icon: string | null;
  hidden: boolean;
  redirect: string | null;
  layout: Layout;
  /** key of the page, null for a folder */
  page: string | null;
  children: MenuNode[];
  /** from the top route down to the parent */
  parents: MenuNode[];
}

export interface MenuTree {
  /** top routes in the order of the server, hidden ones included */
  tops: MenuNode[];
  find(path: string): MenuNode | null;
}

export const emptyTree: MenuTree = { tops: [], find: () => null };

/** Such a link leaves the application. */
export const isExternal = (path: string): boolean => /^(https?:|mailto:|tel:)/.test(path);

const join = (parent: string, path: string): string => {
  if (isExternal(path) || path.startsWith('/')) return path;
  return `${parent === '/' ? '' : parent}/${path}`;
};

/** Builds the tree of an account; throws on data that is no route list. */
export function buildTree(routes: readonly MenuRoute[]): MenuTree {
  const byPath = new Map<string, MenuNode>();
  const patterns: MenuNode[] = [];
  const visit = (route: MenuRoute, parents: MenuNode[], above: Layout): MenuNode => {
    if (typeof route.path !== 'string' || route.path === '') throw new Error(`菜单“${route.meta?.title ?? route.name ?? ''}”缺少路由地址`);
    const component = route.component ?? '';
    const layout = component === 'ScreenLayout' ? 'screen' : component === 'Layout' ? 'main' : above;
    const node: MenuNode = {
      path: join(parents.at(-1)?.path ?? '', route.path),
      title: route.meta?.title ?? route.name ?? '',
      icon: route.meta?.icon ?? null,
      hidden: route.hidden === true,
      redirect: route.redirect || null,
      layout,
      page: component === '' || component === 'Layout' || component === 'ScreenLayout' ? null : component,
      children: [],
      parents,
    };
    // A folder and its first page may share a path: the page is what the address means.
    const known = byPath.get(node.path);
    if (!known || (known.page === null && node.page !== null)) byPath.set(node.path, node);
    if (node.path.includes('/:')) patterns.push(node);
    node.children = (route.children ?? []).map((child) => visit(child, [...parents, node], layout));
    return node;
  };
  const tops = routes.map((route) => visit(route, [], 'main'));
  return {
    tops,
    find: (path) => byPath.get(path) ?? patterns.find((node) => matchPath(node.path, path)) ?? null,
  };
}

/** Where a menu entry leads: itself, its redirect, or its first visible page; null when there is none. */
export function landing(node: MenuNode): string | null {
  if (isExternal(node.path) || node.page !== null) return node.path;
  if (node.redirect) return join(node.path, node.redirect);
  for (const child of node.children) {
    if (child.hidden || isExternal(child.path)) continue;
    const found = landing(child);
    if (found) return found;
  }
  return null;
}

export const visibleChildren = (node: MenuNode): MenuNode[] => node.children.filter((child) => !child.hidden);

/** The sidebar is hidden when the top route has only one child. */
export const needsSidebar = (top: MenuNode | null): boolean => top !== null && pagesBelow(top).length > 1;

/** All visible pages below an entry. */
export const pagesBelow = (node: MenuNode): MenuNode[] =>
  visibleChildren(node).flatMap((child) => (child.page !== null || isExternal(child.path) ? [child] : pagesBelow(child)));

/** What a page is called among all pages: those of one name, as every area has its 概览, carry their area: 元数据概览. */
export function nameAmongAll(node: MenuNode, { tops }: Pick<MenuTree, 'tops'>): string {
  const area = node.parents[0]?.title;
  if (area === undefined) return node.title;
  const isAlone = tops.flatMap(pagesBelow).every((other) => other.path === node.path || other.title !== node.title);
  return isAlone ? node.title : area.replace(/管理$/u, '') + node.title;
}

/** All paths of stored menus, for the rule about tabs that become visible. */
export function pathsOf(routes: readonly MenuRoute[]): (path: string) => boolean {
  try {
    const tree = buildTree(routes);
    return (path) => tree.find(path) !== null;
  } catch {
    return () => false;
  }
}
