import { Skeleton } from 'antd';
import { Activity, Suspense, useLayoutEffect, useRef, type ComponentType } from 'react';
import { Route, Routes, useLocation, type Location } from 'react-router';
import { PageHost, type Crumb } from '#kit/web/page/PageHost.tsx';
import { useGuarded } from '../guard/guarded.ts';
import { TabBoundary } from '../pages/TabBoundary.tsx';
import { resolve } from '../routes/resolve.ts';
import { useRecentPages } from './recent.ts';
import { HOME_PATH, tabs, useTabs } from './tabs.ts';

interface PageInTab {
  crumbs: Crumb[];
  pattern: string;
  Page: ComponentType;
}

/** One page with its place in the address; a page in the background keeps the address that it had. */
function TabPage({ location, page }: { location: Location; page: PageInTab }) {
  const { Page } = page;
  return (
    <TabBoundary>
      <PageHost crumbs={page.crumbs}>
        <Suspense fallback={<Skeleton className="page-skeleton" active paragraph={{ rows: 8 }} />}>
          <Routes location={location}>
            <Route path={page.pattern} element={<Page />} />
          </Routes>
        </Suspense>
      </PageHost>
    </TabBoundary>
  );
}

/** The open pages: one visible, the others kept with their state. */
export function TabPages() {
  const location = useLocation();
  const { target, tree } = useGuarded();
  const open = useTabs();
  const isTab = target.kind === 'page' && target.layout === 'main' && target.keeps;
  const title = target.kind === 'page' ? target.title : '';
  useLayoutEffect(() => {
    if (isTab) tabs.show(location, title);
  }, [isTab, location, title]);
  useRecentPages(isTab ? location.pathname : null, title);

  const pageOf = (path: string): PageInTab | null => {
    const found = resolve(path, tree);
    if (found.kind !== 'page' || found.layout !== 'main') return null;
    const trail = (found.node?.parents ?? []).map((parent) => ({ title: parent.title }));
    const crumbs = path === HOME_PATH ? [{ title: '首页' }] : [{ title: '首页', path: HOME_PATH }, ...trail, { title: found.title }];
    return { crumbs, pattern: found.pattern, Page: found.page };
  };

  const alive = tabs.alive();
  const here = target.kind === 'page' && target.layout === 'main' ? location.pathname : null;
  const passing = here !== null && !isTab ? pageOf(here) : null;
  return (
    <>
      {open
        .filter((tab) => alive.has(tab.path))
        .map((tab) => {
          const page = pageOf(tab.path);
          if (!page) return null;
          const isHere = tab.path === here;
          return (
            <Activity
              key={`${tab.path} ${tab.generation}`}
              mode={isHere || (here === null && tab.usedAt === latest(open)) ? 'visible' : 'hidden'}
            >
              <ScrollArea path={isHere ? location.pathname : null}>
                <TabPage location={isHere ? location : tab.location} page={page} />
              </ScrollArea>
            </Activity>
          );
        })}
      {passing && (
        <div className="shell-page" key={here}>
          <TabPage location={location} page={passing} />
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
