import { Select } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { describeCron } from '#kit/core/cron/describe.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { serverNow } from '#kit/web/server-clock.ts';
import { audienceFields, audienceText } from '#modules/notices/web/parts.ts';
import { api } from '../api.ts';
import { PlanInput } from './PlanInput.tsx';
import ProgressView from './ProgressView.tsx';
import { StandingBar } from './StandingBar.tsx';
import { doneIn } from './words.ts';

const { page, get, create, update, remove, removeBatch } = api.task;
const listApi = { page, get, create, update, remove, removeBatch };
type Row = RowOf<typeof listApi>;

const PATH = '/datafilling/task';
const STATUS = [
  { value: '0', label: '未启动' },
  { value: '1', label: '已启动' },
  { value: '2', label: '已停止' },
];

function StateTag({ row }: { row: Row }) {
  if (row.status === '0') return <Tag tone="idle">未启动</Tag>;
  if (row.status === '2') return <Tag dot={false}>已停止</Tag>;
  if (row.round && Date.parse(row.round.end) >= serverNow()) return <Tag tone="calm">进行中</Tag>;
  return row.nextTime ? <Tag tone="accent">待下一轮</Tag> : <Tag>已截止</Tag>;
}
function DoneCell({ row }: { row: Row }) {
  if (!row.standing) return <Missing />;
  return (
    <span className="task-done">
      <span className="num">
        {doneIn(row.standing)} / {row.standing.total}
      </span>
      <StandingBar standing={row.standing} label="填报进度" />
    </span>
  );
}
function EndCell({ row }: { row: Row }) {
  const time = row.round && (row.cronExpression === null || Date.parse(row.round.end) >= serverNow()) ? row.round.end : row.nextTime;
  if (row.cronExpression === null) return <DateText value={row.round?.end ?? row.end} />;
  if (!time) return <Missing />;
  return time === row.nextTime ? (
    <>
      <DateText value={time} /> 开始
    </>
  ) : (
    <DateText value={time} />
  );
}

const options: EntityPageOptions<Row> = {
  label: '填报任务',
  nameField: 'taskName',
  details: false,
  search: [
    { field: 'taskName', label: '任务名称' },
    { field: 'status', label: '状态', options: STATUS },
  ],
  columns: [
    { field: 'taskName', title: '任务名称', width: 200, sort: true },
    { field: 'status', title: '状态', width: 112, render: (row) => <StateTag row={row} /> },
    { field: '_done', title: '本轮已交', width: 176, render: (row) => <DoneCell row={row} /> },
    { field: '_end', title: '截止时间', width: 176, render: (row) => <EndCell row={row} /> },
    { field: 'formName', title: '表单', width: 152 },
    {
      field: 'cronExpression',
      title: '填报计划',
      width: 136,
      render: (row) => (row.cronExpression === null ? '单次' : describeCron(row.cronExpression)),
    },
    { field: '_audience', title: '填报对象', width: 176, render: (row) => audienceText(row) },
    { field: 'createName', title: '发布人', width: 96 },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 152, sort: true },
  ],
};

const HOURS = [1, 2, 4, 8, 24, 48, 72, 168].map((value) => ({ value, label: value < 24 ? `${value} 小时` : `${value / 24} 天` }));
const fields: readonly FormField<InputOf<typeof listApi>>[] = [
  {
    field: 'formId',
    label: '表单',
    load: async () =>
      (await api.form.page({ query: { pageSize: 200, status: '1' } })).data.map(({ id, formName }) => ({ value: id, label: formName })),
    widget: 'tree',
  },
  { field: 'taskName', label: '任务名称', placeholder: '不填则与表单同名' },
  {
    field: 'cronExpression',
    label: '填报计划',
    wide: true,
    section: '填报时间',
    render: (props) => <PlanInput {...props} />,
  },
  { field: 'begin', label: '开始时间', widget: 'time' },
  {
    field: 'end',
    label: '截止时间',
    widget: 'time',
    hint: ({ cronExpression }) => (cronExpression ? '到这个时间不再开始新的一轮' : undefined),
  },
  {
    field: 'durationHours',
    label: '每轮填报时长（小时）',
    widget: 'number',
    visible: ({ cronExpression }) => Boolean(cronExpression),
    required: ({ cronExpression }) => Boolean(cronExpression),
  },
  {
    field: 'carryOver',
    label: '沿用上期内容',
    widget: 'switch',
    initial: '0',
    visible: ({ cronExpression }) => Boolean(cronExpression),
    hint: '打开填报时先带入本人上一期填的内容',
  },
  {
    field: 'repeat',
    label: '填报次数',
    widget: 'radio',
    initial: 'once',
    options: [
      { value: 'once', label: '每人一份' },
      { value: 'many', label: '可填多份' },
    ],
  },
  {
    field: 'remindHours',
    label: '截止前提醒',
    initial: [24],
    render: (props) => <Select mode="multiple" maxCount={5} options={HOURS} placeholder="不提醒" {...props} />,
  },
  { field: 'remark', label: '填报说明', widget: 'area', wide: true },
  ...audienceFields(undefined, '填报'),
];

/** 填报任务: all tasks; the name opens how one stands (`?open=`). */
export default function TaskPage() {
  const [search] = useSearchParams();
  const id = search.get('open');
  return id && /^\d+$/.test(id) ? <ProgressView key={id} taskId={id} /> : <TaskList />;
}

function TaskList() {
  const list = useEntityPage(listApi, options);
  const navigate = useNavigate();
  const begin = (row: Row) =>
    void confirmDialog({
      title: `启动“${row.taskName}”？`,
      content: `${audienceText(row)}将收到填报通知，并在首页看到待办。`,
      okText: '启动',
      onOk: async () => {
        const { roundId, nextTime } = await api.task.start({ params: { id: row.id } });
        toast.success(roundId === null && nextTime !== null ? '已启动，到时间开始填报' : '已启动，填报已开始');
        await list.refresh();
      },
    });
  const end = (row: Row) =>
    void confirmDialog({
      title: `停止“${row.taskName}”？`,
      content: '停止后不再填报和提醒，已填报的数据保留，可以再次启动。',
      okText: '停止',
      onOk: async () => {
        await api.task.stop({ params: { id: row.id } });
        toast.success('已停止');
        await list.refresh();
      },
    });
  const open = (row: Row) => void navigate(`${PATH}?open=${row.id}`);
  const actions = (row: Row): RowAction[] => {
    const progress: RowAction = { key: 'progress', label: '进度', call: api.task.progress, onClick: () => open(row) };
    if (row.status === '1') return [progress, { key: 'stop', label: '停止', call: api.task.stop, onClick: () => end(row) }];
    const start: RowAction = { key: 'start', label: '启动', call: api.task.start, onClick: () => begin(row) };
    // what waits for its start has no progress yet, and starting it is what is done next
    return row.status === '0' ? [start, progress] : [progress, start];
  };
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} opener={(row) => () => open(row)} />
      <EntityForm api={listApi} label="填报任务" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
    </div>
  );
}
