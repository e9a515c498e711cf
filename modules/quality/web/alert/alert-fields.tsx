import { Select } from 'antd';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { AccountsSelect } from '#modules/system/web/parts.ts';
import { api } from '../api.ts';

type Input = InputOf<typeof api.alertRule>;
const FRESH = 60_000;
const KINDS = [
  { value: 'fail', label: '不通过' },
  { value: 'warn', label: '警告' },
  { value: 'error', label: '执行失败' },
  { value: 'recover', label: '已恢复' },
];
const named = (input: string, option?: { label?: unknown }) =>
  String(option?.label ?? '')
    .toLowerCase()
    .includes(input.toLowerCase());

function Choices({ id, value, onChange, options }: FieldProps & { options: readonly { value: string; label: string }[] | undefined }) {
  return (
    <Select
      mode="multiple"
      allowClear
      showSearch={{ filterOption: named }}
      {...(id && { id })}
      value={value ?? []}
      onChange={onChange}
      loading={options === undefined}
      options={options ? [...options] : []}
      placeholder="不选则不限"
    />
  );
}
function Sources(props: FieldProps) {
  const { data } = useCall(api.source.list, {}, { staleTime: FRESH });
  return <Choices {...props} options={data?.map((one) => ({ value: one.id, label: one.sourceName }))} />;
}
function Rules(props: FieldProps) {
  const { data } = useCall(api.rule.page, { query: { pageSize: 200 } }, { staleTime: FRESH });
  return <Choices {...props} options={data?.data.map((one) => ({ value: one.id, label: one.ruleName }))} />;
}
function Levels(props: FieldProps) {
  const { data } = useCall(api.ruleLevel.list, {}, { staleTime: FRESH });
  return <Choices {...props} options={data?.map((one) => ({ value: one.id, label: one.name }))} />;
}
const hasRobot = ({ webhookKind }: Partial<Input>) => Boolean(webhookKind);

export const alertFields: readonly FormField<Input>[] = [
  { field: 'alertName', label: '告警名称', wide: true },
  {
    field: 'kinds',
    label: '告警时机',
    widget: 'multi',
    options: KINDS,
    initial: ['fail', 'error', 'recover'],
    wide: true,
    hint: '只在结果变化时告警：同一规则连续不通过只告警一次',
  },
  { field: 'sourceIds', label: '数据源', section: '哪些规则', wide: true, render: (props) => <Sources {...props} /> },
  { field: 'ruleIds', label: '规则', wide: true, render: (props) => <Rules {...props} /> },
  { field: 'levelIds', label: '级别', render: (props) => <Levels {...props} /> },
  { field: 'toRuleOwner', label: '规则负责人', section: '通知谁', widget: 'switch', initial: '1' },
  { field: 'toTableOwner', label: '数据表负责人', widget: 'switch', initial: '0' },
  { field: 'userIds', label: '其他人员', wide: true, render: (props) => <AccountsSelect {...props} /> },
  { field: 'byMail', label: '同时发邮件', widget: 'switch', initial: '0' },
  {
    field: 'webhookKind',
    label: '群机器人',
    section: '群机器人',
    sectionNote: '机器人地址的主机须先在系统管理的外部地址中登记',
    widget: 'select',
    dict: 'quality_webhook_kind',
  },
  {
    field: 'webhookAddress',
    label: '机器人地址',
    widget: 'password',
    wide: true,
    hint: '地址含访问凭证，保存后不再显示，原样提交则保留',
    visible: hasRobot,
    required: hasRobot,
  },
  { field: 'webhookSecret', label: '加签密钥', widget: 'password', hint: '机器人开启加签时填写；换地址后须重新填写', visible: hasRobot },
  { field: 'quietFrom', label: '免打扰开始', section: '何时发送', placeholder: '例如 22:00', hint: '此后发生的变化到免打扰结束时再发送' },
  { field: 'quietTo', label: '免打扰结束', placeholder: '例如 07:30' },
  { field: 'groupMinutes', label: '合并时间（分钟）', widget: 'number', initial: 0, hint: '这段时间内的变化合为一条消息；0 为不合并' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];
