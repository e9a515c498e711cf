import { NotificationOutlined, PushpinFilled } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCall, useRefresh, useWrite } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import type { Message, NoticeHead } from '../../contract/message.ts';
import { api } from '../api.ts';
import { MessageIcon } from '../messages/MessageIcon.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import './bell.css';
import { useLiveNotices } from './use-live-notices.ts';

const SHOWN = 10;
type Tab = 'notices' | 'messages';

interface BellPanelProps {
  counts: { notices: number; messages: number };
  onClose: () => void;
}

/** The latest notices and messages below the bell. */
export default function BellPanel({ counts, onClose }: BellPanelProps) {
  const [tab, setTab] = useState<Tab>(counts.notices === 0 && counts.messages > 0 ? 'messages' : 'notices');
  const navigate = useNavigate();
  const readAll = useWrite(api.message.readAll, {
    overlay: false,
    refreshes: [api.message.unread, api.message.page, api.notice.minePage],
  });
  const go = (path: string) => {
    onClose();
    void navigate(path);
  };
  const tabOf = (key: Tab, label: string, count: number) => (
    <button type="button" className={tab === key ? 'view on' : 'view'} aria-pressed={tab === key} onClick={() => setTab(key)}>
      {label}
      {count > 0 && <em>{count > 99 ? '99+' : count}</em>}
    </button>
  );
  return (
    <div className="bell-panel">
      <div className="bell-head">
        {tabOf('notices', '公告', counts.notices)}
        {tabOf('messages', '消息', counts.messages)}
        <span className="grow" />
        <button
          type="button"
          className="text-button"
          disabled={readAll.isPending || counts.notices + counts.messages === 0}
          onClick={() => readAll.mutate({})}
        >
          全部已读
        </button>
      </div>
      <div className="bell-list">{tab === 'notices' ? <Notices onGo={go} /> : <Messages onGo={go} />}</div>
      <button type="button" className="bell-foot" onClick={() => go(`/user/messages?tab=${tab}`)}>
        查看全部
      </button>
    </div>
  );
}

interface ListProps {
  onGo: (path: string) => void;
}

function Notices({ onGo }: ListProps) {
  useLiveNotices();
  const answer = useCall(api.notice.minePage, { query: { pageSize: SHOWN } });
  return (
    <Faces answer={answer} none="还没有公告。">
      {(rows: readonly NoticeHead[]) =>
        rows.map((row) => (
          <Item
            key={row.id}
            icon={row.topFlag === '1' ? <PushpinFilled /> : <NotificationOutlined />}
            title={row.title}
            text={row.summary}
            time={<DateText value={row.publishTime} />}
            isUnread={row.readTime === null}
            onClick={() => onGo(`/user/messages?tab=notices&id=${row.id}`)}
          />
        ))
      }
    </Faces>
  );
}

function Messages({ onGo }: ListProps) {
  const answer = useCall(api.message.page, { query: { pageSize: SHOWN } });
  const refresh = useRefresh();
  const open = (row: Message) => {
    if (row.readTime === null)
      void api.message
        .read({ params: { ids: row.id } }, { overlay: false, quiet: true })
        .then(() => refresh(api.message.page, api.message.unread))
        // the message still opens; it merely stays unread
        .catch(() => undefined);
    onGo(row.path ?? '/user/messages?tab=messages');
  };
  return (
    <Faces answer={answer} none="还没有消息。">
      {(rows: readonly Message[]) =>
        rows.map((row) => (
          <Item
            key={row.id}
            icon={<MessageIcon kind={row.kind} />}
            title={row.title}
            text={row.text}
            time={<DateText value={row.createTime} />}
            isUnread={row.readTime === null}
            onClick={() => open(row)}
          />
        ))
      }
    </Faces>
  );
}

interface FacesProps<Row> {
  answer: { data?: { data: readonly Row[] } | undefined; error: Error | null; refetch: () => unknown };
  none: string;
  children: (rows: readonly Row[]) => ReactNode;
}
function Faces<Row>({ answer, none, children }: FacesProps<Row>) {
  if (answer.data) return answer.data.data.length === 0 ? <p className="bell-none">{none}</p> : children(answer.data.data);
  if (answer.error)
    return (
      <p className="bell-none">
        {answer.error.message}
        <button type="button" className="text-button" onClick={() => void answer.refetch()}>
          重试
        </button>
      </p>
    );
  return <StateView className="bell-wait" kind="loading" rows={5} />;
}

interface ItemProps {
  icon: ReactNode;
  title: string;
  text: string;
  time: ReactNode;
  isUnread: boolean;
  onClick: () => void;
}
const Item = ({ icon, title, text, time, isUnread, onClick }: ItemProps) => (
  <button type="button" className={isUnread ? 'bell-item unread' : 'bell-item'} onClick={onClick}>
    <span className="bell-icon">{icon}</span>
    <span className="bell-words">
      <span className="bell-title">
        <b className="cut">{title}</b>
        {isUnread && <i aria-label="未读" />}
        {time}
      </span>
      <span className="bell-text cut">{text}</span>
    </span>
  </button>
);
