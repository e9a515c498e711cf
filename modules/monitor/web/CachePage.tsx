import { Table } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { RowActions } from '#kit/web/table/RowActions.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { api } from './api.ts';
import { percentText, spanText } from './units.ts';
import './monitor.css';

type Cache = CallReply<typeof api.monitor.caches>[number];
type Share = Cache['nodes'][number];
const REFRESH_MS = 10_000;

const hitText = ({ hits, misses }: { hits: number; misses: number }) =>
  hits + misses === 0 ? <Missing /> : percentText(hits / (hits + misses));
const total = (cache: Cache, pick: (share: Share) => number): number => cache.nodes.reduce((sum, share) => sum + pick(share), 0);
const ageText = (time: string): string => spanText(Math.max(0, (Date.now() - new Date(time).getTime()) / 1000));

/** One cache on each node. */
const Nodes = ({ cache }: { cache: Cache }) => (
  <Table<Share>
    className="list-table monitor-nodes"
    size="small"
    rowKey="node"
    pagination={false}
    dataSource={[...cache.nodes]}
    columns={[
      { title: '节点', render: (_, share) => `节点 ${share.node}${share.isHere ? '（当前，实时）' : '（最近一分钟）'}` },
      { title: '条目', width: 120, align: 'right', render: (_, share) => `${count(share.size)} / ${count(share.max)}` },
      { title: '命中', width: 120, align: 'right', render: (_, share) => count(share.hits) },
      { title: '未命中', width: 120, align: 'right', render: (_, share) => count(share.misses) },
      { title: '命中率', width: 110, align: 'right', render: (_, share) => hitText(share) },
      { title: '时长', width: 150, render: (_, share) => ageText(share.since) },
    ]}
  />
);

/** 缓存监控: what the nodes keep to save time, and a button to make them read it again. Contents are never shown. */
export default function CachePage() {
  const can = useCan();
  const caches = useCall(api.monitor.caches, {}, { refetchInterval: REFRESH_MS });
  const clear = useWrite(api.monitor.clearCache, { refreshes: [api.monitor.caches] });
  const handleClear = async (cache: Cache) => {
    const content = `清除缓存“${cache.label}”？各节点将在几秒内清除，之后重新读取，不影响数据。`;
    const agreed = await confirmDialog({ content, okText: '清除', onOk: () => clear.mutateAsync({ params: { name: cache.name } }) });
    if (agreed) toast.success('已清除，其他节点将在几秒内清除');
  };
  if (caches.error && !caches.data) return <StateView kind="error" error={caches.error} onRetry={() => void caches.refetch()} />;
  if (!caches.data) return <StateView className="panel page-skeleton" kind="loading" rows={6} />;
  return (
    <div className="panel monitor-caches">
      <div className="panel-head">
        缓存<span className="muted">节点为节省时间保留的内容，可以随时清除；每 10 秒刷新，不显示缓存的内容</span>
      </div>
      <Table<Cache>
        className="list-table"
        size="middle"
        rowKey="name"
        dataSource={[...caches.data]}
        pagination={false}
        scroll={{ x: 960 }}
        locale={{ emptyText: '没有登记的缓存' }}
        expandable={{ expandedRowRender: (cache) => <Nodes cache={cache} /> }}
        columns={[
          {
            title: '缓存',
            render: (_, cache) => (
              <span className="monitor-cache">
                <span>
                  {cache.label} <span className="mono muted">{cache.name}</span>
                </span>
                <small className="muted">{cache.summary}</small>
              </span>
            ),
          },
          { title: '节点', width: 70, align: 'right', render: (_, cache) => cache.nodes.length },
          {
            title: '条目',
            width: 110,
            align: 'right',
            render: (_, cache) => `${count(total(cache, (share) => share.size))} / ${count(total(cache, (share) => share.max))}`,
          },
          {
            title: '命中率',
            width: 100,
            align: 'right',
            render: (_, cache) => hitText({ hits: total(cache, (share) => share.hits), misses: total(cache, (share) => share.misses) }),
          },
          { title: '命中', width: 100, align: 'right', render: (_, cache) => count(total(cache, (share) => share.hits)) },
          { title: '未命中', width: 100, align: 'right', render: (_, cache) => count(total(cache, (share) => share.misses)) },
          { title: '上次清除', width: 170, render: (_, cache) => <DateText value={cache.clearTime} /> },
          ...(can(api.monitor.clearCache)
            ? [
                {
                  title: '操作',
                  width: 90,
                  render: (_: unknown, cache: Cache) => (
                    <RowActions actions={[{ key: 'clear', label: '清除', onClick: () => void handleClear(cache) }]} />
                  ),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}
