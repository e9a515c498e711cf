import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { PlainPage } from './PlainPage.tsx';

function WaysBack() {
  const navigate = useNavigate();
  return (
    <>
      <Link to="/home">
        <Button type="primary">返回首页</Button>
      </Link>
      <Button onClick={() => void navigate(-1)}>返回上一页</Button>
    </>
  );
}

export const NotFoundPage = () => (
  <PlainPage code="404" title="页面不存在" actions={<WaysBack />}>
    地址可能有误，或该菜单已调整、未授权给当前账号。请从首页或顶部菜单重新进入。
  </PlainPage>
);

/** A menu names a page that no module has. */
export const UnknownPage = ({ pageKey }: { pageKey: string }) => (
  <PlainPage title="找不到菜单对应的页面" actions={<WaysBack />}>
    菜单的组件路径为 <code className="mono">{pageKey}</code>，系统中没有这个页面。请管理员在菜单管理中核对“组件路径”。
  </PlainPage>
);
