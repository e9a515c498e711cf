import { Pagination } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import type { MergeRow } from '../../contract/match.ts';
import { api } from '../api.ts';
import { recordPath } from '../paths.ts';
import './side-parts.css';

const SIZE = 20;

/** 合并记录: what was merged by whom and when, newest first, each with its way back. */
export function MergesPanel({ modelId }: { modelId: string }) {
  const can = useCan();
  const [pageNum, setPageNum] = useState(1);
  const answer = useCall(api.merge.page, { params: { modelId }, query: { pageNum, pageSize: SIZE } }, { keepPrevious: true });
  const undo = useWrite(api.merge.undo, {
    refreshes: [api.merge.page, api.match.page, api.data.page, api.model.list, api.facts.summary],
    onSuccess: () => toast.success('已撤销，记录与合并前完全一致'),
  });
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={8} />;
  if (answer.data.total === 0) return <StateView kind="empty" what="还没有合并过记录" why="在“待审”中核对后合并，合并随时可以撤销。" />;
  const ask = ({ id, title, mergedCount: merged }: MergeRow) =>
    void confirmDialog({
      okText: '撤销合并',
      content: `“${title}”恢复为合并前的 ${merged} 条记录，来源和历史一并恢复；它们不再作为重复提出。`,
      onOk: () => undo.mutateAsync({ params: { id } }).then(() => undefined),
    });
  return (
    <div className="dup-merges">
      <table className="dup-plain">
        <thead>
          <tr>
            <th>保留的记录</th>
            <th>记录数</th>
            <th>合并人</th>
            <th>合并时间</th>
            <th>状态</th>
            <th>操作</th>
          </tr>
        </thead>
        <tbody>
          {answer.data.data.map((row) => (
            <Merge key={row.id} row={row} onUndo={can(api.merge.undo) && !undo.isPending ? ask : null} />
          ))}
        </tbody>
      </table>
      {answer.data.total > SIZE && (
        <Pagination current={pageNum} pageSize={SIZE} total={answer.data.total} showSizeChanger={false} onChange={setPageNum} />
      )}
    </div>
  );
}

function Merge({ row, onUndo }: { row: MergeRow; onUndo: ((row: MergeRow) => void) | null }) {
  const can = useCan();
  return (
    <tr>
      <td>{can(api.data.get) ? <Link to={recordPath(row.modelId, row.recordId)}>{row.title}</Link> : row.title}</td>
      <td className="num">{count(row.mergedCount)}</td>
      <td>{row.byName ?? '—'}</td>
      <td>
        <DateText value={row.mergeTime} />
      </td>
      <td>
        {row.undoTime === null ? (
          <Tag tone="calm">{row.batchId === null ? '已合并' : '批量合并'}</Tag>
        ) : (
          <>
            <Tag>已撤销</Tag> <span className="muted">{row.undoName}</span> <DateText value={row.undoTime} />
          </>
        )}
      </td>
      <td>
        {row.undoTime === null && onUndo && (
          <button type="button" className="name-link" onClick={() => onUndo(row)}>
            撤销
          </button>
        )}
      </td>
    </tr>
  );
}
