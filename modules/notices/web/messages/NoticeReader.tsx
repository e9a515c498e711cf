import { LeftOutlined, NotificationOutlined, PushpinFilled, RightOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { minute } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { api } from '../api.ts';
import '../bell/bell.css';
import { useLiveNotices } from '../bell/use-live-notices.ts';
import { DocumentView } from '../document/DocumentView.tsx';
import { readerPicture } from '../document/pictures.ts';
import { NoticeFiles } from '../document/NoticeFiles.tsx';

const SIZE = 20;

interface NoticeReaderProps {
  id: string | null;
  onOpen: (id: string | null) => void;
}

/** The notices for me on the left, the text of the open one on the right. */
export function NoticeReader({ id, onOpen }: NoticeReaderProps) {
  useLiveNotices();
  const [which, setWhich] = useState('all');
  const [title, setTitle] = useState('');
  const [page, setPage] = useState(1);
  const query = { pageNum: page, pageSize: SIZE, ...(which === '0' && { isRead: '0' as const }), ...(title && { title }) };
  const answer = useCall(api.notice.minePage, { query }, { keepPrevious: true });
  const rows = answer.data?.data;
  const shown = id ?? rows?.[0]?.id ?? null;
  const pages = Math.max(1, Math.ceil((answer.data?.total ?? 0) / SIZE));
  return (
    <div className="messages-body">
      <div className="messages-list">
        <div className="messages-bar">
          <Segmented
            aria-label="公告范围"
            size="small"
            value={which}
            options={[
              { value: 'all', label: '全部' },
              { value: '0', label: '未读' },
            ]}
            onChange={(next) => {
              setWhich(next);
              setPage(1);
            }}
          />
          <span className="grow" />
          <NoticeSearch
            onSearch={(text) => {
              setTitle(text);
              setPage(1);
            }}
          />
        </div>
        <div className="messages-rows">
          {answer.error && !rows && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
          {answer.isLoading && <StateView className="bell-wait" kind="loading" rows={8} />}
          {rows?.length === 0 && <p className="messages-blank">{title || which === '0' ? '没有符合条件的公告。' : '还没有公告。'}</p>}
          {rows?.map((row) => (
            <button
              type="button"
              key={row.id}
              className={`bell-item${row.readTime === null ? ' unread' : ''}${row.id === shown ? ' on' : ''}`}
              aria-current={row.id === shown}
              onClick={() => onOpen(row.id)}
            >
              <span className="bell-icon">{row.topFlag === '1' ? <PushpinFilled /> : <NotificationOutlined />}</span>
              <span className="bell-words">
                <span className="bell-title">
                  <b className="cut">{row.title}</b>
                  {row.readTime === null && <i aria-label="未读" />}
                  <DateText value={row.publishTime} />
                </span>
                <span className="bell-text cut">{row.summary}</span>
              </span>
            </button>
          ))}
        </div>
        <div className="messages-foot">
          {answer.data ? `共 ${answer.data.total} 条` : <span />}
          <span>
            <button type="button" className="icon-button small" aria-label="上一页" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              <LeftOutlined />
            </button>
            {page} / {pages}
            <button
              type="button"
              className="icon-button small"
              aria-label="下一页"
              disabled={page >= pages}
              onClick={() => setPage(page + 1)}
            >
              <RightOutlined />
            </button>
          </span>
        </div>
      </div>
      <article className="messages-read">
        {shown === null ? (
          answer.data && <p className="messages-blank">发给您的公告会出现在这里。</p>
        ) : (
          <Reading key={shown} id={shown} onAll={() => onOpen(null)} />
        )}
      </article>
    </div>
  );
}

function Reading({ id, onAll }: { id: string; onAll: () => void }) {
  const answer = useCall(api.notice.mine, { params: { id } });
  const refresh = useRefresh();
  const { data } = answer;
  const isUnread = data?.readTime === null;
  // being shown is being read, except where a confirmation is asked for
  const counts = isUnread && data.mustRead === '0';
  useEffect(() => {
    if (!counts) return;
    void api.notice
      .read({ params: { id } }, { overlay: false, quiet: true })
      .then(() => refresh(api.message.unread, api.notice.minePage))
      // withdrawn in between: the list will say so
      .catch(() => undefined);
  }, [counts, id, refresh]);
  if (answer.error)
    return (
      <p className="messages-blank">
        {answer.error.message} <Button onClick={onAll}>返回公告列表</Button>
      </p>
    );
  if (!data) return <StateView kind="loading" rows={10} />;
  return (
    <>
      <h2 className="messages-title">{data.title}</h2>
      <div className="messages-meta">
        <span>
          <DictTag code="sys_notice_type" value={data.type} />
        </span>
        <span>{data.publisher}</span>
        <DateText value={data.publishTime} />
        {data.mustRead === '1' && (
          <Tag tone={data.readTime === null ? 'warn' : 'ok'}>
            {data.readTime === null ? '待确认' : `已于 ${minute(data.readTime) ?? ''} 确认`}
          </Tag>
        )}
      </div>
      <DocumentView document={data.content} picture={readerPicture(id)} />
      <NoticeFiles noticeId={id} files={data.files} />
    </>
  );
}

/** Searches on Enter, as the text of notices is long to search; clearing the box shows all again. */
function NoticeSearch({ onSearch }: { onSearch: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <SearchInput
      label="搜索公告"
      placeholder="标题或正文"
      size="small"
      className="messages-search"
      maxLength={100}
      value={text}
      onChange={(next) => {
        setText(next);
        if (next === '') onSearch('');
      }}
      onSearch={(next) => onSearch(next.trim())}
    />
  );
}
