import { Suspense, useEffect, useState, type MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { useGuarded } from '../guard/guarded.ts';
import { needsSidebar } from '../routes/menu-tree.ts';
import { Banners } from './Banners.tsx';
import { CommandPaletteHost } from './palette/CommandPaletteHost.tsx';
import { PageTabs } from './PageTabs.tsx';
import { SideBar } from './SideBar.tsx';
import { shell, useShell } from './shell-state.ts';
import { TabPages } from './TabPages.tsx';
import { TopBar } from './TopBar.tsx';

const LockPrompt = lazyPart(() => import('./LockPrompt.tsx'));
const MobileMenu = lazyPart(() => import('./MobileMenu.tsx'));

/** The address belongs to the router: only the focus moves. */
const toPage = (event: MouseEvent) => {
  event.preventDefault();
  document.getElementById(PAGE_ID)?.focus();
};
const PAGE_ID = 'page';

/** Top bar, sidebar, page tabs and the open pages. */
export function Shell({ isStale }: { isStale: boolean }) {
  const { tree } = useGuarded();
  const { pathname } = useLocation();
  const { device, sidebar } = useShell();
  // once asked for, the prompt stays, so that it can close smoothly
  const [lock, setLock] = useState<'unasked' | 'open' | 'closed'>('unasked');
  const openLock = () => setLock('open');
  const node = tree.find(pathname);
  const top = node === null ? null : (node.parents[0] ?? node);
  const hide = !needsSidebar(top);
  useEffect(() => shell.setHide(hide), [hide]);

  return (
    <div className="shell">
      <a className="skip-link" href="#page" onClick={toPage}>
        跳到页面内容
      </a>
      <Banners isStale={isStale} />
      <TopBar tree={tree} top={top} onLock={openLock} />
      <div className="shell-body">
        {device === 'desktop' && !hide && top && <SideBar top={top} current={node} state={sidebar} />}
        <main className="shell-main" id={PAGE_ID} tabIndex={-1}>
          <PageTabs />
          <TabPages />
        </main>
      </div>
      <Suspense fallback={null}>{device === 'mobile' && <MobileMenu tree={tree} current={node} isOpen={sidebar.opened} />}</Suspense>
      <Suspense fallback={null}>{lock !== 'unasked' && <LockPrompt isOpen={lock === 'open'} onClose={() => setLock('closed')} />}</Suspense>
      <CommandPaletteHost tree={tree} onLock={openLock} />
    </div>
  );
}
