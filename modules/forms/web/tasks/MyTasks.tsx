import { useNavigate } from 'react-router';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { MyTask } from '../../contract/task.ts';
import { api } from '../api.ts';
import { labelOf, toneOf } from './words.ts';
import './tasks.css';

/** Where a round of the person leads: the form to fill in, or what was handed in. */
function pathOf({ formId, roundId, recordId, state, repeat, isOpen }: MyTask): string {
  const isAgain = recordId !== null && (repeat === 'once' || state === 'returned' || !isOpen);
  return `/datafilling/my?open=${formId}&round=${roundId}${isAgain ? `&record=${recordId}` : ''}`;
}

/** Tasks of the person: what ends first comes first, what is over last. Nothing stands here for whoever has none. */
export function MyTasks() {
  const navigate = useNavigate();
  const tasks = useCall(api.task.mine, undefined, { staleTime: 0 });
  if (tasks.error) return <StateView kind="error" error={tasks.error} onRetry={() => void tasks.refetch()} />;
  if (!tasks.data || tasks.data.length === 0) return null;
  const open = tasks.data.filter((one) => one.isOpen && (one.state === 'waiting' || one.state === 'returned')).length;
  return (
    <section className="panel" aria-label="我的填报任务">
      <header className="panel-head">
        <h2>我的填报任务</h2>
        <span className="muted">{open > 0 ? `${open} 项待填` : '都已完成'}</span>
      </header>
      <div className="my-forms">
        {tasks.data.map((one) => (
          <button
            key={one.roundId}
            type="button"
            className="my-form my-task"
            disabled={!one.isOpen && one.recordId === null}
            onClick={() => void navigate(pathOf(one))}
          >
            <span>
              <strong className="cut">
                {one.taskName}
                {one.isPlanned && `（第 ${one.roundNo} 期）`}
              </strong>
              <small>
                <DateText value={one.end} /> {one.isOpen ? '截止' : '已截止'}
              </small>
            </span>
            <span className="my-note">
              <Tag tone={toneOf(one.state)}>{labelOf(one.state)}</Tag>
              {one.recordCount > 1 ? (
                <small>已填 {one.recordCount} 份</small>
              ) : (
                one.urgeTime !== null && one.state === 'waiting' && <small className="bad">已催办</small>
              )}
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}
