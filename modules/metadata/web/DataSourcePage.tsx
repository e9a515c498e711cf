import { SyncOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useCan } from '#kit/web/can.tsx';
import type { ChangedField } from '#kit/web/detail/ChangeTimeline.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { SourceForm } from './source/SourceForm.tsx';
import { SSL_MODES } from './source/ssl-modes.ts';
import { SyncPanel } from './source/SyncPanel.tsx';
import { SyncTag } from './source/sync-tag.tsx';
import './metadata.css';

type Row = RowOf<typeof api.source>;
type Detail = CallReply<typeof api.source.get>;
const POLL_MS = 2000;
const EMBEDDED = '@embedded';

const place = (row: { host: string; dbName: string }) =>
  row.host === EMBEDDED ? <span>内置演示库</span> : <span className="mono">{`${row.host}/${row.dbName}`}</span>;

const options: EntityPageOptions<Row> = {
  label: '数据源',
  nameField: 'sourceName',
  search: [
    { field: 'sourceName', label: '名称' },
    {
      field: 'isSync',
      label: '同步状态',
      options: [
        { value: '0', label: '未同步' },
        { value: '1', label: '同步中' },
        { value: '2', label: '已同步' },
        { value: '3', label: '同步失败' },
      ],
    },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'sourceName', title: '名称', width: 180, sort: true },
    { field: 'dbType', title: '类型', width: 110, render: () => <Tag tone="line">PostgreSQL</Tag> },
    { field: 'host', title: '位置', width: 200, render: place },
    {
      field: 'isSync',
      title: '同步状态',
      width: 110,
      render: (row) =>
        row.syncError ? (
          <Tooltip title={row.syncError}>
            <span>
              <SyncTag state={row.isSync} />
            </span>
          </Tooltip>
        ) : (
          <SyncTag state={row.isSync} />
        ),
    },
    { field: 'tableCount', title: '表', kind: 'number', width: 80, sort: true },
    { field: 'columnCount', title: '字段', kind: 'number', width: 80 },
    { field: 'syncTime', title: '最近同步', kind: 'time', width: 150, sort: true },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 80 },
    { field: 'remark', title: '备注', hidden: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

const facts: readonly Fact<Detail>[] = [
  { field: 'sourceName', title: '名称' },
  { field: 'dbType', title: '类型', render: () => 'PostgreSQL' },
  {
    field: '_host',
    title: '主机',
    render: (row) => (row.host === EMBEDDED ? '内置演示库' : <span className="mono">{`${row.dbSchema.host}:${row.dbSchema.port}`}</span>),
  },
  { field: 'dbName', title: '数据库', kind: 'mono' },
  {
    field: '_username',
    title: '用户名',
    render: (row) =>
      row.dbSchema.username ? (
        <span className="mono">{row.dbSchema.username}</span>
      ) : row.host === EMBEDDED ? (
        '只读账号（系统提供）'
      ) : (
        <Missing />
      ),
  },
  { field: '_password', title: '密码', render: (row) => (row.dbSchema.password ? '已加密保存' : <Missing />) },
  { field: '_schemas', title: '同步范围', render: (row) => (row.schemas.length > 0 ? row.schemas.join('、') : '全部可读模式') },
  { field: 'status', title: '状态', dict: 'sys_common_status' },
  { field: '_isShared', title: '全公司可用', render: (row) => (row.isShared === '1' ? '是' : '否') },
  { field: 'remark', title: '备注', wide: true },
];

/** What the change timeline calls the fields that are neither columns nor facts, and how it words their codes. */
const changed: readonly ChangedField[] = [
  { field: 'dbType', label: '类型', nameOf: (value) => (value === '5' ? 'PostgreSQL' : undefined) },
  { field: 'isShared', label: '全公司可用', nameOf: (value) => (value === '1' ? '是' : '否') },
  { field: 'host', label: '主机', nameOf: (value) => (value === EMBEDDED ? '内置演示库' : undefined) },
  { field: 'port', label: '端口' },
  { field: 'username', label: '用户名' },
  { field: 'sslMode', label: '加密方式', nameOf: (value) => SSL_MODES.find((mode) => mode.value === value)?.label },
  { field: 'schemas', label: '同步范围' },
];

export default function DataSourcePage() {
  const list = useEntityPage(api.source, options);
  const can = useCan();
  const sync = useWrite(api.source.sync, { overlay: false, refreshes: [api.source.page, api.source.syncStatus] });
  const isSyncing = list.rows?.some((row) => row.isSync === '1') ?? false;
  const refresh = useEffectEvent(() => void list.refresh());
  // A background job has no event of its own on this page: look again while one runs.
  useEffect(() => {
    if (!isSyncing) return;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  }, [isSyncing]);
  const start = async (row: Row) => {
    await sync.mutateAsync({ params: { id: row.id } });
    toast.success('已开始同步');
  };
  const actions = (row: Row): readonly RowAction[] => [
    {
      key: 'sync',
      label: row.isSync === '1' ? '同步中' : '同步',
      call: api.source.sync,
      disabled: row.isSync === '1' || row.status === '0',
      onClick: () => void start(row),
    },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={can(api.source.sync) ? actions : undefined} />
      <SourceForm opened={list.state.opened} onClose={() => list.open(null)} onSaved={() => void list.refresh()} />
      <DetailDrawer<Row> list={list} facts={facts} form={changed}>
        {(row: Detail) => <SyncPanel id={row.id} icon={<SyncOutlined />} />}
      </DetailDrawer>
    </div>
  );
}
