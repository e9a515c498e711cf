import { createElement, type ComponentType } from 'react';
import { UnknownPage } from '../pages/ErrorPages.tsx';
import { UnpublishedPage } from '../pages/UnpublishedPage.tsx';
import { fixedRoute, noRightRoute, type FixedRoute } from './fixed.tsx';
import { loaderOf } from './loaders.ts';
import { landing, type Layout, type MenuNode, type MenuTree } from './menu-tree.ts';
import { pageOf } from './pages.tsx';

/** What a path shows. */
export type Target =
  | { kind: 'page'; title: string; layout: Layout | 'bare'; page: ComponentType; node: MenuNode | null; keeps: boolean; pattern: string }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' };

const missing = new Map<string, ComponentType>();
const pageFor = (key: string): ComponentType => {
  const page = pageOf(key);
  if (page) return page;
  // the screens have menus before they have pages
  if (/^\/?screen\//.test(key)) return UnpublishedPage;
  const known = missing.get(key) ?? (() => createElement(UnknownPage, { pageKey: key }));
  missing.set(key, known);
  return known;
};

const pageOfRoute = ({ title, layout, page, keeps, path }: FixedRoute, node: MenuNode | null): Target => ({
  kind: 'page',
  title,
  layout,
  page,
  node,
  keeps,
  pattern: path,
});

/**
 * True for the usual addresses of the product's own pages. Every browser has their names, so that 没有权限 tells nothing; a menu that
 * somebody made elsewhere is unknown to those who may not open it.
 */
const isOwnAddress = (path: string): boolean => [`${path}/index`, path].some((key) => loaderOf(key) !== undefined);

/** Fixed routes first, then the account's menus; what the product has and the account has not says so. */
export function resolve(path: string, tree: MenuTree): Target {
  const fixed = fixedRoute(path);
  const node = tree.find(path);
  if (fixed) return pageOfRoute(fixed, node);
  if (!node) return isOwnAddress(path) ? pageOfRoute(noRightRoute, null) : { kind: 'unknown' };
  if (node.page !== null) {
    return {
      kind: 'page',
      title: node.title,
      layout: node.layout,
      page: pageFor(node.page),
      node,
      keeps: node.layout === 'main',
      pattern: node.path,
    };
  }
  const to = landing(node);
  return to === null || to === path ? { kind: 'unknown' } : { kind: 'redirect', to };
}

/** What tells the tabs of a page apart: its path, and the object that the address names. */
export function tabKey({ pathname, search }: { pathname: string; search: string }, target: Target): string {
  const parameter = target.kind === 'page' && target.node?.page ? loaderOf(target.node.page)?.object : undefined;
  const object = parameter === undefined ? null : new URLSearchParams(search).get(parameter);
  // a form over a list belongs to the list
  const isForm = parameter === 'open' && !object?.startsWith('detail-');
  return object === null || isForm ? pathname : `${pathname}?${parameter}=${encodeURIComponent(object)}`;
}
