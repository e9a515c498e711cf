import { BellOutlined } from '@ant-design/icons';
import { Button, Checkbox, Pagination, Select } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { serverNow } from '#kit/web/server-clock.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import type { Progress, TaskPerson } from '../../contract/task.ts';
import { api } from '../api.ts';
import { labelOf, STATES, toneOf } from './words.ts';

const SIZE = 50;
const SHOWN = [
  { value: 'undone', label: '未完成' },
  ...STATES.map(({ state, label }) => ({ value: state, label })),
  { value: 'all', label: '全部' },
];
type Shown = TaskPerson['state'] | 'undone' | 'all';
const isDone = ({ state }: TaskPerson): boolean => state === 'passed' || state === 'reviewing';

interface Props {
  progress: Progress;
  /** people of this department alone; null = of all */
  dept: { deptId: string | null; deptName: string | null } | null;
}

/** People of a round; those who have not handed in can be urged. */
export function PeoplePanel({ progress, dept }: Props) {
  const [shown, setShown] = useState<Shown>('undone');
  const [pageNum, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const can = useCan();
  const { taskId, round } = progress;
  const people = useCall(
    api.task.people,
    {
      params: { id: taskId },
      query: {
        pageNum,
        pageSize: SIZE,
        ...(round && { roundId: round.id }),
        ...(dept?.deptId && { deptId: dept.deptId }),
        ...(shown !== 'all' && { state: shown }),
      },
    },
    { keepPrevious: true, staleTime: 0 },
  );
  const mayUrge = can(api.task.urge) && progress.status === '1' && round !== null && Date.parse(round.end) >= serverNow();
  return (
    <section className="panel" aria-label="填报名单">
      <header className="panel-head">
        <h2 className="cut">{dept?.deptName ?? '全部部门'}</h2>
        <Select<Shown>
          aria-label="填报状态"
          value={shown}
          options={SHOWN as { value: Shown; label: string }[]}
          onChange={(next) => {
            setShown(next);
            setPage(1);
            setChosen([]);
          }}
        />
      </header>
      {people.error && <StateView kind="error" error={people.error} onRetry={() => void people.refetch()} />}
      {!people.error && !people.data && <StateView kind="loading" rows={4} />}
      {people.data?.total === 0 && <StateView kind="empty" what={shown === 'undone' ? '都已完成' : '没有人'} />}
      <ul className="task-people">
        {people.data?.data.map((one) => (
          <PersonLine
            key={one.userId}
            person={one}
            isChosen={chosen.includes(one.userId)}
            choose={
              mayUrge && !isDone(one)
                ? (isOn) => setChosen(isOn ? [...chosen, one.userId] : chosen.filter((id) => id !== one.userId))
                : null
            }
          />
        ))}
      </ul>
      {(people.data?.total ?? 0) > SIZE && (
        <Pagination className="my-pages" simple current={pageNum} pageSize={SIZE} total={people.data?.total ?? 0} onChange={setPage} />
      )}
      {mayUrge && <UrgeFooter progress={progress} chosen={chosen} onDone={() => setChosen([])} />}
    </section>
  );
}

/** Urges the chosen people. */
function UrgeFooter({ progress, chosen, onDone }: { progress: Progress; chosen: readonly string[]; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const { taskId, round } = progress;
  const urge = async () => {
    setBusy(true);
    try {
      const body = { userIds: [...chosen], ...(round && { roundId: round.id }) };
      const { urged, skipped } = await api.task.urge({ params: { id: taskId }, body });
      toast.success(`已催办 ${urged} 人${skipped > 0 ? `，${skipped} 人一小时内催过` : ''}`);
      onDone();
      await refresh(api.task.people);
    } finally {
      setBusy(false);
    }
  };
  return (
    <footer className="task-foot">
      <span className="muted">已选 {chosen.length} 人</span>
      <Button icon={<BellOutlined />} disabled={chosen.length === 0} loading={isBusy} onClick={() => void urge()}>
        催办
      </Button>
    </footer>
  );
}

function PersonLine({ person, isChosen, choose }: { person: TaskPerson; isChosen: boolean; choose: ((isOn: boolean) => void) | null }) {
  return (
    <li>
      {choose ? (
        <Checkbox aria-label={`选择${person.nickname}`} checked={isChosen} onChange={(event) => choose(event.target.checked)} />
      ) : (
        <i className="standing-dot" data-state={person.state} />
      )}
      <span>
        <span className="cut">{person.nickname}</span>
        <small className="cut">{person.deptName ?? '未分配部门'}</small>
      </span>
      <span>
        <Tag tone={toneOf(person.state)}>{labelOf(person.state)}</Tag>
        <small>
          {person.lastTime ? <DateText value={person.lastTime} /> : person.hasDraft ? '有草稿' : ''}
          {person.urgeCount > 0 && !isDone(person) ? ` 催 ${person.urgeCount} 次` : ''}
        </small>
      </span>
    </li>
  );
}
