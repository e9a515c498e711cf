import { Link } from 'react-router';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import './home-notices.css';

const SHOWN = 6;

/** 通知公告 of the home page: the newest ones for the reader, unread with a dot. */
export default function HomeNotices() {
  const { data, error, refetch } = useCall(api.notice.minePage, { query: { pageSize: SHOWN } });
  const unread = data?.data.filter((notice) => notice.readTime === null).length ?? 0;
  return (
    <Panel title="通知公告" note={unread > 0 ? `${unread} 条未读` : undefined} link={{ text: '全部', to: '/user/messages?tab=notices' }}>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <StateView kind="empty" inline what="还没有公告" />}
      {data?.data.map((notice) => (
        <Link className="panel-row home-notice" key={notice.id} to={`/user/messages?tab=notices&id=${notice.id}`}>
          <i
            className={notice.readTime === null ? 'unread' : undefined}
            role="img"
            aria-label={notice.readTime === null ? '未读' : '已读'}
          />
          <span className="cut grow">{notice.title}</span>
          <DateText value={notice.publishTime} />
        </Link>
      ))}
    </Panel>
  );
}
