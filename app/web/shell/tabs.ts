import { useSyncExternalStore } from 'react';
import type { Location } from 'react-router';
import type { ObjectTitle } from '#kit/web/page/object-title.tsx';

/** An open page. `location` is where it was last seen, so that its search survives being in the background. */
export interface Tab {
  /** the path, and the object where one page shows many: each object has its own tab */
  key: string;
  path: string;
  /** of the page */
  title: string;
  /** of the object that it shows; null = only the page itself */
  name: string | null;
  /** the object was deleted, or may not be known any more */
  isGone: boolean;
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

/** What a tab is stored as. */
interface Kept {
  path: string;
  title: string;
  search: string;
  key?: string;
  name?: string;
  isGone?: true;
}

const tabAt = ({ path, title, search, key = path, name, isGone }: Kept): Tab => ({
  key,
  path,
  title,
  name: name ?? null,
  isGone: isGone === true,
  location: { pathname: path, search, hash: '', state: null, key: 'default', unstable_mask: undefined } as Location,
  generation: 0,
  usedAt: 0,
});

/** The home page is always the first tab. */
function withHome(list: Tab[]): Tab[] {
  return list.some((tab) => tab.path === HOME_PATH) ? list : [tabAt({ path: HOME_PATH, title: '首页', search: '' }), ...list];
}

function restore(): Tab[] {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Kept[]).map((kept) => tabAt(kept));
  } catch {
    return [];
  }
}

const keptOf = ({ key, path, title, name, isGone, location }: Tab): Kept => ({
  path,
  title,
  search: location.search,
  ...(key !== path && { key }),
  ...(name !== null && { name }),
  ...(isGone && { isGone }),
});

let tabList: Tab[] = withHome(restore());

function change(list: Tab[]): void {
  const next = withHome(list);
  tabList = next;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next.map(keptOf)));
  } catch {
    // tabs are then forgotten on reload
  }
  for (const watcher of watchers) watcher();
}

const patch = (key: string, part: Partial<Tab>): void => change(tabList.map((tab) => (tab.key === key ? { ...tab, ...part } : tab)));
const tabOf = (key: string): Tab | undefined => tabList.find((tab) => tab.key === key);

/** What stands on a tab. */
export const labelOf = (tab: Tab): string => tab.name ?? (tab.isGone ? `${tab.title}（不存在）` : tab.title);

export const tabs = {
  get: (): Tab[] => tabList,

  /** The page at `location` is on the screen. */
  show(location: Location, title: string, key = location.pathname): void {
    const known = tabOf(key);
    if (!known) {
      const tab = { key, path: location.pathname, title, name: null, isGone: false, location, generation: 0, usedAt: ++clock };
      return change([...tabList, tab]);
    }
    const same =
      known.location.search === location.search && known.location.hash === location.hash && known.location.state === location.state;
    if (same && known.usedAt > 0 && known.usedAt === clock && known.title === title) return;
    patch(key, { title, usedAt: ++clock, ...(!same && { location }) });
  },

  /** The page of a tab says which object it shows. A tab that belongs to an object keeps the name that it had until it hears another. */
  name(key: string, title: ObjectTitle | null): void {
    const known = tabOf(key);
    if (!known || (title === null && known.key !== known.path)) return;
    const name = title?.isGone ? (title.name ?? known.name) : (title?.name ?? null);
    const isGone = title?.isGone ?? false;
    if (name !== known.name || isGone !== known.isGone) patch(key, { name, isGone });
  },

  /** The next time the page is shown it is built anew. */
  renew(key: string): void {
    const known = tabOf(key);
    if (known) patch(key, { generation: known.generation + 1 });
  },

  /** Closes tabs and answers the path to go to when the present one, by its key, is among them. */
  close(closes: (tab: Tab) => boolean, present: string): string | null {
    const rest = tabList.filter((tab) => tab.path === HOME_PATH || !closes(tab));
    const index = tabList.findIndex((tab) => tab.key === present);
    const gone = index >= 0 && !rest.some((tab) => tab.key === present);
    change(rest);
    if (!gone) return null;
    const before = tabList.slice(0, index).at(-1) ?? rest.at(-1);
    return before ? before.location.pathname + before.location.search : HOME_PATH;
  },

  /** The one that was shown last. */
  front: (): Tab | undefined => tabList.toSorted((a, b) => b.usedAt - a.usedAt).find((tab) => tab.usedAt > 0),

  /** Pages that keep their state: the ones used last. */
  alive: (): Set<string> =>
    new Set(
      tabList
        .filter((tab) => tab.usedAt > 0)
        .toSorted((a, b) => b.usedAt - a.usedAt)
        .slice(0, ALIVE)
        .map((tab) => tab.key),
    ),

  clear: (): void => change([]),

  subscribe(this: void, watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

export const useTabs = (): Tab[] => useSyncExternalStore(tabs.subscribe, tabs.get);
