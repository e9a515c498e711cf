import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { StateView } from '#kit/web/parts/StateView.tsx';

/** Instead of a page that the product has and this account has not. */
export default function NoRightPage() {
  const navigate = useNavigate();
  return (
    <div className="panel no-right">
      <StateView
        kind="forbidden"
        what={<h2>没有权限访问该页面</h2>}
        why="页面由系统管理员在“角色管理”中授权给角色。如工作需要，请联系管理员授权，授权后菜单会自动出现，无需重新登录。"
        more={
          <>
            <Link to="/home">
              <Button type="primary">返回首页</Button>
            </Link>
            <Button onClick={() => void navigate(-1)}>返回上一页</Button>
          </>
        }
      />
    </div>
  );
}
