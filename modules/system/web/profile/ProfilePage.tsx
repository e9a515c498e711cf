import { Button, Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { Devices } from './Devices.tsx';
import { OwnLogins } from './OwnLogins.tsx';
import { OwnOperations } from './OwnOperations.tsx';
import { Preferences } from './Preferences.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import './profile.css';

/** 个人中心: what one may see and change about oneself. */
export default function ProfilePage() {
  const [query, setQuery] = useSearchParams();
  const profile = useCall(api.profile.get);
  if (profile.error)
    return (
      <div className="panel blank">
        个人信息没有取到：{profile.error.message}
        {profile.error.requestId && <small>请求编号 {profile.error.requestId}</small>}
        <Button onClick={() => void profile.refetch()}>重试</Button>
      </div>
    );
  const items = [
    { key: 'info', label: '基本资料', children: profile.data && <ProfileForm key={profile.data.version} profile={profile.data} /> },
    { key: 'devices', label: '登录设备', children: <Devices /> },
    { key: 'logins', label: '登录记录', children: <OwnLogins /> },
    { key: 'operations', label: '操作记录', children: <OwnOperations /> },
    { key: 'preferences', label: '偏好设置', children: <Preferences /> },
  ];
  return (
    <div className="profile">
      <ProfileCard profile={profile.data} />
      <div className="panel profile-main">
        <Tabs
          activeKey={query.get('tab') ?? 'info'}
          items={items}
          destroyOnHidden
          onChange={(tab) => setQuery(tab === 'info' ? {} : { tab }, { replace: true })}
        />
      </div>
    </div>
  );
}
