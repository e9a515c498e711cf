import { useState } from 'react';
import { Button } from 'antd';
import { useLocation, useSearchParams } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { MessageList } from './MessageList.tsx';
import { NoticeReader } from './NoticeReader.tsx';
import './messages.css';

/** 消息中心: notices for me with their text, and my messages. */
export default function MessagesPage() {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  // a page that is kept alive in a hidden tab must not read the address of the visible one
  const [own] = useState(pathname);
  const [kept, setKept] = useState(search);
  const isHere = pathname === own;
  if (isHere && kept.toString() !== search.toString()) setKept(search);
  const current = isHere ? search : kept;
  const unread = useCall(api.message.unread);
  const readAll = useWrite(api.message.readAll, {
    refreshes: [api.message.unread, api.message.page, api.notice.minePage],
    onSuccess: () => toast.success('已全部标记为已读'),
  });
  const isMessages = current.get('tab') === 'messages';
  const counts = { notices: unread.data?.notices ?? 0, messages: unread.data?.messages ?? 0 };
  const tab = (key: 'notices' | 'messages', label: string) => {
    const on = isMessages === (key === 'messages');
    return (
      <button type="button" className={on ? 'view on' : 'view'} aria-pressed={on} onClick={() => setSearch({ tab: key })}>
        {label}
        {counts[key] > 0 && <em>{counts[key]} 条未读</em>}
      </button>
    );
  };
  return (
    <div className="panel messages-page">
      <PageActions>
        <Button disabled={counts.notices + counts.messages === 0} loading={readAll.isPending} onClick={() => readAll.mutate({})}>
          全部已读
        </Button>
      </PageActions>
      <div className="messages-bar">
        {tab('notices', '公告')}
        {tab('messages', '消息')}
      </div>
      {isMessages ? (
        <MessageList />
      ) : (
        <NoticeReader id={current.get('id')} onOpen={(id) => setSearch(id === null ? { tab: 'notices' } : { tab: 'notices', id })} />
      )}
    </div>
  );
}
