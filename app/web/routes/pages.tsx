import type { ComponentType, LazyExoticComponent } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { bareKey as bare, setPageKeys } from '#kit/web/page/page-keys.ts';

/** What the address says of a page: its path and search. */
type Place = Pick<Location, 'pathname' | 'search'>;
type Load = (() => Promise<{ default: ComponentType }>) & {
  /** asks for what the page will show, before it is known whether it may be shown: the server decides about that call as about any */
  ahead?: (place: Place) => Promise<void>;
};

// Each module's web/index.ts maps page keys to pages that load when they are opened.
const maps = import.meta.glob<Record<string, Load>>('../../../modules/*/web/index.ts', { eager: true, import: 'pages' });

const loaders = new Map<string, Load>();
for (const map of Object.values(maps)) for (const [key, load] of Object.entries(map ?? {})) loaders.set(bare(key), load);
setPageKeys(loaders.keys());

const ready = new Map<string, LazyExoticComponent<ComponentType>>();

/** The page of a component key (a leading `/` and `basic/` do not matter), or null when no module has it. */
export function pageOf(key: string): LazyExoticComponent<ComponentType> | null {
  const name = bare(key);
  const known = ready.get(name);
  if (known) return known;
  const load = loaders.get(name);
  if (!load) return null;
  const page = lazyPart(load);
  ready.set(name, page);
  return page;
}

/** A page with a fixed route, by its key. */
const fixedPage = (key: string): LazyExoticComponent<ComponentType> =>
  lazyPart(() => loaders.get(key)?.() ?? Promise.reject(new Error(`no module has the page ${key}`)));

/** Fetches a page before it is known whether it may be shown; whoever shows it deals with a failure. */
export const fetchPage = (key: string): void =>
  void loaders
    .get(bare(key))?.()
    .catch(() => undefined);

/** Begins what a page can do without being loaded, such as asking for its data. */
export const beginPage = (key: string, place: Place): void =>
  void loaders
    .get(bare(key))
    ?.ahead?.(place)
    .catch(() => undefined);

/** Whole-window pages that modules bring; null while none does. */
export const windowPage = (key: string): LazyExoticComponent<ComponentType> | null =>
  loaders.has(bare(key)) ? fixedPage(bare(key)) : null;

/** 个人中心, which has two fixed routes. */
export const profilePage = fixedPage('user/profile/index');
/** 消息中心 */
export const messagesPage = fixedPage('user/messages/index');
/** 导出中心 */
export const exportsPage = fixedPage('user/exports/index');
