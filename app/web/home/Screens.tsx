import { Link } from 'react-router';
import { MenuIcon } from '#kit/web/menu-icon.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useGuarded } from '../guard/guarded.ts';
import type { MenuNode } from '../routes/menu-tree.ts';

const isScreen = (node: MenuNode): boolean => node.page?.startsWith('screen/') ?? false;
const screensOf = (node: MenuNode): MenuNode[] => (node.hidden ? [] : isScreen(node) ? [node] : node.children.flatMap(screensOf));

/** Screens of the menu, for those who have no list of boards and screens: what they may look at. */
export function Screens() {
  const { tree } = useGuarded();
  const screens = tree.tops.flatMap(screensOf);
  return (
    <Panel title="我的大屏" note={screens.length > 0 ? '可以查看的数据大屏' : undefined}>
      {screens.length === 0 && <StateView kind="empty" inline what="还没有可以查看的大屏，请联系管理员分配角色" />}
      <div className="home-screens">
        {screens.map((screen) => (
          <Link key={screen.path} className="home-screen" to={screen.path}>
            <MenuIcon name={screen.icon ?? screen.parents.at(-1)?.icon ?? null} />
            <span className="cut grow">{screen.title}</span>
            <small>查看</small>
          </Link>
        ))}
      </div>
    </Panel>
  );
}
