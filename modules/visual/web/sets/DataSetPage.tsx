import { DownOutlined, ExclamationCircleFilled, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { minute } from '#kit/web/format.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { TreePanel, type PanelRow } from '#kit/web/tree/TreePanel.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { EXTRACT_STATES, KIND_ICONS, KIND_LABELS } from './kinds.tsx';
import { SetDetail } from './SetDetail.tsx';
import './sets.css';

/** Without the calls of a form: a set is designed on a page of its own. */
const listApi = {
  page: api.dataSet.page,
  get: api.dataSet.get,
  remove: api.dataSet.remove,
  removeBatch: api.dataSet.removeBatch,
};
type Row = RowOf<typeof listApi>;
type Detail = CallReply<typeof api.dataSet.get>;
const LOOSE = 'none';
const POLL_MS = 3000;
const NEW_KINDS = ['table', 'join', 'sql', 'file'] as const;

const kind = (row: { setKind: Row['setKind'] }) => (
  <span className="set-kind-cell">
    {KIND_ICONS[row.setKind]}
    {KIND_LABELS[row.setKind]}
  </span>
);
const extract = (row: Pick<Row, 'extractState' | 'extractTime' | 'extractMessage'>) => {
  const { label, tone } = EXTRACT_STATES[row.extractState];
  const note = row.extractState === 'failed' ? row.extractMessage : row.extractTime ? `抽取于 ${minute(row.extractTime)}` : null;
  return (
    <Tooltip title={note}>
      <span>
        <Tag tone={tone as Tone}>{label}</Tag>
      </span>
    </Tooltip>
  );
};

const options: EntityPageOptions<Row> = {
  label: '数据集',
  nameField: 'setName',
  search: [
    { field: 'setName', label: '名称' },
    {
      field: 'setKind',
      label: '类型',
      options: Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label })),
    },
    {
      field: 'extractState',
      label: '取数方式',
      options: Object.entries(EXTRACT_STATES).map(([value, { label }]) => ({ value, label })),
    },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'setName', title: '名称', width: 184, sort: true },
    { field: 'setKind', title: '类型', width: 98, render: kind },
    {
      field: 'sourceName',
      title: '数据源',
      width: 122,
      render: (row) => row.sourceName ?? <Missing />,
    },
    {
      field: 'folderName',
      title: '目录',
      width: 100,
      hidden: true,
      render: (row) => row.folderName ?? <Missing />,
    },
    { field: 'fieldCount', title: '字段', kind: 'number', width: 68, sort: true },
    { field: 'extractState', title: '取数', width: 92, render: extract },
    { field: 'useCount', title: '使用', kind: 'number', width: 68, sort: true },
    { field: 'ownerName', title: '创建人', width: 80 },
    {
      field: 'isShared',
      title: '共享',
      width: 72,
      hidden: true,
      render: (row) => (row.isShared === '1' ? <Tag tone="line">共享</Tag> : <Missing />),
    },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 80, hidden: true },
    { field: 'remark', title: '备注', hidden: true },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 146, sort: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 146, sort: true, hidden: true },
  ],
};

const facts: readonly Fact<Detail>[] = [
  { field: 'setName', title: '名称' },
  { field: 'setKind', title: '类型', render: kind },
  {
    field: 'sourceName',
    title: '数据源',
    render: (row) => row.sourceName ?? (row.setKind === 'file' ? '上传的文件' : <Missing />),
  },
  { field: 'folderName', title: '目录', render: (row) => row.folderName ?? '未分组' },
  { field: 'extractState', title: '取数', render: extract },
  {
    field: 'isShared',
    title: '共享',
    render: (row) => (row.isShared === '1' ? '所有人可用，行权限仍按各自的授权' : '否'),
  },
  { field: 'ownerName', title: '创建人' },
  { field: 'updateTime', title: '更新时间', kind: 'time' },
  { field: 'remark', title: '备注', wide: true },
];

