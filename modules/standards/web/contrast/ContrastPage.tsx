import { useNavigate } from 'react-router';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ExportButton } from '#kit/web/excel/ExportButton.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { count } from '#kit/web/format.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { ColumnSelect, SourceSelect, TableSelect, loadTypes } from './pickers.tsx';

type Row = RowOf<typeof api.contrast>;
const BINDS = [
  { value: 'gb_code', label: '标准编码' },
  { value: 'gb_name', label: '标准名称' },
];

const options: EntityPageOptions<Row> = {
  label: '对照表',
  nameField: 'columnName',
  search: [{ field: 'keyword', label: '表或字段' }],
  columns: [
    {
      field: 'columnName',
      title: '字段',
      width: 230,
      render: (row, own) => (
        <>
          {own} {row.isColumnGone ? <Tag tone="bad">字段已不存在</Tag> : <span className="muted">{row.columnComment}</span>}
        </>
      ),
    },
    { field: 'tableName', title: '数据表', width: 250, render: (row) => `${row.schemaName ?? ''}.${row.tableName ?? ''}` },
    { field: 'sourceName', title: '数据源', width: 130 },
    { field: 'gbTypeCode', title: '标准类别', width: 240, render: (row) => `${row.gbTypeCode} ${row.gbTypeName}` },
    { field: 'bindGbColumn', title: '绑定', width: 90, render: (row) => BINDS.find(({ value }) => value === row.bindGbColumn)?.label },
    {
      field: 'rowCount',
      title: '采集行数',
      kind: 'number',
      width: 90,
      render: (row) => (row.rowCount === null ? <Missing /> : count(row.rowCount)),
    },
    { field: 'collectTime', title: '采集时间', kind: 'time', width: 140, sort: true },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 80 },
    { field: 'remark', title: '备注', hidden: true },
  ],
};

const fields: readonly FormField<InputOf<typeof api.contrast>>[] = [
  { field: 'sourceId', label: '数据源', fixedOnEdit: true, render: (props) => <SourceSelect {...props} /> },
  {
    field: 'tableId',
    label: '数据表',
    fixedOnEdit: true,
    render: (props, values) => <TableSelect {...props} sourceId={values.sourceId} />,
  },
  { field: 'columnId', label: '字段', fixedOnEdit: true, render: (props, values) => <ColumnSelect {...props} tableId={values.tableId} /> },
  { field: 'gbTypeId', label: '标准类别', widget: 'select', load: loadTypes, hint: '换成另一个类别时，原有对照会清空' },
  { field: 'bindGbColumn', label: '绑定标准字段', widget: 'radio', options: BINDS, initial: 'gb_code' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 对照表: columns and the code sets that their values come from. */
export default function ContrastPage() {
  const list = useEntityPage(api.contrast, options);
  const navigate = useNavigate();
  const collect = useWrite(api.contrastDict.collect, {
    refreshes: [api.contrast.page],
    onSuccess: ({ values, added, gone }) =>
      toast.success(
        `采集到 ${count(values)} 个取值${added > 0 ? `，新增 ${count(added)} 个` : ''}${gone > 0 ? `，${count(gone)} 个已不再出现` : ''}`,
      ),
  });
  const actions = (row: Row): RowAction[] => [
    { key: 'map', label: '字典对照', call: api.mapping.get, onClick: () => void navigate(`/standard/dictmapping?contrastId=${row.id}`) },
    {
      key: 'collect',
      label: '采集取值',
      call: api.contrastDict.collect,
      disabled: row.isColumnGone ? '字段在数据源中已不存在' : undefined,
      onClick: () => collect.mutate({ params: { contrastId: row.id } }),
    },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list}>
        <ExportButton call={api.contrast.exportContrasts} label="对照表" body={() => list.query} />
      </ListActions>
      <EntityTable<Row> list={list} actions={actions} />
      <EntityForm api={api.contrast} label="对照表" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} />
    </div>
  );
}
