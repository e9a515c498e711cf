import { Switch, Tooltip } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { durationText } from '../core/duration.ts';
import { api } from './api.ts';
import { CronPreview } from './cron/CronPreview.tsx';
import { fields } from './job/fields.tsx';
import { Params } from './job/Params.tsx';
import { useTaskOptions } from './job/ParamsForm.tsx';
import { RunNow } from './job/RunNow.tsx';
import './scheduler.css';
import { withOptions } from './search-options.ts';
import { StatsBar } from './StatsBar.tsx';
import { STATE_TONES } from './tones.ts';

type Row = RowOf<typeof api.job>;
const REFRESH_MS = 15_000;

/** 运行 / 暂停 as a switch for those who may, as a tag for the others. */
function StatusSwitch({ row }: { row: Row }) {
  const can = useCan();
  const pause = useWrite(api.job.pause, { overlay: false, refreshes: [api.job.page] });
  const resume = useWrite(api.job.resume, { overlay: false, refreshes: [api.job.page] });
  const isOn = row.status === '1';
  const call = isOn ? pause : resume;
  if (!can(isOn ? api.job.pause : api.job.resume))
    return <DictTag code="sys_job_status" value={row.status} tones={{ '1': 'calm', '0': 'idle' }} />;
  const handle = async () => {
    await call.mutateAsync({ params: { id: row.id } });
    toast.success(isOn ? '已暂停' : '已恢复');
  };
  return (
    <span onDoubleClick={(event) => event.stopPropagation()}>
      <Switch
        size="small"
        checked={isOn}
        loading={pause.isPending || resume.isPending}
        aria-label={`${isOn ? '暂停' : '恢复'}${row.jobName}`}
        onChange={() => void handle().catch(() => undefined)}
      />
    </span>
  );
}

const lastResult = (row: Row) =>
  row.lastState === null ? (
    <Missing />
  ) : (
    <>
      <DictTag code="scheduler_run_state" value={row.lastState} tones={STATE_TONES} />
      {row.failures > 1 && <span className="scheduler-bad job-failures">{`连续 ${row.failures} 次`}</span>}
    </>
  );

const options: EntityPageOptions<Row> = {
  label: '定时任务',
  nameField: 'jobName',
  search: [
    { field: 'jobName', label: '任务名称' },
    { field: 'beanName', label: '任务类型' },
    { field: 'status', label: '状态', dict: 'sys_job_status' },
    { field: 'lastState', label: '最近结果', dict: 'scheduler_run_state' },
  ],
  columns: [
    { field: 'jobName', title: '任务名称', width: 150, sort: true },
    {
      field: 'beanName',
      title: '任务类型',
      width: 140,
      hidden: true,
      render: (row) =>
        row.taskName ?? (
          <Tooltip title="提供该任务的模块已不存在，任务无法执行">{<span className="scheduler-bad">{row.beanName}</span>}</Tooltip>
        ),
    },
    {
      field: 'cronExpression',
      title: '执行计划',
      width: 180,
      render: (row) => (
        <Tooltip
          title={
            <>
              {row.cronText}
              <br />
              <span className="mono">{row.cronExpression}</span>
            </>
          }
        >
          <span>{row.cronText}</span>
        </Tooltip>
      ),
    },
    { field: 'status', title: '状态', width: 70, render: (row) => <StatusSwitch row={row} /> },
    { field: 'lastTime', title: '最近执行', kind: 'time', width: 152, sort: true },
    { field: 'lastState', title: '最近结果', width: 136, render: lastResult },
    {
      field: 'nextTime',
      title: '下次执行',
      width: 152,
      sort: true,
      render: (row) => (row.nextTime ? <DateText value={row.nextTime} /> : <span className="muted">已暂停</span>),
    },
    { field: 'overlapPolicy', title: '重叠处理', dict: 'scheduler_overlap', width: 110, hidden: true },
    { field: 'misfirePolicy', title: '错过处理', dict: 'scheduler_misfire', width: 110, hidden: true },
    { field: 'remark', title: '备注', width: 180, hidden: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 140, sort: true, hidden: true },
  ],
};

const list = (names: readonly string[]) => (names.length === 0 ? <Missing /> : names.join('、'));
const facts: readonly Fact<Row>[] = [
  { field: 'taskName', title: '任务类型' },
  { field: 'beanName', title: '任务编码', kind: 'mono' },
  { field: 'status', title: '状态', dict: 'sys_job_status', tones: { '1': 'calm', '0': 'idle' } },
  { field: 'nextTime', title: '下次执行', kind: 'second' },
  { field: 'lastTime', title: '最近执行', kind: 'second' },
  { field: 'lastState', title: '最近结果', render: lastResult },
  { field: 'misfirePolicy', title: '错过处理', dict: 'scheduler_misfire' },
  { field: 'overlapPolicy', title: '重叠处理', dict: 'scheduler_overlap' },
  { field: 'timeoutSeconds', title: '超时时间', render: (row) => durationText(row.timeoutSeconds * 1000) },
  {
    field: 'retryCount',
    title: '失败重试',
    render: (row) =>
      row.retryCount === 0
        ? '不重试'
        : `${row.retryCount} 次，首次隔 ${row.retryDelaySeconds} 秒，之后 ${row.retryFactor} 倍，最长 ${row.retryCapSeconds} 秒`,
  },
  { field: 'alertUserNames', title: '失败通知', render: (row) => list(row.alertUserNames) },
  { field: 'alertAfter', title: '通知条件', render: (row) => `连续失败 ${row.alertAfter} 次` },
  { field: 'keepDays', title: '日志保留', render: (row) => `${row.keepDays} 天，${row.keepRuns} 条` },
  { field: 'timeZone', title: '时区' },
  { field: 'methodParams', title: '参数', wide: true, render: (row) => <Params row={row} /> },
  { field: 'remark', title: '备注', wide: true },
];

/** 任务管理 */
export default function JobPage() {
  const tasks = useTaskOptions();
  const page = useEntityPage(api.job, { ...options, search: withOptions(options.search, { beanName: tasks }) });
  const navigate = useNavigate();
  const can = useCan();
  const [running, setRunning] = useState<Row | null>(null);
  // refreshes last and next runs, except while a form or a selection is open
  const refresh = useEffectEvent(() => {
    if (page.state.opened === null && running === null && document.visibilityState === 'visible') void page.refresh();
  });
  useEffect(() => {
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const actions = (row: Row): readonly RowAction[] => [
    { key: 'run', label: '执行', call: api.job.run, onClick: () => setRunning(row) },
    {
      key: 'logs',
      label: '日志',
      call: api.run.page,
      onClick: () => void navigate(`/basic/scheduler/tasklog?q=${encodeURIComponent(`jobId:${row.id}`)}`),
    },
  ];
  return (
    <div className="scheduler-page">
      <StatsBar />
      <div className="panel list-page">
        <ListActions<Row> list={page} />
        <EntityTable<Row> list={page} actions={can(api.job.run) || can(api.run.page) ? actions : undefined} />
        <EntityForm api={api.job} label="定时任务" fields={fields} opened={page.state.opened} onClose={() => page.open(null)} />
        <DetailDrawer<Row> list={page} facts={facts} form={fields}>
          {(row: Row) => (
            <section className="job-plan">
              <h3 className="form-section">执行计划</h3>
              <CronPreview text={row.cronExpression} timeZone={row.timeZone} problem={null} />
            </section>
          )}
        </DetailDrawer>
        {running && <RunNow job={running} onClose={() => setRunning(null)} />}
      </div>
    </div>
  );
}
