import { DeleteOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { Button, Segmented, Tooltip } from 'antd';
import { useDeferredValue, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { confirmLoss } from '#kit/web/dialog.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';

export type SavedQuery = CallReply<typeof api.savedQuery.get>;
const KINDS = { all: '全部', mine: '我的', shared: '共享', starred: '收藏' } as const;
type Kind = keyof typeof KINDS;
const OWN_FIRST = '还没有保存的查询，写好语句后点“保存”';
/** What stands where there is none of a kind. */
const NONE: Record<Kind, string> = { all: OWN_FIRST, mine: OWN_FIRST, shared: '还没有人与您共享查询', starred: '还没有收藏查询' };
const MAX = 200;

/** Saved queries: one's own, those of others, the starred ones; a click opens one in a tab. */
export function QueryList({ onOpen }: { onOpen: (query: SavedQuery) => void }) {
  const [kind, setKind] = useState<Kind>('all');
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const answer = useCall(api.savedQuery.page, { query: { kind, pageSize: MAX, ...(keyword && { keyword }) } }, { keepPrevious: true });
  const star = useWrite(api.savedQuery.star, { overlay: false });
  const remove = useWrite(api.savedQuery.remove);
  const rows = answer.data?.data ?? [];
  const folders = [...new Set(rows.map((row) => row.folder ?? ''))].sort((a, b) => a.localeCompare(b, 'zh-CN'));
  return (
    <div className="query-list">
      <Segmented
        aria-label="查询范围"
        size="small"
        block
        value={kind}
        onChange={setKind}
        options={Object.entries(KINDS).map(([value, label]) => ({ value: value as Kind, label }))}
      />
      <SearchInput
        label="搜索已存查询"
        placeholder="搜索名称或语句"
        size="small"
        value={typed}
        onChange={setTyped}
        busy={answer.isFetching}
      />
      {answer.error && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && rows.length === 0 && <StateView kind="empty" inline what={keyword ? '没有匹配的查询' : NONE[kind]} />}
      <div className="query-rows">
        {folders.map((folder) => (
          <section key={folder}>
            {folder !== '' && <h4>{folder}</h4>}
            {rows
              .filter((row) => (row.folder ?? '') === folder)
              .map((row) => (
                <div className="query-row" key={row.id}>
                  <button type="button" title={row.sqlText.slice(0, 500)} onClick={() => onOpen(row)}>
                    <span className="cut">{row.queryName}</span>
                    <small className="muted cut">
                      {row.sourceName}
                      {!row.isMine && row.ownerName && ` · ${row.ownerName}`}
                    </small>
                  </button>
                  <Tooltip title={row.isStarred ? '取消收藏' : '收藏'}>
                    <Button
                      type="text"
                      size="small"
                      aria-label={`${row.isStarred ? '取消收藏' : '收藏'}${row.queryName}`}
                      className={row.isStarred ? 'is-starred' : undefined}
                      icon={row.isStarred ? <StarFilled /> : <StarOutlined />}
                      onClick={() => star.mutate({ params: { id: row.id }, body: { isStarred: !row.isStarred } })}
                    />
                  </Tooltip>
                  {row.isMine && (
                    <Tooltip title="删除">
                      <Button
                        type="text"
                        size="small"
                        aria-label={`删除${row.queryName}`}
                        icon={<DeleteOutlined />}
                        onClick={() =>
                          void confirmLoss('删除', `删除查询“${row.queryName}”？`, () => remove.mutateAsync({ params: { id: row.id } }))
                        }
                      />
                    </Tooltip>
                  )}
                </div>
              ))}
          </section>
        ))}
      </div>
    </div>
  );
}
