import { MenuIcon } from '#kit/web/menu-icon.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useGuarded } from '../guard/guarded.ts';
import { nameAmongAll, type MenuNode } from '../routes/menu-tree.ts';
import { useOpenMenu } from '../shell/use-open-menu.ts';

const SHOWN = 6;
/** Pages that every account has, for those whose menus leave room. */
const OWN = [
  { path: '/user/messages', title: '消息中心', icon: 'MessageOutlined' },
  { path: '/user/exports', title: '我的导出', icon: 'ExportOutlined' },
  { path: '/user/profile', title: '个人中心', icon: 'IdcardOutlined' },
];
/** Pages below an entry that people see. */
function pagesOf(node: MenuNode): MenuNode[] {
  if (node.hidden) return [];
  if (node.children.length > 0) return node.children.flatMap(pagesOf);
  return node.page === null ? [] : [node];
}

/** 快捷入口: the first pages of every area that the account may use, in turn, so that no area takes all the room; then its own pages. */
export function Entries() {
  const { tree } = useGuarded();
  const openMenu = useOpenMenu();
  const areas = tree.tops.filter((top) => top.path !== '/home').map(pagesOf);
  const inTurn = areas.flatMap((pages) => pages.map((page, i) => ({ page, i }))).toSorted((a, b) => a.i - b.i);
  const shown = inTurn.slice(0, SHOWN).map(({ page }) => page);
  const entries = [
    ...shown.map((page) => ({ path: page.path, title: nameAmongAll(page, tree), icon: page.icon ?? page.parents.at(-1)?.icon ?? null })),
    ...OWN,
  ].slice(0, SHOWN);
  return (
    <Panel title="快捷入口">
      {shown.length === 0 && <StateView kind="empty" inline what="还没有可以使用的页面，请联系管理员分配角色" />}
      <div className="home-entries">
        {entries.map(({ path, title, icon }) => (
          <button type="button" key={path} onClick={() => openMenu(path)}>
            <MenuIcon name={icon} />
            <span className="cut">{title}</span>
          </button>
        ))}
      </div>
    </Panel>
  );
}
