import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { useOwnSearch } from '#kit/web/address.ts';
import { toast } from '#kit/web/dialog.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { MessageList } from './MessageList.tsx';
import { NoticeReader } from './NoticeReader.tsx';
import './messages.css';

/** 消息中心: notices for me with their text, and my messages. */
export default function MessagesPage() {
  const { search } = useOwnSearch();
  const [, setSearch] = useSearchParams();
  const unread = useCall(api.message.unread);
  const readAll = useWrite(api.message.readAll, {
    refreshes: [api.message.unread, api.message.page, api.notice.minePage],
    onSuccess: () => toast.success('已全部标记为已读'),
  });
  const isMessages = search.get('tab') === 'messages';
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
        <NoticeReader id={search.get('id')} onOpen={(id) => setSearch(id === null ? { tab: 'notices' } : { tab: 'notices', id })} />
      )}
    </div>
  );
}
