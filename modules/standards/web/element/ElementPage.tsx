import { useState } from 'react';
import { Link } from 'react-router';
import { useOwnSearch } from '#kit/web/address.ts';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { elementPath } from '../paths.ts';
import { elementForm } from './element-form.tsx';
import { ElementState, labelsOf, type ElementRow } from './element-texts.tsx';
import { ElementView } from './ElementView.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { RetireDialog } from './RetireDialog.tsx';

type Row = RowOf<typeof api.standardElement>;

const options: EntityPageOptions<Row> = {
  label: '数据元',
  nameField: 'elementName',
  details: false,
  search: [
    { field: 'keyword', label: '名称、标识符或别名' },
    { field: 'state', label: '状态', dict: 'standard_element_state' },
    { field: 'objectClass', label: '所属对象' },
  ],
  columns: [
    {
      field: 'elementName',
      title: '中文名称',
      width: 170,
      sort: true,
      render: (row) => <Link to={elementPath(row.id)}>{row.elementName}</Link>,
    },
    { field: 'elementCode', title: '标识符', kind: 'mono', width: 150, sort: true },
    { field: 'elementNameEn', title: '英文名称', kind: 'mono', width: 130 },
    { field: 'dataType', title: '数据类型', dict: 'standard_data_type', width: 90 },
    { field: 'dataLength', title: '长度', kind: 'mono', width: 80 },
    { field: 'gbTypeName', title: '值域', width: 190 },
    { field: 'state', title: '状态', width: 100, render: (row) => <ElementState row={row} /> },
    {
      field: 'changed',
      title: '草稿',
      width: 130,
      render: (row) => (row.changed.length === 0 ? <Missing /> : <span title={labelsOf(row.changed)}>改了 {row.changed.length} 项</span>),
    },
    {
      field: 'flowStatus',
      title: '审批',
      width: 90,
      render: (row) => (row.processInstanceId === null ? <Missing /> : <FlowTag flow={row} />),
    },
    { field: 'objectClass', title: '所属对象', width: 100, hidden: true },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 140, sort: true },
  ],
};

/** 数据元: the list, or everything about one of them. */
export default function ElementPage() {
  const { search } = useOwnSearch();
  // links of other pages name details as every list does
  const id = search.get('element') ?? /^detail-(.+)$/.exec(search.get('open') ?? '')?.[1];
  if (id) return <ElementView key={id} id={id} tab={search.get('tab') ?? 'attributes'} />;
  return <ElementList />;
}

function ElementList() {
  const list = useEntityPage(api.standardElement, options);
  const [publishing, setPublishing] = useState<ElementRow | null>(null);
  const [retiring, setRetiring] = useState<Row | null>(null);
  const actions = (row: Row): RowAction[] => {
    const { standardElement: calls } = api;
    const isOpen = row.flowStatus !== '3';
    return [
      ...(isOpen && (row.state !== 'inForce' || row.changed.length > 0)
        ? [{ key: 'submit', label: '提交发布', call: calls.submit, onClick: () => setPublishing(row) }]
        : []),
      ...(isOpen && row.state === 'inForce'
        ? [{ key: 'retire', label: '废止', call: calls.retire, danger: true, onClick: () => setRetiring(row) }]
        : []),
    ];
  };
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} />
      <EntityForm
        api={api.standardElement}
        label="数据元"
        fields={elementForm}
        opened={list.state.opened}
        onClose={() => list.open(null)}
      />
      {publishing && <PublishDialog row={publishing} onClose={() => setPublishing(null)} />}
      {retiring && <RetireDialog row={retiring} onClose={() => setRetiring(null)} />}
    </div>
  );
}
