import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction } from '#kit/web/table/types.ts';
import { Can, useCan } from '#kit/web/can.tsx';
import { AssignDialog, GroupDrawer, GroupPanel } from '../groups.tsx';
import { OfferDialog } from '../plans/OfferDialog.tsx';
import { OfferedPlans } from '../plans/plans.tsx';
import { ApplyDialog } from '../subscriptions/ApplyDialog.tsx';
import { api } from './api.ts';
import { facts, options, type Row } from './columns.tsx';
import { useChangedFields } from '../changed-fields.ts';
import { RunDrawer } from './RunPanel.tsx';
import { ServiceCompare } from './ServiceCompare.tsx';
import { useServiceSteps } from './use-service-steps.ts';
import '../market.css';

// the editor is opened far less often than the list
const ServiceEditor = lazyPart(async () => ({ default: (await import('./ServiceEditor.tsx')).ServiceEditor }));

/** 服务集成 */
export default function ServicePage() {
  const list = useEntityPage(api.service, options);
  const { opened } = list.state;
  if (opened?.kind === 'new' || opened?.kind === 'edit')
    return (
      <Suspense fallback={<StateView kind="loading" shape="form" className="panel" />}>
        <ServiceEditor
          id={opened.kind === 'edit' ? opened.id : null}
          onClose={() => list.open(null)}
          onOpen={(id) => list.update({ opened: { kind: 'edit', id } }, { replace: true })}
        />
      </Suspense>
    );
  return <ServiceList list={list} />;
}

const canEdit = (row: Row) => (row.status === '1' ? true : '已发布过的版本不能修改，请复制为新版本');
const canRemove = (row: Row) => (row.status === '2' ? '已发布的服务不能删除，请先下线' : true);

/** A service as what groups and plans are given to. */
const named = ({ id, serviceName, serviceVersion, groupId }: Row) => ({
  id,
  apiName: serviceName,
  apiVersion: `v${serviceVersion}`,
  groupId,
});

function ServiceList({ list }: { list: EntityList<Row> }) {
  const [beside, setBeside] = useState<{ kind: 'run' | 'subscribe' | 'compare' | 'group' | 'plans'; row: Row } | null>(null);
  const [isGrouping, setGrouping] = useState(false);
  const can = useCan();
  const { release, cancel, copy } = useServiceSteps();
  const changed = useChangedFields('service');
  const edit = async (row: Row) => {
    const id = await copy(row);
    if (id) list.open({ kind: 'edit', id });
  };
  const actions = (row: Row): RowAction[] => [
    row.status === '2'
      ? { key: 'cancel', label: '下线', call: api.service.cancel, danger: true, onClick: () => void cancel(row) }
      : { key: 'release', label: '发布', call: api.service.release, onClick: () => void release(row) },
    { key: 'run', label: '调试', call: api.service.run, onClick: () => setBeside({ kind: 'run', row }) },
    ...(row.status === '2'
      ? [{ key: 'subscribe', label: '订阅', call: api.subscription.create, onClick: () => setBeside({ kind: 'subscribe', row }) }]
      : []),
    { key: 'group', label: '移到分组', call: api.apiGroup.assign, onClick: () => setBeside({ kind: 'group', row }) },
    ...(can(api.plan.page)
      ? [{ key: 'plans', label: '调用方案', call: api.plan.offer, onClick: () => setBeside({ kind: 'plans', row }) }]
      : []),
    { key: 'copy', label: '复制', call: api.service.copy, onClick: () => void edit(row) },
    ...(row.serviceVersion > 1
      ? [{ key: 'compare', label: '版本对比', call: api.service.get, onClick: () => setBeside({ kind: 'compare', row }) }]
      : []),
  ];
  const close = () => setBeside(null);
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list}>
        <Can call={api.apiGroup.create}>
          <Button onClick={() => setGrouping(true)}>分组管理</Button>
        </Can>
      </ListActions>
      <GroupPanel list={list} kind="service" />
      <EntityTable<Row> list={list} actions={actions} canEdit={canEdit} canRemove={canRemove} />
      <DetailDrawer<Row> list={list} facts={facts} form={changed} canEdit={canEdit}>
        {(row: Row) => <OfferedPlans apiId={row.id} />}
      </DetailDrawer>
      {beside?.kind === 'run' && <RunDrawer service={beside.row} onClose={close} />}
      {beside?.kind === 'subscribe' && <ApplyDialog apiId={beside.row.id} onClose={close} />}
      {beside?.kind === 'group' && <AssignDialog api={named(beside.row)} onClose={close} />}
      {beside?.kind === 'plans' && <OfferDialog api={named(beside.row)} onClose={close} />}
      {isGrouping && <GroupDrawer onClose={() => setGrouping(false)} />}
      {beside?.kind === 'compare' && <ServiceCompare row={beside.row} onClose={close} />}
    </div>
  );
}
