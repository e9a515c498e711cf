import { Button } from 'antd';
import { Link } from 'react-router';
import { PlainPage } from './PlainPage.tsx';

/** For routes whose module comes with a later release. */
export const UnpublishedPage = () => (
  <PlainPage
    title="尚未发布"
    actions={
      <Link to="/home">
        <Button type="primary">返回首页</Button>
      </Link>
    }
  >
    该功能尚未在当前版本发布，发布后将在此处打开。
  </PlainPage>
);
