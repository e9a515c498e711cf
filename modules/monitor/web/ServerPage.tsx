import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Segmented, Select } from 'antd';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { dateTime } from '#kit/web/format.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { RANGES } from '../contract/monitor.ts';
import { api } from './api.ts';
import { Calls, type CallView } from './server/Calls.tsx';
import { Charts } from './server/Charts.tsx';
import { figuresOf } from './server/figures.ts';
import { peakOf } from './server/peak.ts';
import { PeakNote } from './server/PeakNote.tsx';
import { Rail } from './server/Rail.tsx';
import './monitor.css';

const REFRESH_MS = 30_000;
const RANGE_LABELS = { '1h': '1 小时', '6h': '6 小时', '24h': '24 小时' } as const;
type Range = (typeof RANGES)[number];

/** 服务监控: how the product itself is doing, now and over the last day. */
export default function ServerPage() {
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const range = RANGES.find((one) => one === search.get('range')) ?? '1h';
  const nodeText = search.get('node') ?? '';
  const node = /^\d{1,4}$/.test(nodeText) ? Number(nodeText) : undefined;
  const put = (name: string, value: string | null) => changeAddress({ [name]: value }, { replace: true });
  const state = useCall(api.monitor.server, {}, { refetchInterval: REFRESH_MS });
  const history = useCall(api.monitor.history, { query: { range, node } }, { refetchInterval: REFRESH_MS, keepPrevious: true });
  const [view, setView] = useState<CallView>('routes');
  const calls = useRef<HTMLDivElement>(null);
  const showSlow = () => {
    setView('slow');
    calls.current?.scrollIntoView({ block: 'start' });
  };
  const error = state.error ?? history.error;
  const refresh = () => void Promise.all([state.refetch(), history.refetch()]);
  if (error && !(state.data && history.data)) return <Failed error={error} onRetry={refresh} />;
  if (!state.data || !history.data) return <StateView kind="loading" shape="cards" />;
  const { nodes, runtime } = state.data;
  const { points, stepMinutes } = history.data;
  const latest = points.at(-1);
  const machine = { stepMinutes, memoryBytes: runtime.memoryBytes, cpus: runtime.cpus };
  const peak = peakOf(points, history.data.slow, machine);
  return (
    <div className="monitor">
      <Controls
        told={error ? null : (dateTime(history.dataUpdatedAt)?.slice(-8) ?? '')}
        nodes={nodes}
        node={node}
        range={range}
        isFetching={history.isFetching}
        onPut={put}
        onRefresh={refresh}
      />
      {state.data.warnings.map((text) => (
        <Alert key={text} type="warning" showIcon title={text} />
      ))}
      {latest === undefined ? (
        <div className="panel">
          <StateView kind="empty" what="还没有采样" why="节点启动后几秒内出现第一组数据。" />
        </div>
      ) : (
        <>
          <FigureStrip label="服务概况" figures={figuresOf(latest, machine)} />
          {peak && <PeakNote peak={peak} onSlow={showSlow} />}
          <Charts points={points} {...machine} />
        </>
      )}
      <div className="monitor-rest" ref={calls}>
        <Calls history={history.data} view={view} onView={setView} />
        <Rail state={state.data} />
      </div>
    </div>
  );
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className="panel">
    <StateView kind="error" what="监控数据没有取到" error={error} onRetry={onRetry} />
  </div>
);

interface ControlsProps {
  /** time of the last answer; null = the last one failed */
  told: string | null;
  nodes: readonly { node: number; host: string }[];
  node: number | undefined;
  range: Range;
  isFetching: boolean;
  onPut: (name: string, value: string | null) => void;
  onRefresh: () => void;
}

/** What is shown: node and time, and how fresh it is. */
function Controls({ told, nodes, node, range, isFetching, onPut, onRefresh }: ControlsProps) {
  return (
    <PageActions>
      <span className={told === null ? 'monitor-updated level-bad' : 'monitor-updated muted'}>
        {told === null ? '刷新失败，显示的是之前的数据' : `更新于 ${told}，每 30 秒刷新`}
      </span>
      <Select
        aria-label="节点"
        className="monitor-node"
        value={node ?? -1}
        onChange={(value) => onPut('node', value === -1 ? null : String(value))}
        options={[{ value: -1, label: '全部节点' }, ...nodes.map((one) => ({ value: one.node, label: `节点 ${one.node} · ${one.host}` }))]}
      />
      <Segmented<Range>
        aria-label="时间范围"
        value={range}
        onChange={(value) => onPut('range', value === '1h' ? null : value)}
        options={RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
      />
      <button type="button" className="icon-button" aria-label="刷新" title="刷新" onClick={onRefresh}>
        <ReloadOutlined spin={isFetching} />
      </button>
    </PageActions>
  );
}
