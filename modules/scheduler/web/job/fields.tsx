import { Select } from 'antd';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { AccountsSelect } from '#modules/system/web/parts.ts';
import { DEFAULT_ZONE } from '../../contract/fields.ts';
import type { api } from '../api.ts';
import { CronBuilder } from '../cron/CronBuilder.tsx';
import { ParamsForm, useTasks } from './ParamsForm.tsx';

type Input = InputOf<typeof api.job>;

function TaskPicker({ id, value, onChange, disabled }: FieldProps) {
  const tasks = useTasks();
  return (
    <Select
      id={id}
      value={value as string | undefined}
      onChange={onChange}
      disabled={disabled}
      loading={tasks.isLoading}
      placeholder="请选择"
      showSearch={{ optionFilterProp: 'label' }}
      options={(tasks.data ?? []).map((task) => ({ value: task.key, label: task.name }))}
    />
  );
}

const COMMON_ZONES = [
  'Asia/Shanghai',
  'UTC',
  'Asia/Tokyo',
  'Asia/Singapore',
  'Asia/Dubai',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
];
const zones = (): readonly string[] => [...new Set([...COMMON_ZONES, ...Intl.supportedValuesOf('timeZone')])];

const isRetried = (values: Partial<Input>) => (values.retryCount ?? 0) > 0;

/** The form of a job. */
export const fields: readonly FormField<Input>[] = [
  { field: 'jobName', label: '任务名称', section: '任务', placeholder: '例如 每日证书到期提醒' },
  { field: 'beanName', label: '任务类型', render: (props) => <TaskPicker {...props} /> },
  {
    field: 'methodParams',
    label: '参数',
    wide: true,
    initial: '{}',
    render: (props, values) => <ParamsForm {...props} beanName={values.beanName} />,
  },
  {
    field: 'cronExpression',
    label: '执行时间',
    section: '执行计划',
    wide: true,
    initial: '0 0 2 * * ?',
    render: (props, values) => <CronBuilder {...props} timeZone={values.timeZone ?? DEFAULT_ZONE} />,
  },
  {
    field: 'timeZone',
    label: '时区',
    widget: 'select',
    load: () => Promise.resolve(zones().map((zone) => ({ value: zone, label: zone }))),
  },
  { field: 'status', label: '启用', widget: 'switch', initial: '1', hint: '关闭后任务暂停，不再按计划执行' },
  {
    field: 'misfirePolicy',
    label: '错过处理',
    section: '执行规则',
    widget: 'select',
    dict: 'scheduler_misfire',
    hint: '停机期间错过的执行如何处理，最多补 10 次',
  },
  { field: 'overlapPolicy', label: '重叠处理', widget: 'select', dict: 'scheduler_overlap', hint: '上一次还没结束时，新的一次如何处理' },
  { field: 'timeoutSeconds', label: '超时时间（秒）', widget: 'number' },
  { field: 'retryCount', label: '失败重试次数', widget: 'number' },
  { field: 'retryDelaySeconds', label: '首次重试间隔（秒）', widget: 'number', visible: isRetried },
  { field: 'retryFactor', label: '间隔倍数', widget: 'number', visible: isRetried, hint: '每次重试的间隔是上一次的几倍' },
  { field: 'retryCapSeconds', label: '最长重试间隔（秒）', widget: 'number', visible: isRetried },
  {
    field: 'alertUserIds',
    label: '通知对象',
    section: '失败通知',
    initial: [],
    render: (props) => <AccountsSelect {...props} placeholder="失败时提醒谁" />,
  },
  { field: 'alertAfter', label: '连续失败次数', widget: 'number', hint: '连续失败达到该次数时提醒' },
  { field: 'keepDays', label: '保留天数', section: '日志保留', widget: 'number' },
  { field: 'keepRuns', label: '保留条数', widget: 'number' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];
