import { MASK_ALGORITHMS, type MaskAlgorithm } from '#kit/core/mask/algorithms.ts';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { MaskParamsInput } from './MaskParamsInput.tsx';
import { paramsText } from './mask-params.ts';

type Row = RowOf<typeof api.maskRule>;
const algorithms = Object.entries(MASK_ALGORITHMS).map(([value, label]) => ({ value, label }));

const options: EntityPageOptions<Row> = {
  label: '脱敏规则',
  nameField: 'ruleName',
  search: [
    { field: 'ruleName', label: '规则名称' },
    { field: 'algorithm', label: '算法', options: algorithms },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'ruleName', title: '规则名称', width: 210, sort: true },
    { field: 'ruleCode', title: '规则编码', kind: 'mono', width: 150 },
    { field: 'algorithm', title: '算法', width: 140, render: (row) => <Tag tone="line">{MASK_ALGORITHMS[row.algorithm]}</Tag> },
    { field: 'params', title: '参数', width: 190, render: (row) => paramsText(row) ?? <Missing /> },
    { field: 'isBuiltin', title: '来源', width: 90, render: (row) => (row.isBuiltin === '1' ? '内置' : '自定义') },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 90 },
    { field: 'remark', title: '备注' },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

const fields: readonly FormField<InputOf<typeof api.maskRule>>[] = [
  { field: 'ruleName', label: '规则名称' },
  { field: 'ruleCode', label: '规则编码', placeholder: '例如 keep_3_4', fixedOnEdit: true },
  { field: 'algorithm', label: '算法', options: algorithms, initial: 'keep' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  {
    field: 'params',
    label: '参数与试算',
    wide: true,
    initial: { head: 3, tail: 4 },
    render: (props, values) => <MaskParamsInput {...props} algorithm={(values.algorithm ?? 'keep') as MaskAlgorithm} />,
  },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** The rules that classes may name. */
export function MaskRuleList() {
  const list = useEntityPage(api.maskRule, options);
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} />
      <EntityForm api={api.maskRule} label="脱敏规则" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} form={fields} />
    </div>
  );
}
