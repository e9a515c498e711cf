import { Button } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { Can, useCan } from '#kit/web/can.tsx';
import { ChangeSource } from '#kit/web/detail/change-source.ts';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { durationText } from '../core/duration.ts';
import { api } from './api.ts';
import { Params } from './job/Params.tsx';
import { useTaskOptions } from './job/ParamsForm.tsx';
import { LiveLog } from './run/LiveLog.tsx';
import './scheduler.css';
import { withOptions } from './search-options.ts';
import { StatsBar } from './StatsBar.tsx';
import { STATE_TONES } from './tones.ts';

type Row = RowOf<typeof api.run>;
type Detail = CallReply<typeof api.run.get>;
const POLL_MS = 3000;

const isOpen = (row: { state: string }) => row.state === 'waiting' || row.state === 'running';
const isFailed = (row: { state: string }) => ['failed', 'timeout', 'cancelled'].includes(row.state);
const duration = (row: { durationMs: number | null }) => (row.durationMs === null ? <Missing /> : durationText(row.durationMs));
const task = (row: { taskName: string | null; beanName: string }) => row.taskName ?? <span className="mono">{row.beanName}</span>;

const options: EntityPageOptions<Row> = {
  label: '任务日志',
  nameField: 'jobName',
  search: [
    { field: 'jobName', label: '任务名称' },
    { field: 'beanName', label: '任务类型' },
    { field: 'state', label: '状态', dict: 'scheduler_run_state' },
    { field: 'cause', label: '触发方式', dict: 'scheduler_run_cause' },
    { field: 'beginTime', to: 'endTime', label: '时间' },
    { field: 'jobId', label: '所属任务' },
  ],
  columns: [
    { field: 'jobName', title: '任务名称', width: 150 },
    { field: 'taskName', title: '任务类型', width: 140, render: task, hidden: true },
    { field: 'state', title: '状态', dict: 'scheduler_run_state', tones: STATE_TONES, width: 92 },
    { field: 'cause', title: '触发方式', dict: 'scheduler_run_cause', width: 84 },
    { field: 'dueTime', title: '计划时间', kind: 'second', width: 166, sort: true },
    { field: 'startTime', title: '开始时间', kind: 'second', width: 176, hidden: true },
    { field: 'durationMs', title: '耗时', width: 94, render: duration },
    { field: 'attempt', title: '尝试', width: 76, render: (row) => `第 ${row.attempt} 次` },
    { field: 'node', title: '节点', kind: 'number', width: 62 },
    { field: 'msg', title: '结果', width: 170 },
    { field: 'createTime', title: '创建时间', kind: 'second', width: 176, sort: true, hidden: true },
  ],
};

const facts: readonly Fact<Detail>[] = [
  { field: 'taskName', title: '任务类型', render: task },
  { field: 'state', title: '状态', dict: 'scheduler_run_state', tones: STATE_TONES },
  {
    field: 'cause',
    title: '触发方式',
    render: (row) => (row.createByName ? `手动（${row.createByName}）` : undefined),
    dict: 'scheduler_run_cause',
  },
  { field: 'attempt', title: '尝试', render: (row) => `第 ${row.attempt} 次` },
  {
    field: 'retryOf',
    title: '重试',
    render: (row) =>
      row.retryOf ? (
        <RunLink id={row.retryOf}>查看被重试的执行</RunLink>
      ) : row.retriedBy ? (
        <RunLink id={row.retriedBy}>查看重试的结果</RunLink>
      ) : undefined,
  },
  { field: 'dueTime', title: '计划时间', kind: 'second' },
  { field: 'startTime', title: '开始时间', kind: 'second' },
  { field: 'endTime', title: '结束时间', kind: 'second' },
  { field: 'durationMs', title: '耗时', render: duration },
  {
    field: 'node',
    title: '节点',
    render: (row) => (row.node === null ? <Missing /> : row.claims > 1 ? `${row.node}（中断后接管 ${row.claims - 1} 次）` : row.node),
  },
  { field: 'timeoutSeconds', title: '超时时间', render: (row) => durationText(row.timeoutSeconds * 1000) },
  { field: 'methodParams', title: '参数', wide: true, render: (row) => <Params row={row} /> },
  {
    field: 'msg',
    title: '结果',
    wide: true,
    render: (row) => (row.status === '0' && row.msg ? <span className="scheduler-bad">{row.msg}</span> : undefined),
  },
];

