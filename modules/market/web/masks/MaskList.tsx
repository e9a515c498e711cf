import { Select } from 'antd';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { RulesInput, type GivenRule } from './RulesInput.tsx';

type Row = RowOf<typeof api.apiMask>;
const MANY = 200;

const rulesText = ({ rules }: Row) =>
  rules.map(({ fieldName, ruleName }) => `${fieldName} ${ruleName ?? '规则已失效，全部隐藏'}`).join('，');
const options: EntityPageOptions<Row> = {
  label: '脱敏设置',
  nameField: 'maskName',
  search: [
    { field: 'maskName', label: '脱敏名称' },
    { field: 'apiName', label: 'API名称' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'maskName', title: '脱敏名称', width: 180, sort: true },
    {
      field: 'apiName',
      title: '数据API',
      width: 220,
      render: (row, own) => (
        <span className="market-path">
          {own}
          <span className="mono muted">{row.apiVersion}</span>
        </span>
      ),
    },
    { field: 'status', title: '状态', width: 80, dict: 'sys_common_status' },
    { field: 'rules', title: '加严的字段', width: 360, render: (row) => <span className="cut">{rulesText(row)}</span> },
    { field: 'updateTime', title: '更新时间', width: 150, kind: 'time', sort: true },
  ],
};
const fields: readonly FormField<InputOf<typeof api.apiMask>>[] = [
  { field: 'apiId', label: '数据API', fixedOnEdit: true, render: (props) => <ApiSelect {...props} /> },
  { field: 'maskName', label: '脱敏名称', placeholder: '例如 对外版本加严' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1', hint: '禁用后只按数据分类的规则脱敏' },
  {
    field: 'rules',
    label: '脱敏字段',
    wide: true,
    hint: '只能选择不比现有脱敏宽松的规则；保存后1秒内在所有节点生效',
    render: (props, values) => (
      <RulesInput
        apiId={values.apiId ?? null}
        value={(props.value as GivenRule[] | undefined) ?? []}
        onChange={(rules) => props.onChange?.(rules)}
      />
    ),
  },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];
const facts: readonly Fact<Row>[] = [
  { field: 'apiName', title: '数据API', render: (row) => `${row.apiName} ${row.apiVersion}` },
  { field: 'status', title: '状态', dict: 'sys_common_status' },
  { field: 'rules', title: '加严的字段', wide: true, render: rulesText },
  { field: 'updateTime', title: '更新时间', kind: 'second' },
  { field: 'remark', title: '备注', wide: true },
];

function ApiSelect({ id, value, onChange, disabled }: FieldProps) {
  const apis = useCall(api.dataApi.page, { query: { pageSize: MANY } });
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(disabled !== undefined && { disabled })}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择数据API"
      loading={apis.isPending}
      value={value as string | undefined}
      onChange={(next) => onChange?.(next)}
      options={apis.data?.data.map((row) => ({ value: row.id, label: `${row.apiName} ${row.apiVersion}` })) ?? []}
    />
  );
}

export function MaskList() {
  const list = useEntityPage(api.apiMask, options);
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} />
      <EntityForm api={api.apiMask} label="脱敏设置" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} facts={facts} form={fields} />
    </div>
  );
}
