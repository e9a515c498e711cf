import { Activity, Suspense, useLayoutEffect, useRef, type ComponentType } from 'react';
import { Route, Routes, useLocation, type Location } from 'react-router';
import { ObjectTitles, type ObjectTitle } from '#kit/web/page/object-title.tsx';
import { PageHost, type Crumb } from '#kit/web/page/PageHost.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useGuarded } from '../guard/guarded.ts';
import { TabBoundary } from '../pages/TabBoundary.tsx';
import { nameAmongAll, type MenuTree } from '../routes/menu-tree.ts';
import { resolve, tabKey, type Target } from '../routes/resolve.ts';
import { useRecentTab } from './recent.ts';
import { HOME_PATH, labelOf, tabs, useTabs, type Tab } from './tabs.ts';

interface PageInTab {
  crumbs: Crumb[];
  pattern: string;
  Page: ComponentType;
}

/** One page with its place in the address; a page in the background keeps the address that it had. */
function TabPage({ location, page, onTitle }: { location: Location; page: PageInTab; onTitle: (title: ObjectTitle | null) => void }) {
  const { Page } = page;
  return (
    <TabBoundary>
      <PageHost crumbs={page.crumbs}>
        <ObjectTitles onChange={onTitle}>
          <Suspense fallback={<StateView className="page-skeleton" kind="loading" rows={8} />}>
            <Routes location={location}>
              <Route path={page.pattern} element={<Page />} />
            </Routes>
          </Suspense>
        </ObjectTitles>
      </PageHost>
    </TabBoundary>
  );
}

/** The page of an address with the way to it; the object that it shows stands last, behind its page. */
function pageAt(location: Location, tree: MenuTree, tab?: Tab): PageInTab | null {
  const path = location.pathname;
  const found = resolve(path, tree);
  if (found.kind !== 'page' || found.layout !== 'main') return null;
  const { title, pattern, page: Page } = found;
  if (path === HOME_PATH) return { crumbs: [{ title: '首页' }], pattern, Page };
  const trail = (found.node?.parents ?? []).map((parent) => ({ title: parent.title }));
  const home = { title: '首页', path: HOME_PATH };
  if (!tab || (tab.name === null && !tab.isGone)) return { crumbs: [home, ...trail, { title }], pattern, Page };
  return { crumbs: [home, ...trail, { title, path: pageWithout(tab) }, { title: labelOf(tab) }], pattern, Page };
}

/** The list behind an object: as it was left below a drawer, from its start where the object has a page of its own. */
function pageWithout({ key, path, location }: Tab): string {
  if (key !== path) return path;
  const search = new URLSearchParams(location.search);
  search.delete('open');
  return search.size === 0 ? path : `${path}?${search}`;
}

/** What stands on the tab of a page and in the list of recent ones. */
const nameOf = ({ title, node }: Pick<Extract<Target, { kind: 'page' }>, 'title' | 'node'>, tree: MenuTree): string =>
  node?.title === title ? nameAmongAll(node, tree) : title;

/** The open pages: one visible, the others kept with their state. */
export function TabPages() {
  const location = useLocation();
  const { target, tree } = useGuarded();
  const open = useTabs();
  const isTab = target.kind === 'page' && target.layout === 'main' && target.keeps;
  const title = target.kind === 'page' ? nameOf(target, tree) : '';
  const key = tabKey(location, target);
  useLayoutEffect(() => {
    if (isTab) tabs.show(location, title, key);
  }, [isTab, location, title, key]);
  useRecentTab(isTab ? open.find((tab) => tab.key === key) : undefined);

  const alive = tabs.alive();
  const here = target.kind === 'page' && target.layout === 'main' ? key : null;
  const passing = here !== null && !isTab ? pageAt(location, tree) : null;
  // what leaves the screen says nothing any more about the object that it shows
  const isFront = (tab: Tab) => tabKey(window.location, resolve(window.location.pathname, tree)) === tab.key;
  return (
    <>
      {open
        .filter((tab) => alive.has(tab.key))
        .map((tab) => {
          const page = pageAt(tab.location, tree, tab);
          if (!page) return null;
          const isHere = tab.key === here;
          return (
            <Activity
              key={`${tab.key} ${tab.generation}`}
              mode={isHere || (here === null && tab.usedAt === latest(open)) ? 'visible' : 'hidden'}
            >
              <ScrollArea path={isHere ? key : null}>
                <TabPage
                  location={isHere ? location : tab.location}
                  page={page}
                  onTitle={(said) => isFront(tab) && tabs.name(tab.key, said)}
                />
              </ScrollArea>
            </Activity>
          );
        })}
      {passing && (
        <div className="shell-page" key={here}>
          <TabPage location={location} page={passing} onTitle={() => undefined} />
        </div>
      )}
    </>
  );
}

const latest = (open: readonly { usedAt: number }[]): number => Math.max(0, ...open.map((tab) => tab.usedAt));

/** Scrolls to the top whenever its page comes to the front. */
function ScrollArea({ path, children }: { path: string | null; children: React.ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (path !== null) area.current?.scrollTo(0, 0);
  }, [path]);
  return (
    <div className="shell-page" ref={area}>
      {children}
    </div>
  );
}
