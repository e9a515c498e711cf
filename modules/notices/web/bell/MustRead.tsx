import { Button, Modal } from 'antd';
import { useRef } from 'react';
import { session } from '#kit/web/session.ts';
import { useCall, useRefresh, useWrite } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import type { NoticeHead } from '../../contract/message.ts';
import { api } from '../api.ts';
import { DocumentView } from '../document/DocumentView.tsx';
import { NoticeFiles } from '../document/NoticeFiles.tsx';
import { readerPicture } from '../document/pictures.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import './bell.css';

interface MustReadProps {
  waiting: readonly NoticeHead[];
  onLock: () => void;
}

/** Notices that have to be confirmed, one at a time. Nothing closes it but the confirmation; locking and signing out stay possible. */
export default function MustRead({ waiting, onLock }: MustReadProps) {
  const [head] = waiting;
  return head ? <Confirm key={head.id} head={head} left={waiting.length} onLock={onLock} /> : null;
}

function Confirm({ head, left, onLock }: { head: NoticeHead; left: number; onLock: () => void }) {
  const answer = useCall(api.notice.mine, { params: { id: head.id } });
  const confirm = useWrite(api.notice.read, { overlay: false, refreshes: [api.message.unread, api.notice.minePage] });
  const refresh = useRefresh();
  const text = useRef<HTMLDivElement>(null);
  const isGone = answer.error?.key === 'entity.notFound';
  return (
    <Modal
      open
      centered
      width={640}
      className="must-read"
      title={head.title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      // focuses the text: scroll keys work, and a stray key does not lock the screen
      afterOpenChange={(open) => open && text.current?.focus()}
      footer={
        <div className="must-read-foot">
          <button type="button" className="text-button" onClick={onLock}>
            锁屏
          </button>
          <button type="button" className="text-button" onClick={() => void session.signOut()}>
            退出登录
          </button>
          <span className="grow" />
          {left > 1 && <span>还有 {left - 1} 条待确认</span>}
          <Button
            type="primary"
            disabled={!answer.data && !isGone}
            loading={confirm.isPending || confirm.isSuccess}
            onClick={() => (isGone ? void refresh(api.message.unread) : confirm.mutate({ params: { id: head.id } }))}
          >
            我已阅读
          </Button>
        </div>
      }
    >
      <div className="must-read-meta">
        <span>{head.publisher}</span>
        <DateText value={head.publishTime} />
        <span>本公告需要您确认阅读</span>
      </div>
      <div className="must-read-body" ref={text} tabIndex={0} role="document" aria-label={`公告正文：${head.title}`}>
        {answer.data ? (
          <>
            <DocumentView document={answer.data.content} picture={readerPicture(head.id)} />
            <NoticeFiles noticeId={head.id} files={answer.data.files} />
          </>
        ) : answer.error ? (
          <p>
            {answer.error.message}{' '}
            <Button size="small" onClick={() => void answer.refetch()}>
              重试
            </Button>
          </p>
        ) : (
          <StateView kind="loading" rows={6} />
        )}
      </div>
    </Modal>
  );
}
