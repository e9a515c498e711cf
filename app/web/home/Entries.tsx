import { MenuIcon } from '#kit/web/menu-icon.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useGuarded } from '../guard/guarded.ts';
import { nameAmongAll, type MenuNode } from '../routes/menu-tree.ts';
import { useOpenMenu } from '../shell/use-open-menu.ts';

const SHOWN = 6;
/** Pages below an entry that people see. */
function pagesOf(node: MenuNode): MenuNode[] {
  if (node.hidden) return [];
  if (node.children.length > 0) return node.children.flatMap(pagesOf);
  return node.page === null ? [] : [node];
}

/** 快捷入口: the first pages of every area that the account may use, in turn, so that no area takes all the room. */
export function Entries() {
  const { tree } = useGuarded();
  const openMenu = useOpenMenu();
  const areas = tree.tops.filter((top) => top.path !== '/home').map(pagesOf);
  const inTurn = areas.flatMap((pages) => pages.map((page, i) => ({ page, i }))).toSorted((a, b) => a.i - b.i);
  const shown = inTurn.slice(0, SHOWN).map(({ page }) => page);
  return (
    <Panel title="快捷入口">
      {shown.length === 0 && <StateView kind="empty" inline what="还没有可以使用的页面，请联系管理员分配角色" />}
      <div className="home-entries">
        {shown.map((page) => (
          <button type="button" key={page.path} onClick={() => openMenu(page.path)}>
            <MenuIcon name={page.icon ?? page.parents.at(-1)?.icon ?? null} />
            <span className="cut">{nameAmongAll(page, tree)}</span>
          </button>
        ))}
      </div>
    </Panel>
  );
}
