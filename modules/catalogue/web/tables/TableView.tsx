import { Alert, Skeleton, Tabs } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { FailedRows } from '#kit/web/table/ListStates.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { ChangesPanel, VersionsPanel } from '../changes/index.ts';
import { TableLineage } from '#modules/lineage/web/parts.ts';
import { ProfilePanel } from '../profile/index.ts';
import { ColumnsTab } from './ColumnsTab.tsx';
import { TableHeader } from './TableHeader.tsx';

export type TableDetail = CallReply<typeof api.table.get>;

const SampleTab = lazyPart(async () => ({ default: (await import('./SampleTab.tsx')).SampleTab }));
const UsageTab = lazyPart(async () => ({ default: (await import('./UsageTab.tsx')).UsageTab }));
const StructureTab = lazyPart(async () => ({ default: (await import('./StructureTab.tsx')).StructureTab }));
const GrantsTab = lazyPart(async () => ({ default: (await import('./GrantsTab.tsx')).GrantsTab }));

interface Props {
  id: string;
  tab: string;
  onTab: (tab: string) => void;
  onColumn: (id: string) => void;
}

/** Everything about one table: header, and a tab for each way of looking at it. */
export function TableView({ id, tab, onTab, onColumn }: Props) {
  const can = useCan();
  const answer = useCall(api.table.get, { params: { id } });
  const { data: table, error } = answer;
  if (error) return <FailedRows error={error} onRetry={() => void answer.refetch()} />;
  if (!table) return <Skeleton active className="table-loading" paragraph={{ rows: 10 }} />;
  const lazily = (children: ReactNode) => (
    <div className="table-tab">
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{children}</Suspense>
    </div>
  );
  const tabs = [
    { key: 'columns', label: `字段 ${table.columns.length}`, children: <ColumnsTab table={table} onColumn={onColumn} /> },
    { key: 'sample', label: '样例数据', children: lazily(<SampleTab table={table} />) },
    ...(can(api.profile.table) ? [{ key: 'profile', label: '画像', children: lazily(<ProfilePanel tableId={id} />) }] : []),
    ...(can(api.lineage.table) ? [{ key: 'lineage', label: '血缘', children: lazily(<TableLineage tableId={id} />) }] : []),
    { key: 'usage', label: '使用', children: lazily(<UsageTab tableId={id} />) },
    {
      key: 'changes',
      label: '变更',
      children: lazily(
        <>
          {can(api.change.page) ? <ChangesPanel tableId={id} /> : <Alert type="info" title="没有查看变更记录的权限，下面是结构版本。" />}
          <h3 className="table-section">结构版本</h3>
          <VersionsPanel tableId={id} />
        </>,
      ),
    },
    { key: 'grants', label: '授权', children: lazily(<GrantsTab tableId={id} />) },
    { key: 'structure', label: '结构', children: lazily(<StructureTab table={table} />) },
  ];
  return (
    <div className="table-view">
      <TableHeader table={table} />
      {table.brokenReason !== null && (
        <Alert
          type="warning"
          className="slim-alert table-broken"
          title="数据源已打不开这个视图，下面是它失效前的结构"
          description={`数据源的说明：${table.brokenReason}。请联系数据库负责人修复视图或它引用的表，修复后重新同步即恢复。`}
        />
      )}
      <Tabs
        className="table-tabs"
        activeKey={tabs.some(({ key }) => key === tab) ? tab : 'columns'}
        onChange={onTab}
        items={tabs}
        destroyOnHidden
      />
    </div>
  );
}
