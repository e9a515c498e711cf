import type { ComponentType, LazyExoticComponent } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { bareKey } from '#kit/web/page/page-keys.ts';
import { loaderOf } from './loaders.ts';

const ready = new Map<string, LazyExoticComponent<ComponentType>>();

/** The page of a component key (a leading `/` and `basic/` do not matter), or null when no module has it. */
export function pageOf(key: string): LazyExoticComponent<ComponentType> | null {
  const name = bareKey(key);
  const known = ready.get(name);
  if (known) return known;
  const load = loaderOf(name);
  if (!load) return null;
  const page = lazyPart(load);
  ready.set(name, page);
  return page;
}

/** A page with a fixed route, by its key. */
const fixedPage = (key: string): LazyExoticComponent<ComponentType> =>
  lazyPart(() => loaderOf(key)?.() ?? Promise.reject(new Error(`no module has the page ${key}`)));

/** Fetches a page before it is known whether it may be shown; whoever shows it deals with a failure. */
export const fetchPage = (key: string): void => void loaderOf(key)?.().catch(() => undefined);

/** Whole-window pages that modules bring; null while none does. */
export const windowPage = (key: string): LazyExoticComponent<ComponentType> | null => (loaderOf(key) ? fixedPage(key) : null);

/** 个人中心, which has two fixed routes. */
export const profilePage = fixedPage('user/profile/index');
/** 消息中心 */
export const messagesPage = fixedPage('user/messages/index');
/** 导出中心 */
export const exportsPage = fixedPage('user/exports/index');
