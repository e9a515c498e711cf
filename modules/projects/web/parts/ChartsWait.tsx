import { Skeleton } from 'antd';

/** Where the charts of a page will stand. */
export const ChartsWait = () => (
  <div className="panel record-wait wide">
    <Skeleton active paragraph={{ rows: 8 }} />
  </div>
);
