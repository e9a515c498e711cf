import { FileTextOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import { MenuIcon } from '#kit/web/menu-icon.tsx';
import { useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../shell/api.ts';
import { useGuarded } from '../guard/guarded.ts';
import { nameAmongAll } from '../routes/menu-tree.ts';
import { fixedRoute } from '../routes/fixed.tsx';
import { forgetRecent } from '../shell/recent.ts';

type Page = CallReply<typeof api.home.home>['recent'][number];
const SHOWN = 8;

/** An object is told by a parameter of its page. */
const pageOf = (path: string): string => path.split('?')[0]!;

/** 最近访问: pages that the account still has. */
export function Recent({ pages }: { pages: readonly Page[] }) {
  const { tree } = useGuarded();
  const menuOf = (page: Page) => tree.find(pageOf(page.path));
  const refresh = useRefresh();
  const known = pages.filter((page) => menuOf(page) ?? fixedRoute(pageOf(page.path))).slice(0, SHOWN);
  // 用户管理 behind a name, the area behind a page
  const kindOf = (page: Page) => {
    const menu = menuOf(page);
    const title = menu?.title ?? fixedRoute(pageOf(page.path))?.title;
    const isPage = title === page.title || (menu && nameAmongAll(menu, tree) === page.title);
    return isPage ? menu?.parents[0]?.title : title;
  };
  const handleClear = async () => {
    await forgetRecent();
    await refresh(api.home.home);
  };
  return (
    <div className="panel">
      <div className="panel-head">
        最近访问
        <span className="grow" />
        {known.length > 0 && (
          <button type="button" className="text-button" onClick={() => void handleClear()}>
            清空
          </button>
        )}
      </div>
      {known.length === 0 && <p className="home-none">打开过的页面会出现在这里。</p>}
      {known.map((page) => (
        <Link className="panel-row home-recent" key={page.path} to={page.path}>
          {menuOf(page)?.icon ? <MenuIcon name={menuOf(page)?.icon} /> : <FileTextOutlined />}
          <span className="cut grow">{page.title}</span>
          <small className="cut muted">{kindOf(page)}</small>
        </Link>
      ))}
    </div>
  );
}
