import { EllipsisOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReplyOf } from '#kit/web/client.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Waiting = ReplyOf<typeof api.instance.detail>['waiting'][number];

/** Who has to act now, below the trail. */
export function WaitingList({ rows }: { rows: readonly Waiting[] }) {
  if (rows.length === 0) return null;
  return (
    <ol className="trail trail-waiting" aria-label="待办理">
      {rows.map((row) => (
        <li key={`${row.taskId} ${row.assigneeId ?? ''}`} className={row.isPending ? 'next' : 'now'}>
          <i aria-hidden>
            <EllipsisOutlined />
          </i>
          <p>
            <b>{row.people.join('、') || '待签收'}</b> {row.isPending ? '稍后审批' : '待办'}
            <span className="muted"> {row.name}</span>
            {row.dueTime ? <DateText value={row.dueTime} kind="due" /> : <DateText value={row.createTime} />}
          </p>
          {row.readTime !== null && (
            <p className="muted">
              已阅 <DateText value={row.readTime} />
            </p>
          )}
          {row.urgedTime !== null && (
            <p className="muted">
              已催办 <DateText value={row.urgedTime} />
            </p>
          )}
          {row.addedBy !== null && (
            <p className="muted">
              {row.addedByName}加签
              {row.mayRemove && <RemoveButton row={row} />}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function RemoveButton({ row }: { row: Waiting }) {
  const refresh = useRefresh();
  const name = row.people.join('、');
  const remove = async () => {
    const userIds = row.isPending && row.assigneeId !== null ? { userIds: [row.assigneeId] } : {};
    await api.flowTask.execute({ params: { taskId: row.taskId }, body: { action: 'removeSign', ...userIds } });
    toast.success(`已减签${name}`);
    await refresh(api.flowTask.todo, api.instance.detail);
  };
  return (
    <Button
      type="link"
      size="small"
      aria-label={`减签${name}`}
      onClick={() =>
        void confirmDialog({ title: `减签“${name}”？`, content: '不再需要对方审批，对方的待办会取消。', okText: '减签', onOk: remove })
      }
    >
      减签
    </Button>
  );
}
