import { Drawer, Menu } from 'antd';
import type { MenuNode, MenuTree } from '../routes/menu-tree.ts';
import { drawerItems } from './menu-items.tsx';
import { shell } from './shell-state.ts';
import { useOpenMenu } from './use-open-menu.ts';

/** The menu of narrow screens. */
export default function MobileMenu({ tree, current, isOpen }: { tree: MenuTree; current: MenuNode | null; isOpen: boolean }) {
  const openMenu = useOpenMenu();
  const close = () => shell.setOpened(false);
  const handleClick = (key: string) => {
    openMenu(key);
    close();
  };
  return (
    <Drawer placement="left" size={264} open={isOpen} onClose={close} title="菜单" styles={{ body: { padding: '8px 0' } }}>
      <Menu
        mode="inline"
        selectedKeys={current ? [current.path] : []}
        defaultOpenKeys={current?.parents.map((parent) => parent.path)}
        items={drawerItems(tree.tops)}
        onClick={({ key }) => handleClick(key)}
      />
    </Drawer>
  );
}
