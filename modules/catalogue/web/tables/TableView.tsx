import { Alert, Tabs, type TabsProps } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { ObjectFailed } from '#kit/web/parts/ObjectFailed.tsx';
import { SlotPartView, useSlot } from '#kit/web/slots/Slot.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { TableLineage } from '#modules/lineage/web/parts.ts';
import { ProfilePanel } from '../profile/index.ts';
import { ColumnsTab } from './ColumnsTab.tsx';
import { brokenText, titleOf } from './labels.ts';
import { TableHeader } from './TableHeader.tsx';
import { useNeighbours, useRecentChanges } from './use-table-facts.ts';

export type TableDetail = CallReply<typeof api.table.get>;

const SampleTab = lazyPart(async () => ({ default: (await import('./SampleTab.tsx')).SampleTab }));
const UsageTab = lazyPart(async () => ({ default: (await import('./UsageTab.tsx')).UsageTab }));
const StructureTab = lazyPart(async () => ({ default: (await import('./StructureTab.tsx')).StructureTab }));
const GrantsTab = lazyPart(async () => ({ default: (await import('./GrantsTab.tsx')).GrantsTab }));

type Tab = NonNullable<TabsProps['items']>[number] & { order: number };
/** Tabs of other modules that name no place stand behind those of the catalogue. */
const LAST_TAB = 100;

interface Props {
  id: string;
  tab: string;
  onTab: (tab: string) => void;
  onColumn: (id: string) => void;
}

const LIST = { to: '/metadata/datacolumn', text: '返回元数据' };
/** Everything about one table: header, and a tab for each way of looking at it. */
export function TableView({ id, tab, onTab, onColumn }: Props) {
  const answer = useCall(api.table.get, { params: { id } });
  const { data: table, error } = answer;
  useObjectTitle(table && titleOf(table));
  if (!table)
    return (
      <div className="panel table-view">
        {error ? (
          <ObjectFailed error={error} noun="数据表" back={LIST} onRetry={() => void answer.refetch()} />
        ) : (
          <StateView className="table-loading" kind="loading" rows={10} />
        )}
      </div>
    );
  return (
    <div className="panel table-view">
      <TableHeader table={table} />
      {table.brokenReason !== null && (
        <Alert
          type="warning"
          className="slim-alert table-broken"
          title="数据源已打不开这个视图，下面是它失效前的结构"
          description={`${brokenText(table)}数据源的说明：${table.brokenReason}。`}
        />
      )}
      <TableTabs table={table} tab={tab} onTab={onTab} onColumn={onColumn} />
    </div>
  );
}

function TableTabs({ table, tab, onTab, onColumn }: Omit<Props, 'id'> & { table: TableDetail }) {
  const can = useCan();
  const { id } = table;
  const { openChanges, relations } = useTabCounts(id);
  const brought = useSlot('metadata.table.tabs').map((part) => ({
    key: part.key,
    order: part.order ?? LAST_TAB,
    label: part.key === 'changes' ? <Counted title={part.title} count={openChanges} isBad /> : part.title,
    children: lazily(
      <SlotPartView
        part={part}
        of={{ tableId: id }}
        failed={(error) => <StateView kind="error" error={error} what={`${part.title ?? ''}没有显示出来`} />}
      />,
    ),
  }));
  const own: Tab[] = [
    {
      key: 'columns',
      order: 10,
      label: <Counted title="字段" count={table.columns.length} />,
      children: <ColumnsTab table={table} onColumn={onColumn} />,
    },
    { key: 'sample', order: 20, label: '样例数据', children: lazily(<SampleTab table={table} />) },
    ...(can(api.profile.table) ? [{ key: 'profile', order: 30, label: '画像', children: lazily(<ProfilePanel tableId={id} />) }] : []),
    ...(can(api.lineage.table)
      ? [{ key: 'lineage', order: 40, label: <Counted title="血缘" count={relations} />, children: lazily(<TableLineage tableId={id} />) }]
      : []),
    { key: 'usage', order: 50, label: '使用', children: lazily(<UsageTab tableId={id} />) },
    { key: 'grants', order: 70, label: '授权', children: lazily(<GrantsTab tableId={id} />) },
    { key: 'structure', order: 80, label: '结构', children: lazily(<StructureTab table={table} />) },
  ];
  const tabs = [...own, ...brought].sort((a, b) => a.order - b.order);
  return (
    <Tabs
      className="table-tabs"
      activeKey={tabs.some(({ key }) => key === tab) ? tab : 'columns'}
      onChange={onTab}
      items={tabs}
      destroyOnHidden
    />
  );
}

const lazily = (children: ReactNode) => (
  <div className="table-tab">
    <Suspense fallback={<StateView kind="loading" rows={8} />}>{children}</Suspense>
  </div>
);

/** Figures of tabs, from the answers that the rail shows too. */
function useTabCounts(tableId: string) {
  const lineage = useNeighbours(tableId).data;
  const changes = useRecentChanges(tableId, { status: '0' }).data;
  const start = lineage?.nodes.find((node) => node.key === lineage.focus);
  return { openChanges: changes?.total ?? 0, relations: start ? start.upCount + start.downCount : 0 };
}

/** The title of a tab with how many there are; `isBad`: they wait for somebody. */
const Counted = ({ title, count: n, isBad = false }: { title: ReactNode; count: number; isBad?: boolean }) => (
  <>
    {title}
    {n > 0 && <em className={isBad ? 'num tab-count bad' : 'num tab-count'}>{count(n)}</em>}
  </>
);
