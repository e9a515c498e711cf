import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useGuarded } from '../guard/guarded.ts';
import { needsSidebar } from '../routes/menu-tree.ts';
import { Banners } from './Banners.tsx';
import { CommandPaletteHost } from './palette/CommandPaletteHost.tsx';
import { LockPrompt } from './LockPrompt.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { PageTabs } from './PageTabs.tsx';
import { SideBar } from './SideBar.tsx';
import { shell, useShell } from './shell-state.ts';
import { TabPages } from './TabPages.tsx';
import { TopBar } from './TopBar.tsx';

/** Top bar, sidebar, page tabs and the open pages. */
export function Shell({ isStale }: { isStale: boolean }) {
  const { tree } = useGuarded();
  const { pathname } = useLocation();
  const { device, sidebar } = useShell();
  const [isLocking, setLocking] = useState(false);
  const node = tree.find(pathname);
  const top = node === null ? null : (node.parents[0] ?? node);
  const hide = !needsSidebar(top);
  useEffect(() => shell.setHide(hide), [hide]);

  return (
    <div className="shell">
      <Banners isStale={isStale} />
      <TopBar tree={tree} top={top} onLock={() => setLocking(true)} />
      <div className="shell-body">
        {device === 'desktop' && !hide && top && <SideBar top={top} current={node} state={sidebar} />}
        <main className="shell-main">
          <PageTabs />
          <TabPages />
        </main>
      </div>
      {device === 'mobile' && <MobileMenu tree={tree} current={node} isOpen={sidebar.opened} />}
      <LockPrompt isOpen={isLocking} onClose={() => setLocking(false)} />
      <CommandPaletteHost tree={tree} onLock={() => setLocking(true)} />
    </div>
  );
}
