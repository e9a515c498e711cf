import {
  EllipsisOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuOutlined,
  MoonOutlined,
  SearchOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Menu, Tooltip } from 'antd';
import { Link } from 'react-router';
import { colorMode, useColorMode } from '#kit/web/color-mode.ts';
import { Mark } from '../pages/Mark.tsx';
import type { MenuNode, MenuTree } from '../routes/menu-tree.ts';
import { Bell } from './Bell.tsx';
import { openPalette, SHORTCUT } from './palette/open.ts';
import { shell, useShell } from './shell-state.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { useOpenMenu } from './use-open-menu.ts';
import { TodoBadge } from './TodoBadge.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useSite } from './use-site.ts';

/** Brand, permitted top routes, search, tools, the person. */
export function TopBar({ tree, top, onLock }: { tree: MenuTree; top: MenuNode | null; onLock: () => void }) {
  const openMenu = useOpenMenu();
  const mode = useColorMode();
  const { device } = useShell();
  const [isFull, toggleFull] = useFullscreen();
  const site = useSite();
  const items = tree.tops.filter((one) => !one.hidden).map((one) => ({ key: one.path, label: one.title }));
  const themeText = mode === 'dark' ? '切换到浅色' : '切换到深色';
  return (
    <header className="shell-top">
      {device === 'mobile' && (
        <button type="button" className="icon-button menu-button" aria-label="打开菜单" onClick={() => shell.setOpened(true)}>
          <MenuOutlined />
        </button>
      )}
      <Link className="shell-brand" to="/home" aria-label={`${site?.title ?? '数智大脑'} 首页`}>
        <Mark />
        <b>{site?.title ?? '数智大脑'}</b>
      </Link>
      {device === 'desktop' ? (
        <Menu
          className="shell-menu"
          mode="horizontal"
          selectedKeys={top ? [top.path] : []}
          items={items}
          overflowedIndicator={<EllipsisOutlined aria-label="更多菜单" />}
          onClick={({ key }) => openMenu(key)}
        />
      ) : (
        <span className="grow" />
      )}
      {site?.demo && <span className="tag tag-warn demo-tag">演示数据</span>}
      <button type="button" className="shell-search" onClick={openPalette}>
        <SearchOutlined />
        <span>搜索</span>
        <kbd>{SHORTCUT}</kbd>
      </button>
      <div className="shell-tools">
        <Tooltip title={isFull ? '退出全屏' : '全屏'} mouseEnterDelay={0.5}>
          <button type="button" className="icon-button" aria-label={isFull ? '退出全屏' : '全屏'} onClick={toggleFull}>
            {isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          </button>
        </Tooltip>
        <Tooltip title={themeText} mouseEnterDelay={0.5}>
          <button type="button" className="icon-button" aria-label={themeText} onClick={() => colorMode.toggle()}>
            {mode === 'dark' ? <SunOutlined /> : <MoonOutlined />}
          </button>
        </Tooltip>
        <TodoBadge />
        <Bell onLock={onLock} />
        <UserMenu onLock={onLock} />
      </div>
    </header>
  );
}
