import { Checkbox } from 'antd';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { useNow } from '#kit/web/parts/use-now.ts';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowOf } from '#kit/web/table/types.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { AccountSelect } from '#modules/system/web/parts.ts';
import { api } from '../api.ts';

type Row = RowOf<typeof api.delegation>;

function DelegationState({ row }: { row: Row }) {
  const now = new Date(useNow()).toISOString();
  if (row.validUntil <= now) return <Tag tone="idle">已结束</Tag>;
  return row.validFrom > now ? <Tag tone="line">未开始</Tag> : <Tag tone="accent">生效中</Tag>;
}

/** The businesses that are handed over; one that is not in force any more by its code. */
function DelegationScope({ row: { scope, businessCodes } }: { row: Pick<Row, 'scope' | 'businessCodes'> }) {
  const businesses = useCall(api.delegation.businesses, {}, { staleTime: 60_000, enabled: scope === 'some' });
  if (scope === 'all') return '全部业务';
  const names = new Map(businesses.data?.map(({ businessCode, businessName }) => [businessCode, businessName]));
  const text = businessCodes.map((code) => names.get(code) ?? code).join('、');
  return (
    <span className="cut" title={text}>
      {text}
    </span>
  );
}

const columns: readonly Column<Row>[] = [
  { field: 'toName', title: '代理人', width: 140, render: (row) => <PersonText name={row.toName} /> },
  { field: 'validFrom', title: '开始时间', kind: 'time', width: 160, sort: true },
  { field: 'validUntil', title: '结束时间', kind: 'time', width: 160, sort: true },
  { field: '_state', title: '状态', width: 96, render: (row) => <DelegationState row={row} /> },
  { field: 'scope', title: '范围', width: 200, render: (row) => <DelegationScope row={row} /> },
  { field: 'takesOpen', title: '已有待办', width: 96, render: (row) => (row.takesOpen ? '包括' : '不包括') },
  { field: 'reason', title: '原因', width: 220 },
];
const options = { label: '流程代理', columns, nameField: 'toName' as const };

const fields: readonly FormField<InputOf<typeof api.delegation>>[] = [
  {
    field: 'toUserId',
    label: '代理人',
    render: (props, _values, row) => (
      <AccountSelect {...props} present={row ? { id: String(row['toUserId']), name: String(row['toName'] ?? '') } : null} />
    ),
  },
  {
    field: 'scope',
    label: '范围',
    widget: 'radio',
    wide: true,
    initial: 'all',
    options: [
      { value: 'all', label: '全部业务' },
      { value: 'some', label: '指定业务' },
    ],
  },
  {
    field: 'businessCodes',
    label: '代理的业务',
    widget: 'multi',
    wide: true,
    visible: ({ scope }) => scope === 'some',
    required: ({ scope }) => scope === 'some',
    load: async () =>
      (await api.delegation.businesses({})).map(({ businessCode, businessName }) => ({ value: businessCode, label: businessName })),
    hint: '其他业务的任务仍由您办理',
  },
  { field: 'validFrom', label: '开始时间', widget: 'time' },
  { field: 'validUntil', label: '结束时间', widget: 'time', hint: '这段时间内新到的任务由代理人办理' },
  {
    field: 'takesOpen',
    label: '已有待办',
    wide: true,
    hint: '开始时您名下还没有办理的任务交给代理人，结束时仍没有办理的交还给您',
    render: ({ id, value, onChange }) => (
      <Checkbox {...(id ? { id } : {})} checked={value === true} onChange={(event) => onChange?.(event.target.checked)}>
        包括已有待办
      </Checkbox>
    ),
  },
  { field: 'reason', label: '原因', widget: 'area', wide: true },
];

/** 流程代理: who acts for the person, and for how long. */
export default function DelegationPage() {
  const list = useEntityPage(api.delegation, options);
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} />
      <EntityForm api={api.delegation} label="流程代理" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} form={fields} />
    </div>
  );
}
