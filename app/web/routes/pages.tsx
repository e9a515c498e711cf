import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { bareKey as bare, setPageKeys } from '#kit/web/page/page-keys.ts';

type Load = () => Promise<{ default: ComponentType }>;

// Each module's web/index.ts maps page keys to pages that load when they are opened.
const maps = import.meta.glob<Record<string, Load>>('../../../modules/*/web/index.ts', { eager: true, import: 'pages' });

const loaders = new Map<string, Load>();
for (const map of Object.values(maps)) for (const [key, load] of Object.entries(map ?? {})) loaders.set(bare(key), load);
setPageKeys(loaders.keys());

const RELOADED = 'data_ui_chunk_reload';

/** A page of an older version is gone after an update: load the application again, once. */
const withReload =
  (load: Load): Load =>
  async () => {
    try {
      const page = await load();
      sessionStorage.removeItem(RELOADED);
      return page;
    } catch (error) {
      if (sessionStorage.getItem(RELOADED) !== null) throw error;
      sessionStorage.setItem(RELOADED, '1');
      window.location.reload();
      return new Promise<never>(() => {}); // the page is about to go
    }
  };

const ready = new Map<string, LazyExoticComponent<ComponentType>>();

/** A lazily loaded page component for a loader; a chunk that is missing after an update reloads the application once. */
export const lazyPage = (load: Load): LazyExoticComponent<ComponentType> => lazy(withReload(load));

/** The page of a component key (a leading `/` and `basic/` do not matter), or null when no module has it. */
export function pageOf(key: string): LazyExoticComponent<ComponentType> | null {
  const name = bare(key);
  const known = ready.get(name);
  if (known) return known;
  const load = loaders.get(name);
  if (!load) return null;
  const page = lazyPage(load);
  ready.set(name, page);
  return page;
}

/** 个人中心, which has two fixed routes. */
export const profilePage = lazyPage(() => {
  const load = loaders.get('user/profile/index');
  return load ? load() : Promise.reject(new Error('module system has no page user/profile/index'));
});
