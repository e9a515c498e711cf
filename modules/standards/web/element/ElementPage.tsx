import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { ATTRIBUTE_LABELS } from '../../core/attributes.ts';
import { api } from '../api.ts';
import { elementForm } from './element-form.tsx';
import { RetireDialog } from './RetireDialog.tsx';
import { VersionsDrawer } from './VersionsDrawer.tsx';

type Row = RowOf<typeof api.standardElement>;

/** What people read for an attribute that holds an id. */
const NAMES: Readonly<Record<string, keyof Row>> = {
  classId: 'className',
  gbTypeId: 'gbTypeName',
  unitId: 'unitName',
  docId: 'docName',
  ownerId: 'ownerName',
};
const DICTS: Readonly<Record<string, string>> = { dataType: 'standard_data_type', isNullable: 'sys_yes_no' };
const labels = (names: readonly string[]): string => names.map((name) => ATTRIBUTE_LABELS[name] ?? name).join('、');

function State({ row }: { row: Row }) {
  if (row.state === 'retired') return <Tag>已废止</Tag>;
  if (row.state === 'draft') return <Tag tone="warn">草稿</Tag>;
  return <Tag tone="ok">生效 V{row.versionNo}</Tag>;
}

const options: EntityPageOptions<Row> = {
  label: '数据元',
  nameField: 'elementName',
  search: [
    { field: 'keyword', label: '名称、标识符或别名' },
    { field: 'state', label: '状态', dict: 'standard_element_state' },
    { field: 'objectClass', label: '所属对象' },
  ],
  columns: [
    { field: 'elementName', title: '中文名称', width: 170, sort: true },
    { field: 'elementCode', title: '标识符', kind: 'mono', width: 150, sort: true },
    { field: 'elementNameEn', title: '英文名称', kind: 'mono', width: 130 },
    { field: 'dataType', title: '数据类型', dict: 'standard_data_type', width: 90 },
    { field: 'dataLength', title: '长度', kind: 'mono', width: 80 },
    { field: 'gbTypeName', title: '值域', width: 190 },
    { field: 'state', title: '状态', width: 100, render: (row) => <State row={row} /> },
    {
      field: 'changed',
      title: '草稿',
      width: 130,
      render: (row) => (row.changed.length === 0 ? <Missing /> : <span title={labels(row.changed)}>改了 {row.changed.length} 项</span>),
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

const facts: readonly Fact<Row>[] = [
  ...Object.entries(ATTRIBUTE_LABELS).map(([field, title]): Fact<Row> => ({
    field: (NAMES[field] ?? field) as keyof Row & string,
    title,
    ...(DICTS[field] && { dict: DICTS[field] }),
    ...(['definition', 'remark', 'usage'].includes(field) && { wide: true }),
  })),
  { field: 'state', title: '状态', render: (row) => <State row={row} /> },
  { field: 'changed', title: '草稿修改', render: (row) => (row.changed.length === 0 ? <Missing /> : labels(row.changed)) },
];

/** 提交发布, 版本, 废止, as far as the state of the row admits them. */
function useElementActions(on: { versions: (id: string) => void; retire: (row: Row) => void }) {
  const submit = useWrite(api.standardElement.submit, {
    onSuccess: ({ flowStatus, versionNo }) => toast.success(flowStatus === '3' ? '已提交审核' : `已发布第 ${versionNo ?? 1} 版，立即生效`),
  });
  const askSubmit = (row: Row) =>
    void confirmDialog({
      title: `发布“${row.elementName}”？`,
      content: row.changed.length > 0 ? `将修改：${labels(row.changed)}。` : '发布后可以被引用和绑定。',
      okText: '提交发布',
      onOk: () => submit.mutateAsync({ params: { id: row.id } }),
    });
  return (row: Row): RowAction[] => {
    const { standardElement: calls } = api;
    const actions: RowAction[] = [];
    if (row.flowStatus !== '3' && (row.state !== 'inForce' || row.changed.length > 0))
      actions.push({ key: 'submit', label: '提交发布', call: calls.submit, onClick: () => askSubmit(row) });
    if (row.versionNo !== null) actions.push({ key: 'versions', label: '版本', call: calls.versions, onClick: () => on.versions(row.id) });
    if (row.state === 'inForce' && row.flowStatus !== '3')
      actions.push({ key: 'retire', label: '废止', call: calls.retire, danger: true, onClick: () => on.retire(row) });
    return actions;
  };
}

/** 数据元: drafts, versions in force, and the way from one to the other. */
export default function ElementPage() {
  const list = useEntityPage(api.standardElement, options);
  const [search, setSearch] = useSearchParams();
  const [retiring, setRetiring] = useState<Row | null>(null);
  const showVersions = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id) next.set('versions', id);
    else next.delete('versions');
    setSearch(next);
  };
  const actions = useElementActions({ versions: showVersions, retire: setRetiring });
  const shown = search.get('versions');
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
      <DetailDrawer<Row> list={list} facts={facts} />
      {shown && <VersionsDrawer id={shown} onClose={() => showVersions(null)} />}
      {retiring && <RetireDialog row={retiring} onClose={() => setRetiring(null)} />}
    </div>
  );
}
