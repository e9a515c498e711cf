import { KeyOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useMemo } from 'react';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { TreePanel, type PanelRow } from '#kit/web/tree/TreePanel.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { TreeNode } from '../contract/table.ts';
import { api } from './api.ts';
import { TableHeader } from './catalogue/TableHeader.tsx';
import { dataType } from './catalogue/data-type.ts';
import './metadata.css';

type Row = RowOf<typeof api.column>;
const YES_NO = [
  { value: '1', label: '是' },
  { value: '0', label: '否' },
];

const options: EntityPageOptions<Row> = {
  label: '字段',
  nameField: 'columnName',
  search: [
    { field: 'columnName', label: '字段', placeholder: '字段名或注释' },
    { field: 'dataType', label: '类型' },
    { field: 'columnKey', label: '主键', options: YES_NO },
  ],
  columns: [
    {
      field: 'columnName',
      title: '字段名',
      width: 190,
      sort: true,
      render: (row) => (
        <span className="column-name mono">
          {row.columnName}
          {row.columnKey === '1' && (
            <Tooltip title="主键">
              <KeyOutlined className="key-mark" aria-label="主键" />
            </Tooltip>
          )}
        </span>
      ),
    },
    { field: 'columnComment', title: '注释', width: 180 },
    { field: '_type', title: '类型', width: 130, render: (row) => <span className="mono">{dataType(row)}</span> },
    {
      field: 'columnNullable',
      title: '可空',
      width: 70,
      render: (row) => (row.columnNullable === '1' ? '是' : <span className="muted">否</span>),
    },
    {
      field: 'tableName',
      title: '数据表',
      width: 220,
      render: (row) => <span className="mono">{`${row.schemaName}.${row.tableName}`}</span>,
    },
    {
      field: 'level',
      title: '分级',
      width: 80,
      render: (row) =>
        row.level ? <Tag tone={row.level === 'L4' ? 'bad' : row.level === 'L3' ? 'warn' : 'line'}>{row.level}</Tag> : <Missing />,
    },
    { field: 'reference', title: '外键引用', kind: 'mono', width: 200, hidden: true },
    { field: 'dataDefault', title: '默认值', kind: 'mono', width: 160, hidden: true },
    { field: 'sourceName', title: '数据源', width: 150, hidden: true },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

const facts: readonly Fact<Row>[] = [
  { field: 'columnName', title: '字段名', kind: 'mono' },
  { field: 'columnComment', title: '注释' },
  { field: '_type', title: '类型', render: (row) => <span className="mono">{dataType(row)}</span> },
  { field: '_table', title: '数据表', render: (row) => <span className="mono">{`${row.schemaName}.${row.tableName}`}</span> },
  { field: 'columnKey', title: '主键', render: (row) => (row.columnKey === '1' ? '是' : '否') },
  { field: 'columnNullable', title: '可空', render: (row) => (row.columnNullable === '1' ? '是' : '否') },
  { field: 'dataLength', title: '长度' },
  { field: 'dataPrecision', title: '精度' },
  { field: 'dataScale', title: '小数位' },
  { field: 'dataDefault', title: '默认值', kind: 'mono' },
  { field: 'reference', title: '外键引用', kind: 'mono' },
  { field: 'sourceName', title: '数据源' },
];

/** Source → schema → table as the rows of the tree panel; schema ids carry their source. */
function panelRows(nodes: readonly TreeNode[], parentId: string | null = null): PanelRow[] {
  return nodes.flatMap((node) => [
    { id: node.id, name: node.type === 'table' ? node.code : node.label, parentId, count: node.count },
    ...panelRows(node.children ?? [], node.id),
  ]);
}
const schemaOf = (id: string) => /^([0-9a-z_]+)\.(.+)$/s.exec(id);

export default function DataColumnPage() {
  const list = useEntityPage(api.column, options);
  const tree = useCall(api.column.tree, { params: { level: 'table' } }, { staleTime: 60_000 });
  const rows = useMemo(() => panelRows(tree.data ?? []), [tree.data]);
  const { values } = list.state;
  const selected =
    values['tableId'] ?? (values['schemaName'] ? `${values['sourceId']}.${values['schemaName']}` : (values['sourceId'] ?? null));
  const select = (id: string | null) => {
    const { sourceId: _source, schemaName: _schema, tableId: _table, ...rest } = values;
    const schema = id === null ? null : schemaOf(id);
    const isSource = rows.some((row) => row.id === id && row.parentId === null);
    const chosen: Record<string, string> =
      id === null ? {} : schema ? { sourceId: schema[1]!, schemaName: schema[2]! } : isSource ? { sourceId: id } : { tableId: id };
    list.update({ values: { ...rest, ...chosen }, page: 1, sort: '' });
  };
  return (
    <div className="panel list-page catalogue">
      <TreePanel rows={rows} placeholder="搜索表" selected={selected} onSelect={select} startLevel={2} />
      <div className="catalogue-main">
        {values['tableId'] && <TableHeader id={values['tableId']} />}
        <EntityTable<Row> list={list} />
      </div>
      <DetailDrawer<Row> list={list} facts={facts} />
    </div>
  );
}
