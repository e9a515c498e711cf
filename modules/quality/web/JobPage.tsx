import { Select } from 'antd';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { describeCron } from '#kit/core/cron/describe.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { api } from './api.ts';
import { RUN_TONES } from './tones.ts';
import { watchBatch } from './watch-batch.ts';
import './quality.css';

type Row = RowOf<typeof api.job>;
type Input = InputOf<typeof api.job>;

const plan = (row: Row) => {
  if (!row.cronExpression) return <Missing />;
  try {
    return <span title={row.cronExpression}>{describeCron(row.cronExpression)}</span>;
  } catch {
    return <span className="mono">{row.cronExpression}</span>;
  }
};
/** What a turn came to: a plan that a process approves waits for it. */
const turned = (row: Row, done: { flow: unknown } | null): string =>
  row.status === '1' ? '已暂停' : done?.flow ? '已提交审批，通过后启用' : '已恢复';
const options: EntityPageOptions<Row> = {
  label: '质量任务',
  nameField: 'jobName',
  search: [
    { field: 'jobName', label: '任务名称' },
    { field: 'triggerKind', label: '触发方式', dict: 'quality_trigger_kind' },
    { field: 'status', label: '状态', dict: 'sys_job_status' },
  ],
  columns: [
    { field: 'jobName', title: '任务名称', width: 200, sort: true },
    { field: 'triggerKind', title: '触发方式', width: 120, dict: 'quality_trigger_kind' },
    { field: 'cronExpression', title: '执行计划', width: 180, render: plan },
    { field: 'upstreamJobName', title: '上游任务', width: 150, hidden: true },
    { field: 'ruleCount', title: '规则', width: 72, kind: 'number' },
    { field: 'nextTime', title: '下次执行', width: 150, kind: 'time', sort: true },
    { field: 'lastState', title: '最近结果', width: 100, dict: 'quality_run_state', tones: RUN_TONES },
    { field: 'lastTime', title: '最近执行', width: 150, kind: 'time' },
    {
      field: 'status',
      title: '状态',
      width: 80,
      dict: 'sys_job_status',
      render: (row, own) => <FlowTag flow={row.flow}>{own}</FlowTag>,
    },
    { field: 'ownerName', title: '负责人', width: 100 },
    { field: 'beanName', title: 'bean名称', width: 120, kind: 'mono', hidden: true },
    { field: 'createTime', title: '创建时间', width: 150, kind: 'time', sort: true, hidden: true },
  ],
};

const FRESH = 60_000;
const named = (input: string, option?: { label?: unknown }) =>
  String(option?.label ?? '')
    .toLowerCase()
    .includes(input.toLowerCase());
const many = { mode: 'multiple' as const, showSearch: { filterOption: named }, allowClear: true };
function Sources({ id, value, onChange }: FieldProps) {
  const { data } = useCall(api.source.list, {}, { staleTime: FRESH });
  return (
    <Select
      {...many}
      {...(id && { id })}
      value={value}
      onChange={onChange}
      options={data?.map((one) => ({ value: one.id, label: one.sourceName }))}
    />
  );
}
function Rules({ id, value, onChange }: FieldProps) {
  const { data } = useCall(api.rule.page, { query: { pageSize: 200 } }, { staleTime: FRESH });
  return (
    <Select
      {...many}
      {...(id && { id })}
      value={value}
      onChange={onChange}
      options={data?.data.map((one) => ({ value: one.id, label: one.ruleName }))}
    />
  );
}
const fields: readonly FormField<Input>[] = [
  { field: 'jobName', label: '任务名称', wide: true },
  { field: 'triggerKind', label: '触发方式', dict: 'quality_trigger_kind', initial: 'cron' },
  {
    field: 'cronExpression',
    label: '执行计划',
    initial: '0 0 2 * * ?',
    hint: '六段：秒 分 时 日 月 周，例如 0 0 2 * * ? 为每天 02:00',
    visible: ({ triggerKind }) => triggerKind === 'cron',
    required: ({ triggerKind }) => triggerKind === 'cron',
  },
  {
    field: 'sourceId',
    label: '同步后触发',
    hint: '这个数据源的元数据同步完成后执行',
    visible: ({ triggerKind }) => triggerKind === 'sync',
    required: ({ triggerKind }) => triggerKind === 'sync',
    widget: 'select',
    load: async () => (await api.source.list({})).map((one) => ({ value: one.id, label: one.sourceName })),
  },
  {
    field: 'upstreamJobId',
    label: '上游任务',
    hint: '上游任务执行完成且没有被强规则拦住时执行',
    visible: ({ triggerKind }) => triggerKind === 'upstream',
    required: ({ triggerKind }) => triggerKind === 'upstream',
    widget: 'select',
    load: async () => (await api.job.page({ query: { pageSize: 200 } })).data.map((one) => ({ value: one.id, label: one.jobName })),
  },
  { field: 'sourceIds', label: '数据源', wide: true, hint: '所选数据源的全部启用规则', render: (props) => <Sources {...props} /> },
  { field: 'ruleIds', label: '规则', wide: true, hint: '另外加上这些规则', render: (props) => <Rules {...props} /> },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 定时任务: when rules run by themselves. */
export default function JobPage() {
  const list = useEntityPage(api.job, options);
  const refresh = useRefresh();
  const run = async (row: Row) => {
    // errors are shown by the request layer
    const started = await api.job.run({ params: { id: row.id }, query: { wait: 0 } }).catch(() => null);
    if (!started) return;
    toast.success('已开始执行');
    await refresh(api.job.page);
    await watchBatch(started.batch);
    await refresh(api.job.page, api.report.page, api.log.page);
  };
  const turn = async (row: Row) => {
    const call = row.status === '1' ? api.job.pause : api.job.resume;
    const done = await call({ params: { id: row.id } }).catch(() => 'failed' as const);
    if (done === 'failed') return;
    toast.success(turned(row, done));
    await refresh(api.job.page);
  };
  const stop = async (row: Row) => {
    const done = await api.run.cancel({ params: { id: row.lastBatch ?? '' } }).catch(() => 'failed' as const);
    if (done === 'failed') return;
    toast.success('已停止');
    await refresh(api.job.page);
  };
  const isOpen = (row: Row) => row.lastState === 'waiting' || row.lastState === 'running';
  const actions = (row: Row): RowAction[] => [
    isOpen(row)
      ? { key: 'stop', label: '停止', call: api.run.cancel, onClick: () => void stop(row) }
      : { key: 'run', label: '执行', call: api.job.run, onClick: () => void run(row) },
    row.status === '1'
      ? { key: 'pause', label: '暂停', call: api.job.pause, onClick: () => void turn(row) }
      : { key: 'resume', label: '恢复', call: api.job.resume, onClick: () => void turn(row) },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} />
      <EntityForm api={api.job} label="质量任务" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} form={fields} />
    </div>
  );
}
