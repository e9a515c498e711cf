import { SyncOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { count } from '#kit/web/format.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { TreePanel } from '#kit/web/tree/TreePanel.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { TypeDrawer } from './TypeDrawer.tsx';
import { TypePublishDialog, TypeVersion } from './TypePublish.tsx';
import { TypeUsedDrawer } from './TypeUsed.tsx';
import './dict.css';

type Row = RowOf<typeof api.standardDict>;

const options: EntityPageOptions<Row> = {
  label: '标准项',
  nameField: 'gbName',
  search: [
    { field: 'keyword', label: '编码、名称或首字母' },
    { field: 'parentCode', label: '上级编码' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'gbName', title: '标准名称', width: 220, sort: true },
    { field: 'gbCode', title: '标准编码', kind: 'mono', width: 120, sort: true },
    {
      field: 'parentName',
      title: '上级',
      width: 160,
      render: (row) => (row.parentCode === null ? <Missing /> : `${row.parentCode} ${row.parentName ?? ''}`),
    },
    { field: 'childCount', title: '下级', kind: 'number', width: 80 },
    { field: 'gbTypeCode', title: '所属类别', width: 160 },
    { field: 'validFrom', title: '生效日期', kind: 'day', width: 110, sort: true },
    { field: 'validTo', title: '失效日期', kind: 'day', width: 110, sort: true },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 80 },
    { field: 'remark', title: '备注', hidden: true },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

const loadTypes = async () =>
  (await api.standardType.list())
    .filter((type) => type.keptBy === 'people')
    .map((type) => ({ value: type.id, label: `${type.gbTypeCode} ${type.gbTypeName}` }));
const fields: readonly FormField<InputOf<typeof api.standardDict>>[] = [
  { field: 'typeId', label: '所属类别', widget: 'select', load: loadTypes, wide: true, fixedOnEdit: true },
  { field: 'gbCode', label: '标准编码', hint: '按文本保存，前导零和字母都有意义' },
  { field: 'gbName', label: '标准名称' },
  { field: 'parentCode', label: '上级编码', placeholder: '没有上级时留空' },
  { field: 'sortNo', label: '排序', widget: 'number', initial: 0 },
  { field: 'validFrom', label: '生效日期', widget: 'day', hint: '不填为一直有效' },
  { field: 'validTo', label: '失效日期', widget: 'day' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** The sets as rows of the tree, each with the number of its enabled items. */
function useTypes() {
  const { data, refetch } = useCall(api.standardType.list);
  const rows = useMemo(
    () =>
      (data ?? []).map((type) => ({
        id: type.id,
        // the year of a standard is left out: names stay whole
        name: `${type.gbTypeCode.replace(/-\d{4}$/, '')} ${type.gbTypeName}`,
        parentId: null,
        count: type.dictCount,
      })),
    [data],
  );
  return { rows, options: data ?? [], refetch: () => void refetch() };
}

/** 标准字典: the code sets at the left narrow the list of their items. */
export default function DictPage() {
  const list = useEntityPage(api.standardDict, options);
  const types = useTypes();
  const [search, setSearch] = useSearchParams();
  const { state, update } = list;
  const choose = (values: Record<string, string | null>) => {
    const next = Object.entries({ ...state.values, ...values }).filter((entry): entry is [string, string] => entry[1] !== null);
    update({ values: Object.fromEntries(next), page: 1 });
  };
  const showPanel = (panel: 'types' | 'used' | null) => {
    const next = new URLSearchParams(search);
    if (panel) next.set('panel', panel);
    else next.delete('panel');
    setSearch(next);
  };
  const typeId = state.values['typeId'] ?? null;
  const chosen = types.options.find((type) => type.id === typeId);
  const [isPublishing, setPublishing] = useState(false);
  const actions = (row: Row): RowAction[] =>
    row.childCount === 0
      ? []
      : [{ key: 'below', label: '下级', onClick: () => choose({ typeId: row.typeId, parentCode: row.gbCode, keyword: null }) }];
  const closeTypes = () => {
    showPanel(null);
    types.refetch();
  };
  return (
    <div className="panel list-page standard-dict">
      <ListActions<Row> list={list}>
        <TypeVersion type={chosen} onUsed={() => showPanel('used')} onPublish={() => setPublishing(true)} />
        <Button onClick={() => showPanel('types')}>标准类别</Button>
        <RefreshButton onDone={() => void list.refresh()} />
      </ListActions>
      <TreePanel
        rows={types.rows}
        placeholder="搜索标准类别"
        selected={typeId}
        onSelect={(id) => choose({ typeId: id, parentCode: null })}
      />
      <EntityTable<Row> list={list} actions={actions} />
      <EntityForm
        api={api.standardDict}
        label="标准项"
        fields={fields}
        opened={state.opened}
        initial={typeId ? { typeId } : undefined}
        onClose={() => list.open(null)}
        onSaved={types.refetch}
      />
      <DetailDrawer<Row> list={list} />
      {search.get('panel') === 'types' && <TypeDrawer onClose={closeTypes} />}
      {search.get('panel') === 'used' && chosen && <TypeUsedDrawer type={chosen} onClose={() => showPanel(null)} />}
      {isPublishing && chosen && <TypePublishDialog type={chosen} onClose={() => setPublishing(false)} />}
    </div>
  );
}

/** Takes over what changed in the table of areas since the last night. */
function RefreshButton({ onDone }: { onDone: () => void }) {
  const can = useCan();
  const refresh = useWrite(api.standardDict.refresh, {
    onSuccess: ({ written }) => {
      toast.success(written === 0 ? '已是最新' : `已更新 ${count(written)} 项行政区划`);
      onDone();
    },
  });
  if (!can(api.standardDict.refresh)) return null;
  return (
    <Button icon={<SyncOutlined />} loading={refresh.isPending} onClick={() => refresh.mutate({})}>
      刷新
    </Button>
  );
}
