import { LeftOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import { profilePage as ProfilePage } from '../routes/pages.tsx';
import { Mark } from './Mark.tsx';

/** 个人中心 in the full-screen layout, which has no bar of its own. */
export default function ScreenProfilePage() {
  return (
    <div className="screen-page">
      <header className="shell-top">
        <Link className="shell-brand" to="/home">
          <Mark />
          <b>数智大脑</b>
        </Link>
        <Link className="screen-back" to="/home">
          <LeftOutlined aria-hidden />
          返回首页
        </Link>
      </header>
      <div className="screen-body">
        <div className="location">
          <span>当前位置：</span>
          <Link to="/home">首页</Link>
          <i className="crumb-sep">/</i>
          <h1>个人中心</h1>
        </div>
        <ProfilePage />
      </div>
    </div>
  );
}
