import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { Can, useCan } from '#kit/web/can.tsx';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { download } from '#kit/web/send.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { BatchAction, RowAction } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { useChangedFields } from '../changed-fields.ts';
import { DebugDrawer } from '../debug/DebugDrawer.tsx';
import { DocDrawer } from '../docs/DocDrawer.tsx';
import { facts, options, type Row } from './columns.tsx';
import { Described } from './Described.tsx';
import { AssignDialog, GroupDrawer, GroupPanel } from '../groups.tsx';
import { OfferDialog } from '../plans/OfferDialog.tsx';
import { OfferedPlans } from '../plans/plans.tsx';
import { RetireDialog } from './RetireDialog.tsx';
import { frozenReason } from './rules.ts';
import { TransferDialog } from './TransferDialog.tsx';
import { Versions } from './Versions.tsx';
import { useApiSteps } from './use-api-steps.ts';
import { ApiUsage } from '../statistics/UsageTab.tsx';
import '../market.css';

// the editor is opened far less often than the list
const ApiEditor = lazyPart(async () => ({ default: (await import('../editor/ApiEditor.tsx')).ApiEditor }));

/** 数据服务 */
export default function ApiPage() {
  const list = useEntityPage(api.dataApi, options);
  const { opened } = list.state;
  if (opened?.kind === 'new' || opened?.kind === 'edit')
    return (
      <Suspense fallback={<StateView kind="loading" shape="form" className="panel" />}>
        <ApiEditor
          id={opened.kind === 'edit' ? opened.id : null}
          onClose={() => list.open(null)}
          onOpen={(id) => list.update({ opened: { kind: 'edit', id } }, { replace: true })}
          onShow={({ id, status }) => list.open({ kind: status === '1' ? 'edit' : 'detail', id })}
        />
      </Suspense>
    );
  return <ApiList list={list} />;
}

const canEdit = (row: Row) => frozenReason(row) ?? true;
const canRemove = (row: Row) => (row.status === '2' ? '已发布的API不能删除，请先下线' : true);

const exportDefinitions = (rows: readonly Row[]): Promise<void> =>
  // errors are shown by the request layer
  download(api.apiTransfer.export, { body: { ids: rows.map(({ id }) => id) } }, '数据API.json').catch(() => undefined);

const batch: readonly BatchAction<Row>[] = [
  { key: 'export', label: '导出定义', call: api.apiTransfer.export, onClick: (rows) => void exportDefinitions(rows) },
];

interface Shown {
  readonly kind: 'debug' | 'docs' | 'retire' | 'group' | 'plans';
  readonly row: Row;
}
/** What is opened beside the list about one API. */
function Beside({ kind, row, onClose }: Shown & { onClose: () => void }) {
  switch (kind) {
    case 'debug':
      return <DebugDrawer api={row} onClose={onClose} />;
    case 'docs':
      return <DocDrawer api={row} onClose={onClose} />;
    case 'retire':
      return <RetireDialog row={row} onClose={onClose} />;
    case 'plans':
      return <OfferDialog api={row} onClose={onClose} />;
    case 'group':
      return <AssignDialog api={row} onClose={onClose} />;
  }
}

function ApiList({ list }: { list: EntityList<Row> }) {
  const [beside, setBeside] = useState<Shown | null>(null);
  const [isGrouping, setGrouping] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const can = useCan();
  const { release, cancel, copy } = useApiSteps();
  const changed = useChangedFields('api');
  const edit = async (row: Row) => {
    const id = await copy(row);
    if (id) list.open({ kind: 'edit', id });
  };
  const actions = (row: Row): RowAction[] => [
    row.status === '2'
      ? { key: 'cancel', label: '下线', call: api.dataApi.cancel, danger: true, onClick: () => void cancel(row) }
      : { key: 'release', label: '发布', call: api.dataApi.release, onClick: () => void release(row) },
    { key: 'debug', label: '调试', call: api.dataApi.debug, onClick: () => setBeside({ kind: 'debug', row }) },
    { key: 'docs', label: '示例', call: api.dataApi.example, onClick: () => setBeside({ kind: 'docs', row }) },
    ...(row.status === '2'
      ? [
          {
            key: 'retire',
            label: row.offlineTime === null ? '预告下线' : '下线预告',
            call: api.retirement.announce,
            onClick: () => setBeside({ kind: 'retire', row }),
          },
        ]
      : []),
    { key: 'group', label: '移到分组', call: api.apiGroup.assign, onClick: () => setBeside({ kind: 'group', row }) },
    ...(can(api.plan.page)
      ? [{ key: 'plans', label: '调用方案', call: api.plan.offer, onClick: () => setBeside({ kind: 'plans', row }) }]
      : []),
    { key: 'copy', label: '复制', call: api.dataApi.copy, onClick: () => void edit(row) },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list}>
        <Can call={api.apiGroup.create}>
          <Button onClick={() => setGrouping(true)}>分组管理</Button>
        </Can>
        {can(api.apiTransfer.import) && <Button onClick={() => setImporting(true)}>导入定义</Button>}
      </ListActions>
      <GroupPanel list={list} kind="api" />
      <EntityTable<Row> list={list} actions={actions} batch={batch} canEdit={canEdit} canRemove={canRemove} />
      <DetailDrawer<Row> list={list} facts={facts} form={changed} canEdit={canEdit}>
        {(row: Row) => (
          <>
            <Versions apiUrl={row.apiUrl} id={row.id} onOpen={({ id }) => list.open({ kind: 'detail', id })} />
            {row.status !== '1' && <ApiUsage id={row.id} />}
            <OfferedPlans apiId={row.id} />
            <Described row={row} />
          </>
        )}
      </DetailDrawer>
      {beside && <Beside {...beside} onClose={() => setBeside(null)} />}
      {isGrouping && <GroupDrawer onClose={() => setGrouping(false)} />}
      {isImporting && <TransferDialog onClose={() => setImporting(false)} />}
    </div>
  );
}
