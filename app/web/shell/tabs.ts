import { useSyncExternalStore } from 'react';
import type { Location } from 'react-router';

/** An open page. `location` is where it was last seen, so that its search survives being in the background. */
export interface Tab {
  path: string;
  title: string;
  location: Location;
  /** grows when the page is to be built anew */
  generation: number;
  /** orders tabs by use */
  usedAt: number;
}

export const HOME_PATH = '/home';
/** More pages than this are not kept alive; the one used longest ago is built again when it is opened. */
const ALIVE = 12;
const KEY = 'data_ui_tabs';

let clock = 0;
const watchers = new Set<() => void>();

const tabAt = (path: string, title: string, search: string): Tab => ({
  path,
  title,
  location: { pathname: path, search, hash: '', state: null, key: 'default', unstable_mask: undefined } as Location,
  generation: 0,
  usedAt: 0,
});

/** The home page is always the first tab. */
function withHome(list: Tab[]): Tab[] {
  return list.some((tab) => tab.path === HOME_PATH) ? list : [tabAt(HOME_PATH, '首页', ''), ...list];
}

function restore(): Tab[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as { path: string; title: string; search: string }[];
    return kept.map(({ path, title, search }) => tabAt(path, title, search));
  } catch {
    return [];
  }
}

let tabList: Tab[] = withHome(restore());

function change(list: Tab[]): void {
  const next = withHome(list);
  tabList = next;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next.map((tab) => ({ path: tab.path, title: tab.title, search: tab.location.search }))));
  } catch {
    // tabs are then forgotten on reload
  }
  for (const watcher of watchers) watcher();
}

const patch = (path: string, part: Partial<Tab>): void => change(tabList.map((tab) => (tab.path === path ? { ...tab, ...part } : tab)));

export const tabs = {
  get: (): Tab[] => tabList,

  /** The page at `location` is on the screen. */
  show(location: Location, title: string): void {
    const path = location.pathname;
    const known = tabList.find((tab) => tab.path === path);
    if (!known) {
      const tab = { path, title, location, generation: 0, usedAt: ++clock };
      return change([...tabList, tab]);
    }
    const same =
      known.location.search === location.search && known.location.hash === location.hash && known.location.state === location.state;
    if (same && known.usedAt > 0 && known.usedAt === clock && known.title === title) return;
    patch(path, { title, usedAt: ++clock, ...(!same && { location }) });
  },

  /** The next time the page is shown it is built anew. */
  renew(path: string): void {
    const known = tabList.find((tab) => tab.path === path);
    if (known) patch(path, { generation: known.generation + 1 });
  },

  /** Closes tabs and answers the path to go to when the present one is among them. */
  close(closes: (tab: Tab) => boolean, present: string): string | null {
    const rest = tabList.filter((tab) => tab.path === HOME_PATH || !closes(tab));
    const index = tabList.findIndex((tab) => tab.path === present);
    const gone = index >= 0 && !rest.some((tab) => tab.path === present);
    change(rest);
    if (!gone) return null;
    const before = tabList.slice(0, index).at(-1) ?? rest.at(-1);
    return before ? before.location.pathname + before.location.search : HOME_PATH;
  },

  /** Pages that keep their state: the ones used last. */
  alive: (): Set<string> =>
    new Set(
      tabList
        .filter((tab) => tab.usedAt > 0)
        .toSorted((a, b) => b.usedAt - a.usedAt)
        .slice(0, ALIVE)
        .map((tab) => tab.path),
    ),

  clear: (): void => change([]),

  subscribe(this: void, watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

export const useTabs = (): Tab[] => useSyncExternalStore(tabs.subscribe, tabs.get);
