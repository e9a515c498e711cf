import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Menu } from 'antd';
import { useEffect, useRef } from 'react';
import type { MenuNode } from '../routes/menu-tree.ts';
import { shell, type SidebarState } from './shell-state.ts';
import { sideItems } from './menu-items.tsx';
import { useOpenMenu } from './use-open-menu.ts';

/** The pages below the present top route; folded it is a rail of icons. */
export function SideBar({ top, current, state }: { top: MenuNode; current: MenuNode | null; state: SidebarState }) {
  const openMenu = useOpenMenu();
  const side = useRef<HTMLElement>(null);
  const path = current?.path;
  // a long menu may hold the open page below its edge
  useEffect(() => {
    // nothing is answered: in newer browsers scrolling answers a promise, which React would take for a cleanup
    side.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  const name = ['shell-side', !state.opened && 'closed', state.withoutAnimation && 'still'].filter(Boolean).join(' ');
  return (
    <aside className={name} ref={side}>
      <Menu
        mode="inline"
        inlineCollapsed={!state.opened}
        selectedKeys={current ? [current.path] : []}
        defaultOpenKeys={current?.parents.map((parent) => parent.path)}
        items={sideItems(top)}
        onClick={({ key }) => openMenu(key)}
      />
      <button
        type="button"
        className="shell-fold"
        aria-expanded={state.opened}
        aria-label={state.opened ? '收起侧栏' : '展开侧栏'}
        onClick={() => shell.setOpened(!state.opened)}
      >
        {state.opened ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        {state.opened && <span>收起侧栏</span>}
      </button>
    </aside>
  );
}
