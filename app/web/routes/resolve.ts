import { createElement, type ComponentType } from 'react';
import { UnknownPage } from '../pages/ErrorPages.tsx';
import { UnpublishedPage } from '../pages/UnpublishedPage.tsx';
import { fixedRoute } from './fixed.tsx';
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

/** Fixed routes first, then the account's menus. */
export function resolve(path: string, tree: MenuTree): Target {
  const fixed = fixedRoute(path);
  if (fixed)
    return {
      kind: 'page',
      title: fixed.title,
      layout: fixed.layout,
      page: fixed.page,
      node: tree.find(path),
      keeps: fixed.keeps,
      pattern: fixed.path,
    };
  const node = tree.find(path);
  if (!node) return { kind: 'unknown' };
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
  return object === null ? pathname : `${pathname}?${parameter}=${encodeURIComponent(object)}`;
}