const RunLink = ({ id, children }: { id: string; children: string }) => (
  <Link to={`/basic/scheduler/tasklog?open=detail-${id}`}>{children}</Link>
);

/** 任务日志 */
export default function RunPage() {
  const tasks = useTaskOptions();
  const jobs = useCall(api.job.list).data?.map(({ id, jobName }) => ({ value: id, label: jobName })) ?? [];
  const page = useEntityPage(api.run, { ...options, search: withOptions(options.search, { beanName: tasks, jobId: jobs }) });
  const can = useCan();
  const cancel = useWrite(api.run.cancel, { overlay: false, refreshes: [api.run.page] });
  const ask = async (row: Pick<Row, 'id' | 'jobName'>) => {
    const onOk = () => cancel.mutateAsync({ params: { id: row.id } });
    if (await confirmDialog({ content: `停止“${row.jobName}”的这次执行？`, okText: '停止', danger: true, onOk })) toast.success('已取消');
  };
  const retry = useWrite(api.run.retry, { refreshes: [api.run.page] });
  const askRetry = async (row: Pick<Row, 'id' | 'jobName'>) => {
    await confirmDialog({
      content: `按相同的参数重试“${row.jobName}”的这次执行？`,
      okText: '重试',
      onOk: async () => {
        // errors are shown by the request layer
        const made = await retry.mutateAsync({ params: { id: row.id } }).catch(() => null);
        if (!made) return page.refresh();
        toast.success('已开始重试');
        page.open({ kind: 'detail', id: made.id });
      },
    });
  };
  const hasOpen = page.rows?.some(isOpen) ?? false;
  const refresh = useEffectEvent(() => void page.refresh());
  // what waits or runs moves on by itself
  useEffect(() => {
    if (!hasOpen) return;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  }, [hasOpen]);
  const actions = (row: Row): readonly RowAction[] =>
    isOpen(row)
      ? [{ key: 'cancel', label: '取消', call: api.run.cancel, danger: true, onClick: () => void ask(row) }]
      : isFailed(row)
        ? [{ key: 'retry', label: '重试', call: api.run.retry, onClick: () => void askRetry(row) }]
        : [];
  return (
    <div className="scheduler-page">
      <StatsBar jobId={page.state.values['jobId']} />
      <div className="panel list-page">
        <ListActions<Row> list={page} />
        <EntityTable<Row>
          list={page}
          actions={can(api.run.cancel) || can(api.run.retry) ? actions : undefined}
          canRemove={(row) => !isOpen(row)}
        />
        {/* a log row has no changes of its own */}
        <ChangeSource value={null}>
          <DetailDrawer<Row>
            list={page}
            facts={facts}
            actions={(row: Detail) => (
              <>
                {isOpen(row) && (
                  <Can call={api.run.cancel}>
                    <Button danger loading={cancel.isPending} onClick={() => void ask(row)}>
                      取消执行
                    </Button>
                  </Can>
                )}
                {isFailed(row) && row.retriedBy === null && (
                  <Can call={api.run.retry}>
                    <Button loading={retry.isPending} onClick={() => void askRetry(row)}>
                      重试
                    </Button>
                  </Can>
                )}
              </>
            )}
          >
            {(row: Detail) => <LiveLog key={row.id} id={row.id} state={row.state} />}
          </DetailDrawer>
        </ChangeSource>
      </div>
    </div>
  );
}
