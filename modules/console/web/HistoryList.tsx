import { Button } from 'antd';
import { useDeferredValue, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { api } from './api.ts';

type Entry = CallReply<typeof api.console.history>['data'][number];
const OUTCOMES: Record<Entry['outcome'], readonly [label: string, tone: Tone]> = {
  success: ['成功', 'calm'],
  failed: ['失败', 'bad'],
  refused: ['被拒绝', 'warn'],
  cancelled: ['已停止', 'idle'],
  timeout: ['超时', 'bad'],
};
const SIZE = 20;

/** What was run lately; a statement can be taken back into the editor. */
export function HistoryList({ onUse }: { onUse: (entry: Entry) => void }) {
  const [keyword, setKeyword] = useState('');
  const wanted = useDeferredValue(keyword.trim());
  const [size, setSize] = useState(SIZE);
  const answer = useCall(api.console.history, { query: { pageSize: size, ...(wanted && { sqlText: wanted }) } }, { keepPrevious: true });
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  const page = answer.data;
  return (
    <div className="history-list">
      <div className="history-tools">
        <SearchInput label="搜索语句" value={keyword} onChange={setKeyword} busy={answer.isFetching} />
        <span className="muted">近 7 天</span>
      </div>
      {page?.data.length === 0 && <StateView kind="empty" what={keyword ? '没有匹配的记录' : '还没有执行过查询'} />}
      <ol>
        {page?.data.map((entry) => {
          const [label, tone] = OUTCOMES[entry.outcome];
          return (
            <li key={entry.id}>
              <button type="button" title="放入编辑器" onClick={() => onUse(entry)}>
                <code className="mono">{entry.sqlText.replace(/\s+/g, ' ').slice(0, 300)}</code>
              </button>
              <div className="history-facts">
                <DateText value={entry.createTime} />
                <Tag tone={tone}>{label}</Tag>
                <span>{entry.sourceName}</span>
                <span className="num">{entry.timeMs} 毫秒</span>
                {entry.rowCount !== null && <span className="num">{entry.rowCount} 行</span>}
                {entry.masked.length > 0 && <span>已脱敏 {entry.masked.join('、')}</span>}
                {entry.message && <span className="cut">{entry.message}</span>}
              </div>
            </li>
          );
        })}
      </ol>
      {page && page.total > page.data.length && size < 200 && <Button onClick={() => setSize(Math.min(200, size + 60))}>显示更多</Button>}
    </div>
  );
}
