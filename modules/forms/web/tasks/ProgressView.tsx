import { BellOutlined } from '@ant-design/icons';
import { Button, Select, Table } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { minute } from '#kit/web/format.ts';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { bindCall } from '#kit/web/client.ts';
import { ExportButton } from '#kit/web/excel/ExportButton.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { ObjectFailed } from '#kit/web/parts/ObjectFailed.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { serverNow } from '#kit/web/server-clock.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import type { Progress } from '../../contract/task.ts';
import { api } from '../api.ts';
import { PeoplePanel } from './PeoplePanel.tsx';
import { PostponeDialog } from './PostponeDialog.tsx';
import { StandingBar } from './StandingBar.tsx';
import { doneIn, STATES, undoneIn } from './words.ts';
import './tasks.css';

const PATH = '/datafilling/task';
type Department = Progress['departments'][number];

/** How one task stands: figures that are the legend of the bar, departments, the course of the round, people with 催办. */
export default function ProgressView({ taskId }: { taskId: string }) {
  const [roundId, setRoundId] = useState<string | null>(null);
  const [dept, setDept] = useState<Department | null>(null);
  const call = useCall(
    api.task.progress,
    { params: { id: taskId }, query: roundId === null ? {} : { roundId } },
    { keepPrevious: true, staleTime: 0 },
  );
  useObjectTitle(call.data?.taskName);
  if (call.error)
    return (
      <ObjectFailed error={call.error} noun="填报任务" back={{ to: PATH, text: '返回填报任务' }} onRetry={() => void call.refetch()} />
    );
  if (!call.data) return <StateView kind="loading" shape="block" rows={6} />;
  const progress = call.data;
  return (
    <div className="task-progress">
      <TopActions progress={progress} />
      <div className="task-main">
        <Figures progress={progress} />
        <section className="panel" aria-label="按部门">
          <header className="panel-head">
            <h2>按部门 {progress.departments.length}</h2>
            {progress.rounds.length > 1 && (
              <Select
                aria-label="轮次"
                value={progress.round?.id ?? ''}
                options={progress.rounds.map((one) => ({
                  value: one.id,
                  label: `第 ${one.roundNo} 期 ${minute(one.begin)?.slice(0, 10) ?? ''}`,
                }))}
                onChange={setRoundId}
              />
            )}
          </header>
          <Departments progress={progress} chosen={dept} choose={setDept} />
          <p className="task-sum">
            {progress.total} 人 = {STATES.map(({ state, label }) => `${label} ${progress[state]}`).join(' + ')}
          </p>
        </section>
      </div>
      <div className="task-side">
        {progress.round && <Course progress={progress} />}
        <PeoplePanel key={dept?.deptId ?? ''} progress={progress} dept={dept} />
      </div>
    </div>
  );
}

const isOpen = ({ status, round }: Progress): boolean => status === '1' && round !== null && Date.parse(round.end) >= serverNow();

function TopActions({ progress }: { progress: Progress }) {
  const can = useCan();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [isLonger, setLonger] = useState(false);
  const undone = undoneIn(progress);
  const { round } = progress;
  const urgeAll = () =>
    void confirmDialog({
      title: `催办 ${undone} 人？`,
      content: '未完成的人会收到消息，一小时内已催办过的不再重复。',
      okText: '催办',
      onOk: async () => {
        const { urged, skipped } = await api.task.urge({ params: { id: progress.taskId }, body: round ? { roundId: round.id } : {} });
        toast.success(`已催办 ${urged} 人${skipped > 0 ? `，${skipped} 人一小时内催过` : ''}`);
        await refresh(api.task.people);
      },
    });
  return (
    <PageActions>
      <ExportButton
        call={bindCall(api.task.exportProgress, { id: progress.taskId })}
        label={`${progress.taskName}进度`}
        body={() => ({ roundId: round?.id ?? null })}
      />
      <Button onClick={() => void navigate(`/datafilling/record?form=${progress.formId}`)}>填报数据</Button>
      {round && progress.status === '1' && can(api.task.postpone) && <Button onClick={() => setLonger(true)}>延期</Button>}
      {isOpen(progress) && undone > 0 && can(api.task.urge) && (
        <Button type="primary" icon={<BellOutlined />} onClick={urgeAll}>
          催办 {undone} 人
        </Button>
      )}
      {round && isLonger && <PostponeDialog taskId={progress.taskId} round={round} onClose={() => setLonger(false)} />}
    </PageActions>
  );
}

