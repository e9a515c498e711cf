import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowOf } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { IdleRuleSelect, TypeName, TypeSelect } from './type-fields.tsx';
import '../workflow.css';

type Row = RowOf<typeof api.business>;

const columns: readonly Column<Row>[] = [
  { field: 'businessName', title: '业务名称', width: 160, sort: true },
  { field: 'businessCode', title: '业务编码', kind: 'mono', width: 120, sort: true },
  { field: 'businessType', title: '业务类型', width: 140, render: (row) => <TypeName code={row.businessType} /> },
  { field: 'processDefinitionName', title: '流程', width: 160 },
  { field: 'businessTempalte', title: '标题模板', width: 220 },
  { field: 'status', title: '状态', dict: 'sys_common_status', width: 80 },
  { field: 'createTime', title: '创建时间', kind: 'time', width: 152, sort: true },
];
const options = {
  label: '业务流程配置',
  columns,
  nameField: 'businessName' as const,
  search: [
    { field: 'businessName', label: '业务名称' },
    { field: 'businessCode', label: '业务编码' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
};

const CANCEL_RULES = [
  { value: 'any', label: '审核中随时可以撤销' },
  { value: 'first', label: '有人审批之前可以撤销' },
  { value: 'never', label: '提交后不能撤销' },
];
/** The newest version of each process: older ones stand for the same key. */
async function definitions() {
  const { data } = await api.definition.page({ query: { pageSize: 200, sort: '-versionNo' } });
  const newest = new Map(data.toReversed().map((row) => [row.key, row]));
  return [...newest.values()].map(({ id, name, key }) => ({ value: id, label: `${name}（${key}）` }));
}

const fields: readonly FormField<InputOf<typeof api.business>>[] = [
  { field: 'businessName', label: '业务名称', placeholder: '例如 费用报销' },
  { field: 'businessCode', label: '业务编码', placeholder: '通常是页面的资源编码，例如 2013', fixedOnEdit: true },
  {
    field: 'businessType',
    label: '业务类型',
    wide: true,
    render: (props) => <TypeSelect {...props} />,
    fixedOnEdit: true,
  },
  { field: 'processDefinitionId', label: '流程', widget: 'select', load: definitions, hint: '提交时使用该流程最新的激活版本' },
  {
    field: 'businessTempalte',
    label: '标题模板',
    wide: true,
    initial: '{nickname}的{businessName}申请',
    hint: '可用 {nickname}、{businessName}、{datetime}、{businessKey} 和单据字段，例如 {title}',
  },
  {
    field: 'messageTemplate',
    label: '消息模板',
    wide: true,
    hint: '发给审批人的消息，可用的变量与标题模板相同；不填时为标题',
  },
  {
    field: 'cancelRule',
    label: '撤销',
    widget: 'select',
    options: CANCEL_RULES,
    initial: 'any',
    hint: '发起人何时可以撤销；被退回的总能撤销',
  },
  {
    field: 'idleRule',
    label: '无可用流程时',
    render: (props, values) => <IdleRuleSelect {...props} type={values.businessType} />,
    initial: 'refuse',
    hint: '业务禁用、流程未发布或已挂起时',
  },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 业务流程配置: which process approves which records. */
export default function BusinessPage() {
  const list = useEntityPage(api.business, options);
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} />
      <EntityForm api={api.business} label="业务流程配置" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} form={fields} />
    </div>
  );
}