/** 数据集: folders at the left, the sets of the chosen one at the right. */
export default function DataSetPage() {
  const list = useEntityPage(listApi, options);
  const navigate = useNavigate();
  const can = useCan();
  const folders = useCall(api.folder.tree, { params: { kind: 'dataset' } }, { staleTime: 30_000 });
  const { state, update } = list;
  const selected = state.values['folderId'] ?? null;
  const chooseFolder = (id: string | null) => {
    const { folderId: _old, ...rest } = state.values;
    update({ values: id === null ? rest : { ...rest, folderId: id }, page: 1 });
  };
  const copy = useWrite(api.dataSet.copy, { refreshes: [api.dataSet.page] });
  const share = useWrite(api.dataSet.update, { refreshes: [api.dataSet.page] });
  const [busy, setBusy] = useState(false);
  const isExtracting = (list.rows ?? []).some((row) => row.extractState === 'running');
  const { refresh } = list;
  useEffect(() => {
    if (!isExtracting) return;
    const timer = setInterval(() => void refresh(), POLL_MS);
    return () => clearInterval(timer);
  }, [isExtracting, refresh]);
  const tree: PanelRow[] = [
    ...(folders.data?.folders ?? []).map(({ id, name, parentId, count }) => ({
      id,
      name,
      parentId,
      count,
    })),
    ...(folders.data && folders.data.loose > 0 ? [{ id: LOOSE, name: '未分组', parentId: null, count: folders.data.loose }] : []),
  ];
  const build = (id: string, extra = '') => void navigate(`/visual/dataset/build/${id}${extra}`);
  const toggleShared = async (row: Row) => {
    const on = row.isShared !== '1';
    if (
      on &&
      !(await confirmDialog({
        content: `共享后，能查看数据集的人都可以使用「${row.setName}」的定义，数据仍按各自的权限显示。确定共享吗？`,
      }))
    )
      return;
    if (busy) return;
    setBusy(true);
    try {
      const detail = await api.dataSet.get({ params: { id: row.id } });
      await share.mutateAsync({
        params: { id: row.id },
        body: { ...detail, isShared: on ? '1' : '0' },
      });
      toast.success(on ? '已共享' : '已取消共享');
    } catch {
      // the request layer has told it
    } finally {
      setBusy(false);
    }
  };
  const actions = (row: Row): readonly RowAction[] => [
    {
      key: 'build',
      label: '设计',
      call: api.dataSet.update,
      disabled: !row.canEdit,
      onClick: () => build(row.id),
    },
    {
      key: 'copy',
      label: '复制',
      call: api.dataSet.copy,
      disabled: row.setKind === 'platform',
      onClick: () => copy.mutate({ params: { id: row.id } }, { onSuccess: () => toast.success('已复制') }),
    },
    {
      key: 'share',
      label: row.isShared === '1' ? '取消共享' : '共享',
      call: api.dataSet.update,
      disabled: !row.canEdit || row.isSystem === '1',
      onClick: () => void toggleShared(row),
    },
  ];
  return (
    <div className="panel list-page">
      <PageActions>
        {can(api.dataSet.create) && (
          <Dropdown
            menu={{
              items: NEW_KINDS.map((key) => ({
                key,
                icon: KIND_ICONS[key],
                label: NEW_LABELS[key],
              })),
              onClick: ({ key }) => build('new', `?kind=${key}${selected && selected !== LOOSE ? `&folderId=${selected}` : ''}`),
            }}
          >
            <Button type="primary" icon={<PlusOutlined />}>
              新增数据集 <DownOutlined />
            </Button>
          </Dropdown>
        )}
      </PageActions>
      <TreePanel rows={tree} placeholder="搜索目录" selected={selected} onSelect={chooseFolder} startLevel={2} />
      <EntityTable<Row> list={list} canRemove={(row) => row.canEdit && row.isSystem === '0'} actions={actions} />
      <DetailDrawer<Row>
        list={list}
        facts={facts}
        canEdit={() => false}
        actions={(row: Detail) =>
          row.canEdit && can(api.dataSet.update) ? (
            <Button type="primary" onClick={() => build(row.id)}>
              设计
            </Button>
          ) : null
        }
      >
        {(row: Detail) => (
          <>
            {row.broken.length > 0 && (
              <p className="bad set-broken">
                <ExclamationCircleFilled /> {row.broken.map((one) => one.reason).join('；')}
              </p>
            )}
            <SetDetail set={row} />
          </>
        )}
      </DetailDrawer>
    </div>
  );
}

const NEW_LABELS = {
  table: '从数据表',
  join: '关联多张表',
  sql: '书写 SQL',
  file: '上传文件',
} as const;