function Figures({ progress }: { progress: Progress }) {
  const share = progress.total === 0 ? '0' : ((doneIn(progress) / progress.total) * 100).toFixed(1);
  const notes = {
    passed: `已交 ${share}%`,
    reviewing: '等待审批',
    returned: '待修改',
    waiting: progress.draftCount > 0 ? `草稿 ${progress.draftCount}` : '未打开',
    overdue: '截止时未交',
  };
  return (
    <section className="panel task-figures" aria-label="填报进度">
      <dl>
        <div>
          <dt>应填</dt>
          <dd>
            {progress.total} <small>人</small>
          </dd>
          <dd>
            <small>{progress.round ? `${minute(progress.round.end)?.slice(5) ?? ''} 截止` : '尚未开始'}</small>
          </dd>
        </div>
        {STATES.map(({ state, label }) => (
          <div key={state}>
            <dt>
              <i className="standing-dot" data-state={state} />
              {label}
            </dt>
            <dd className={state === 'overdue' && progress.overdue > 0 ? 'bad' : undefined}>{progress[state]}</dd>
            <dd>{progress[state] > 0 && <small>{notes[state]}</small>}</dd>
          </div>
        ))}
      </dl>
      <StandingBar standing={progress} label="填报进度" />
    </section>
  );
}

interface DepartmentProps {
  progress: Progress;
  chosen: Department | null;
  choose: (dept: Department | null) => void;
}
/** Departments, those that are behind first. */
function Departments({ progress, chosen, choose }: DepartmentProps) {
  const rows = progress.departments.toSorted((a, b) => doneIn(a) / a.total - doneIn(b) / b.total);
  return (
    <Table
      size="middle"
      rowKey={(row) => row.deptId ?? ''}
      pagination={rows.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
      scroll={{ x: 'max-content' }}
      dataSource={rows}
      rowClassName={(row) => (row.deptId === chosen?.deptId && chosen !== null ? 'ant-table-row-selected' : '')}
      columns={[
        {
          title: '部门',
          key: 'dept',
          width: 160,
          render: (_, row) => (
            <Button
              type="link"
              size="small"
              disabled={row.deptId === null}
              onClick={() => choose(row.deptId === chosen?.deptId ? null : row)}
            >
              {row.deptName ?? '未分配部门'}
            </Button>
          ),
        },
        { title: '负责人', dataIndex: 'leaderName', width: 96, render: (name: string | null) => name ?? '—' },
        { title: '进度', key: 'bar', width: 220, render: (_, row) => <StandingBar standing={row} label={row.deptName ?? ''} /> },
        { title: '已交', key: 'done', align: 'right', width: 80, render: (_, row) => `${doneIn(row)} / ${row.total}` },
        { title: '未交', key: 'undone', align: 'right', width: 64, render: (_, row) => undoneIn(row) },
        {
          title: '逾期',
          dataIndex: 'overdue',
          align: 'right',
          width: 64,
          render: (count: number) => <span className={count > 0 ? 'bad' : undefined}>{count}</span>,
        },
        {
          title: '最近提交',
          key: 'last',
          align: 'right',
          width: 136,
          render: (_, row) => (row.lastTime ? <DateText value={row.lastTime} /> : '—'),
        },
      ]}
    />
  );
}

const HOUR_MS = 3_600_000;
/** `11-25 14时`. */
const hourText = (time: number): string => `${(minute(new Date(time).toISOString()) ?? '').slice(5, 13)}时`;

/** How many had handed in as the round went on, beside the round before, and where the pace so far leads. */
function Course({ progress }: { progress: Progress }) {
  const { course, lastCourse, round } = progress;
  const last = course.at(-1);
  if (!last || !round) return null;
  const hours = (Date.parse(round.end) - Date.parse(round.begin)) / HOUR_MS;
  const forecast = last.hours > 0 ? Math.min(progress.total, Math.round((last.done / last.hours) * hours)) : last.done;
  const before = lastCourse.findLast((one) => one.hours <= last.hours);
  const at = (points: Progress['course'], time: number) => points.findLast((one) => one.hours <= time)?.done ?? null;
  return (
    <section className="panel" aria-label="已交人数">
      <header className="panel-head">
        <h2>已交人数</h2>
      </header>
      <div className="task-chart">
        <LineChart
          title={null}
          height={180}
          x={course.map((one) => hourText(Date.parse(round.begin) + one.hours * HOUR_MS))}
          series={[
            { name: '本期', values: course.map((one) => one.done) },
            ...(lastCourse.length > 0 ? [{ name: '上期', isPrevious: true, values: course.map((one) => at(lastCourse, one.hours)) }] : []),
          ]}
        />
        <small className="muted">
          {before && before.done !== last.done
            ? `比上期同时${last.done < before.done ? '少' : '多'} ${Math.abs(last.done - before.done)} 人；`
            : ''}
          {isOpen(progress) ? `照此速度截止时约 ${forecast} 人` : `截止时 ${last.done} 人`}
        </small>
      </div>
    </section>
  );
}
