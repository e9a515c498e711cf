import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Line = CallReply<typeof api.issue.logs>['data'][number];
const PAGE_SIZE = 50;
const rows = ({ errorCount }: Line) => (errorCount === null ? '' : ` ${count(errorCount)} 行`);
const who = ({ createByName }: Line) => createByName ?? '系统';

/** A line of the trail in words. */
const TEXTS: Readonly<Record<string, (line: Line) => string>> = {
  open: (line) => `打开工单${rows(line)}`,
  fail: (line) => `核查不通过${rows(line)}`,
  reopen: (line) => (line.createByName === null ? `再次不通过，重新打开${rows(line)}` : `${line.createByName} 重新打开`),
  pass: (line) => `核查通过，自动关闭${line.errorCount ? `，余${rows(line)}` : ''}`,
  rule: () => '规则已变更或删除，自动关闭',
  assign: (line) => `${line.createByName === null ? '自动分派' : `${line.createByName} 转派`}给 ${line.accountName ?? '已注销的账号'}`,
  start: (line) => `${who(line)} 开始处理`,
  submit: (line) => `${who(line)} 提交复核`,
  approve: (line) => `${who(line)} 复核通过`,
  return: (line) => `${who(line)} 复核退回`,
  close: (line) => `${who(line)} 关闭`,
  refute: (line) => `${who(line)} 标为误报`,
  waiveAsk: (line) => `${who(line)} 申请豁免`,
  waive: (line) => `${who(line)} 豁免`,
  comment: (line) => `${who(line)} 留言`,
  recheck: (line) => `${who(line)} 发起复检`,
};
const TONES: Readonly<Record<string, string>> = {
  open: 'bad',
  fail: 'bad',
  reopen: 'bad',
  return: 'bad',
  pass: 'good',
  approve: 'good',
  close: 'good',
};

/** 经过: everything that happened to an issue, the latest first, and room for a comment. */
export function Trail({ id, mayComment }: { id: string; mayComment: boolean }) {
  const [only, setOnly] = useState<'all' | 'comment'>('all');
  const [page, setPage] = useState(1);
  const answer = useCall(api.issue.logs, { params: { id }, query: { pageNum: 1, pageSize: PAGE_SIZE * page } }, { keepPrevious: true });
  const lines = answer.data?.data.filter(({ action }) => only === 'all' || action === 'comment');
  return (
    <Panel
      title="经过"
      className="issue-trail"
      actions={
        <Segmented
          size="small"
          value={only}
          onChange={setOnly}
          options={[
            { value: 'all', label: '全部' },
            { value: 'comment', label: '讨论' },
          ]}
        />
      }
    >
      {answer.isError && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      {!answer.data && !answer.isError && <StateView kind="loading" shape="rows" rows={4} />}
      {lines?.length === 0 && <StateView kind="empty" inline what={only === 'all' ? '还没有记录' : '还没有留言'} />}
      <ol className="issue-lines">
        {lines?.map((line) => (
          <li key={line.id} className={TONES[line.action] ?? ''}>
            <div>
              <b>{TEXTS[line.action]?.(line) ?? line.action}</b>
              <DateText value={line.createTime} />
            </div>
            {line.content && <p>{line.content}</p>}
          </li>
        ))}
      </ol>
      {answer.data && answer.data.total > answer.data.data.length && page < 4 && (
        <Button type="link" onClick={() => setPage(page + 1)}>
          更早的记录
        </Button>
      )}
      {mayComment && <Comment id={id} />}
    </Panel>
  );
}

function Comment({ id }: { id: string }) {
  const [text, setText] = useState('');
  const comment = useWrite(api.issue.comment, { overlay: false, refreshes: [api.issue.logs], onSuccess: () => setText('') });
  const send = () => {
    if (text.trim() !== '' && !comment.isPending) comment.mutate({ params: { id }, body: { content: text.trim() } });
  };
  return (
    <div className="issue-comment">
      <Input
        aria-label="留言"
        value={text}
        maxLength={1000}
        placeholder="写留言，处理人和复核人会收到消息"
        onChange={(event) => setText(event.target.value)}
        onPressEnter={(event) => {
          if (!event.nativeEvent.isComposing) send();
        }}
      />
      <Button disabled={text.trim() === ''} loading={comment.isPending} onClick={send}>
        发送
      </Button>
    </div>
  );
}
