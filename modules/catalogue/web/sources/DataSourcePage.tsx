import { Tooltip } from 'antd';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { useCan } from '#kit/web/can.tsx';
import type { ChangedField } from '#kit/web/detail/ChangeTimeline.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { minute } from '#kit/web/format.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { AskSource } from './AskSource.tsx';
import { DetailTabs } from './DetailTabs.tsx';
import { DocumentButton } from './DocumentButton.tsx';
import { KIND_OPTIONS, kindLabel, kindOf, KindName, loadSourceForm, UnprovenTag, planText, SSL_MODES } from '#modules/sources/web/parts.ts';
import { SyncTag } from './sync-tag.tsx';

type Row = RowOf<typeof api.source>;
type Detail = CallReply<typeof api.source.get>;
const POLL_MS = 2000;
const EMBEDDED = '@embedded';
const SourceForm = lazyPart(loadSourceForm);

const isFile = (row: { dbType: string }) => kindOf(row.dbType)?.port === null;
const place = (row: { host: string; dbName: string; dbType: string }) => {
  if (row.host === EMBEDDED) return <span>内置演示库</span>;
  if (isFile(row)) return <span>上传的文件</span>;
  return <span className="mono">{row.dbName ? `${row.host}/${row.dbName}` : row.host}</span>;
};

const options: EntityPageOptions<Row> = {
  label: '数据源',
  nameField: 'sourceName',
  search: [
    { field: 'sourceName', label: '名称' },
    { field: 'dbType', label: '类型', options: KIND_OPTIONS },
    { field: 'env', label: '环境', dict: 'metadata_env' },
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
    { field: 'sourceName', title: '名称', width: 160, sort: true },
    { field: 'dbType', title: '类型', width: 136, render: (row) => <KindName code={row.dbType} /> },
    { field: 'host', title: '位置', width: 140, render: place },
    { field: 'env', title: '环境', dict: 'metadata_env', width: 64 },
    { field: 'ownerName', title: '负责人', width: 100, render: (row) => <PersonText bare name={row.ownerName} /> },
    {
      field: 'isSync',
      title: '同步状态',
      width: 92,
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
    { field: 'tableCount', title: '表', kind: 'number', width: 68, sort: true },
    { field: 'columnCount', title: '字段', kind: 'number', width: 80, hidden: true },
    { field: 'syncTime', title: '最近同步', kind: 'time', width: 146, sort: true },
    { field: 'syncCron', title: '同步计划', width: 120, hidden: true, render: (row) => planText(row.syncCron) },
    { field: 'nextSyncTime', title: '下次同步', kind: 'time', width: 150, hidden: true },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 80 },
    { field: 'routineCount', title: '程序', kind: 'number', width: 80, hidden: true },
    { field: 'isShared', title: '全公司可用', width: 100, hidden: true, render: (row) => (row.isShared === '1' ? '是' : '否') },
    { field: 'remark', title: '备注', hidden: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

const facts: readonly Fact<Detail>[] = [
  { field: 'sourceName', title: '名称' },
  {
    field: 'dbType',
    title: '类型',
    render: (row) => (
      <span className="kind-fact">
        <KindName code={row.dbType} />
        {kindOf(row.dbType)?.isProven === false && <UnprovenTag />}
      </span>
    ),
  },
  { field: 'env', title: '环境', dict: 'metadata_env' },
  { field: 'ownerName', title: '负责人', render: (row) => <PersonText name={row.ownerName} /> },
  {
    field: '_host',
    title: '位置',
    render: (row) =>
      row.host === EMBEDDED ? (
        '内置演示库'
      ) : isFile(row) ? (
        `${row.files.length} 个上传的文件`
      ) : (
        <span className="mono">{`${row.dbSchema.host}:${row.dbSchema.port}`}</span>
      ),
  },
  {
    field: '_database',
    title: '数据库',
    render: (row) => {
      const name = row.dbSchema.dbName || row.dbSchema.sid;
      return name ? <span className="mono">{name}</span> : <Missing />;
    },
  },
  {
    field: '_username',
    title: '账号',
    render: (row) => {
      if (row.host === EMBEDDED) return '只读账号（系统提供）';
      if (!row.dbSchema.username) return <Missing />;
      return (
        <>
          <span className="mono">{row.dbSchema.username}</span>
          {row.dbSchema.password && '，密码已加密保存'}
        </>
      );
    },
  },
  {
    field: '_plan',
    title: '同步计划',
    render: (row) => `${planText(row.syncCron)}${row.nextSyncTime ? `，下次 ${minute(row.nextSyncTime) ?? ''}` : ''}`,
  },
  {
    field: '_scope',
    title: '同步范围',
    wide: true,
    render: (row) =>
      [
        row.schemas.length > 0 ? `模式 ${row.schemas.join('、')}` : '全部可读模式',
        row.includeTables.length > 0 && `只同步 ${row.includeTables.join('、')}`,
        row.excludeTables.length > 0 && `不同步 ${row.excludeTables.join('、')}`,
      ]
        .filter(Boolean)
        .join('；'),
  },
  { field: 'status', title: '状态', dict: 'sys_common_status' },
  { field: '_isShared', title: '全公司可用', render: (row) => (row.isShared === '1' ? '是' : '否') },
  { field: 'remark', title: '备注', wide: true },
];

/** What the change timeline calls the fields that are neither columns nor facts, and how it words their codes. */
const changed: readonly ChangedField[] = [
  { field: 'dbType', label: '类型', nameOf: (value) => kindLabel(String(value)) },
  { field: 'isShared', label: '全公司可用', nameOf: (value) => (value === '1' ? '是' : '否') },
  { field: 'host', label: '主机', nameOf: (value) => (value === EMBEDDED ? '内置演示库' : undefined) },
  { field: 'port', label: '端口' },
  { field: 'username', label: '用户名' },
  { field: 'sslMode', label: '加密方式', nameOf: (value) => SSL_MODES.find((mode) => mode.value === value)?.label },
  { field: 'schemas', label: '同步的模式' },
  { field: 'includeTables', label: '只同步的表' },
  { field: 'excludeTables', label: '不同步的表' },
  { field: 'syncCron', label: '同步计划', nameOf: (value) => planText((value as string | null) ?? null) },
  { field: 'ownerId', label: '负责人' },
  { field: 'env', label: '环境', dict: 'metadata_env' },
  { field: 'sid', label: '服务名' },
  { field: 'fileNames', label: '数据文件' },
];

export default function DataSourcePage() {
  const list = useEntityPage(api.source, options);
  const can = useCan();
  const sync = useWrite(api.harvest.sync, { overlay: false, refreshes: [api.source.page, api.harvest.syncStatus] });
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
      call: api.harvest.sync,
      disabled: row.isSync === '1' || row.status === '0',
      onClick: () => void start(row),
    },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={can(api.harvest.sync) ? actions : undefined} />
      {(list.state.opened?.kind === 'new' || list.state.opened?.kind === 'edit') && (
        <Suspense fallback={null}>
          <SourceForm opened={list.state.opened} onClose={() => list.open(null)} onSaved={() => void list.refresh()} />
        </Suspense>
      )}
      <DetailDrawer<Row>
        list={list}
        facts={facts}
        form={changed}
        actions={(row: Detail) => (
          <>
            {row.isShared === '0' && !can(api.source.update) && <AskSource sourceId={row.id} name={row.sourceName} />}
            <DocumentButton id={row.id} name={row.sourceName} disabled={row.tableCount === 0} />
          </>
        )}
      >
        {(row: Detail) => <DetailTabs key={row.id} row={row} />}
      </DetailDrawer>
    </div>
  );
}
