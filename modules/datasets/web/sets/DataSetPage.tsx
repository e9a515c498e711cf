import { DownOutlined, ExclamationCircleFilled, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { Suspense, useEffect, useState, type ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityList, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { minute } from '#kit/web/format.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { exportPath, FolderPanel, GrantDialog, MoveDialog } from '#modules/library/web/parts.ts';
import { api } from './api.ts';
import { EXTRACT_STATES, KIND_ICONS, KIND_LABELS } from './kinds.tsx';
import { SetDetail } from './SetDetail.tsx';
import './sets.css';

const SourceCacheDrawer = lazyPart(() => import('../cache/SourceCacheDrawer.tsx').then((part) => ({ default: part.SourceCacheDrawer })));
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
const VIEWS = ['mine', 'shared', 'starred'] as const;
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
      label: '数据访问方式',
      options: Object.entries(EXTRACT_STATES).map(([value, { label }]) => ({ value, label })),
    },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'setName', title: '名称', width: 168, sort: true },
    { field: 'setKind', title: '类型', width: 98, render: kind },
    {
      field: 'sourceName',
      title: '数据源',
      width: 112,
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
    { field: 'extractState', title: '访问方式', width: 92, render: extract },
    { field: 'useCount', title: '使用', kind: 'number', width: 68, sort: true },
    { field: 'ownerName', title: '创建人', kind: 'person', width: 80 },
    {
      field: 'isShared',
      title: '共享',
      width: 84,
      render: (row) => <FlowTag flow={row.flow}>{row.isShared === '1' ? <Tag tone="line">共享</Tag> : <Missing />}</FlowTag>,
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
  { field: 'extractState', title: '访问方式', render: extract },
  {
    field: 'isShared',
    title: '共享',
    render: (row) => (
      <>
        {row.isShared === '1' ? '所有人可用，行权限仍按各自的授权' : '否'} <FlowTag flow={row.flow} />
      </>
    ),
  },
  { field: 'ownerName', title: '创建人', kind: 'person' },
  { field: 'updateTime', title: '更新时间', kind: 'time' },
  { field: 'remark', title: '备注', wide: true },
];

/** 数据集: folders at the left, the sets of the chosen one at the right. */
export default function DataSetPage() {
  const list = useEntityPage(listApi, options);
  const navigate = useNavigate();
  const can = useCan();
  const folders = useCall(api.folder.tree, { params: { kind: 'dataset' } }, { staleTime: 30_000 });
  const { folder, view, choose } = useFolderChoice(list);
  const [isCacheOpen, setCacheOpen] = useState(false);
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const copy = useWrite(api.dataSet.copy, { refreshes: [api.dataSet.page] });
  const { refresh } = list;
  useExtractPolling(list);
  const fresh = () => Promise.all([refresh(), folders.refetch()]);
  const move = async (ids: readonly string[], folderId: string | null) => {
    try {
      await api.folder.move({ body: { kind: 'dataset', ids: [...ids], folderId } });
      toast.success('移动成功');
    } catch {
      // the request layer has told it
    }
    await fresh();
  };
  const star = async ({ id, isStarred }: Row) => {
    await api.folder.star({ body: { kind: 'dataset', id, isStarred: !isStarred } }, { overlay: false }).catch(() => undefined);
    await fresh();
  };
  const build = (id: string, extra = '') => void navigate(`/visual/dataset/build/${id}${extra}`);
  const exportSets = (ids: readonly string[]) => void navigate(exportPath('dataset', ids));
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
    { key: 'star', label: row.isStarred ? '取消收藏' : '收藏', onClick: () => void star(row) },
    {
      key: 'move',
      label: '移动',
      call: api.dataSet.update,
      disabled: !row.canEdit,
      onClick: () => setOpened({ rows: [row], dialog: 'move' }),
    },
    ...(can.perm('visual:transfer:export') ? [{ key: 'export', label: '导出定义', onClick: () => exportSets([row.id]) }] : []),
    ...(can.perm('visual:set:grant')
      ? [{ key: 'grant', label: '授权', disabled: !row.canEdit, onClick: () => setOpened({ rows: [row], dialog: 'grant' }) }]
      : []),
  ];
  return (
    <div className="panel list-page">
      <PageActions>
        {can.perm('visual:cache:edit') && <Button onClick={() => setCacheOpen(true)}>数据源缓存</Button>}
        {can(api.dataSet.create) && <NewSetButton folder={folder} onBuild={build} />}
      </PageActions>
      <FolderPanel
        kind="dataset"
        tree={folders.data}
        state={{ folder, view }}
        canEdit={can(api.dataSet.update)}
        onChoose={choose}
        onMove={(id, folderId) => void move([id], folderId)}
        onChanged={refresh}
      />
      <EntityTable<Row>
        list={list}
        canRemove={(row) => row.canEdit && row.isSystem === '0'}
        actions={actions}
        batch={[
          { key: 'move', label: '移动', call: api.dataSet.update, onClick: (rows) => setOpened({ rows, dialog: 'move' }) },
          ...(can.perm('visual:transfer:export')
            ? [{ key: 'export', label: '导出定义', onClick: (rows: readonly Row[]) => exportSets(rows.map(({ id }) => id)) }]
            : []),
        ]}
      />
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
      {isCacheOpen && (
        <Suspense fallback={null}>
          <SourceCacheDrawer onClose={() => setCacheOpen(false)} />
        </Suspense>
      )}
      {opened && <SetDialog opened={opened} tree={folders.data} onClose={() => setOpened(null)} onSaved={refresh} onMove={move} />}
    </div>
  );
}

