import { DownloadOutlined, DownOutlined, LockOutlined, LogoutOutlined, ProfileOutlined, UserOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { session, useSession } from '#kit/web/session.ts';
import { confirmLeave } from '#kit/web/unsaved.tsx';
import { Avatar } from '#modules/system/web/index.ts';

async function signOut(): Promise<void> {
  if (await confirmLeave()) await session.signOut();
}

export function UserMenu({ onLock }: { onLock: () => void }) {
  const navigate = useNavigate();
  const user = useSession((s) => s.user);
  const name = user?.nickname ?? '';
  const items = [
    { key: 'profile', icon: <UserOutlined />, label: '个人中心', onClick: () => void navigate('/screen/userInfo') },
    { key: 'exports', icon: <DownloadOutlined />, label: '我的导出', onClick: () => void navigate('/user/exports') },
    { key: 'home', icon: <ProfileOutlined />, label: '返回目录', onClick: () => void window.open('/home', '_blank') },
    { key: 'lock', icon: <LockOutlined />, label: '锁屏', onClick: onLock },
    { type: 'divider' as const },
    { key: 'out', icon: <LogoutOutlined />, label: '退出登录', onClick: () => void signOut() },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <button type="button" className="shell-me">
        <span aria-hidden>
          <Avatar name={name} file={user?.avatar ?? null} isOwn />
        </span>
        <span className="shell-me-name">{name}</span>
        <span className="sr-only"> 的菜单</span>
        <DownOutlined className="shell-me-arrow" aria-hidden />
      </button>
    </Dropdown>
  );
}