/** Which folder and view the list shows, kept in the address with the other filters. */
function useFolderChoice({ state, update }: EntityList<Row>) {
  const folder = state.values['folderId'] ?? null;
  const view = VIEWS.find((one) => one === state.values['view']) ?? ('all' as const);
  const choose = (request: { folder: string | null; view: string | null }) => {
    const { folderId: _folder, view: _view, ...rest } = state.values;
    update({
      values: {
        ...rest,
        ...(request.folder !== null && { folderId: request.folder }),
        ...(request.view !== null && { view: request.view }),
      },
      page: 1,
    });
  };
  return { folder, view, choose };
}

/** While an extract runs the list is read again by itself. */
function useExtractPolling({ rows, refresh }: EntityList<Row>): void {
  const isExtracting = (rows ?? []).some((row) => row.extractState === 'running');
  useEffect(() => {
    if (!isExtracting) return;
    const timer = setInterval(() => void refresh(), POLL_MS);
    return () => clearInterval(timer);
  }, [isExtracting, refresh]);
}

interface NewSetButtonProps {
  folder: string | null;
  onBuild: (id: string, extra: string) => void;
}
function NewSetButton({ folder, onBuild }: NewSetButtonProps) {
  return (
    <Dropdown
      menu={{
        items: NEW_KINDS.map((key) => ({
          key,
          icon: KIND_ICONS[key],
          label: NEW_LABELS[key],
        })),
        onClick: ({ key }) => onBuild('new', `?kind=${key}${folder && folder !== LOOSE ? `&folderId=${folder}` : ''}`),
      }}
    >
      <Button type="primary" icon={<PlusOutlined />}>
        新增数据集 <DownOutlined />
      </Button>
    </Dropdown>
  );
}

interface OpenDialog {
  rows: readonly Row[];
  dialog: 'grant' | 'move';
}
interface SetDialogProps {
  opened: OpenDialog;
  tree: ComponentProps<typeof MoveDialog>['tree'];
  onClose: () => void;
  onSaved: () => Promise<void>;
  onMove: (ids: readonly string[], folderId: string | null) => Promise<void>;
}
/** 授权 of one set, 移动 of one or several. */
function SetDialog({ opened: { rows, dialog }, tree, onClose, onSaved, onMove }: SetDialogProps) {
  const first = rows[0];
  if (!first) return null;
  if (dialog === 'grant') return <GrantDialog kind="dataset" id={first.id} name={first.setName} onClose={onClose} onSaved={onSaved} />;
  return (
    <MoveDialog
      items={rows.map(({ id, setName, folderId }) => ({ id, name: setName, folderId }))}
      noun="数据集"
      tree={tree}
      onClose={onClose}
      onMove={onMove}
    />
  );
}

const NEW_LABELS = {
  table: '从数据表',
  join: '关联多张表',
  sql: '书写 SQL',
  file: '上传文件',
} as const;
