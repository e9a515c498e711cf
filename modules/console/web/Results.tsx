import { BarChartOutlined, SaveOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Segmented, Tabs, Tooltip } from 'antd';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { paramNames } from '#modules/gate/core/index.ts';
import { api } from './api.ts';
import { ExportResult } from './ExportResult.tsx';
import { HistoryList } from './HistoryList.tsx';
import { Messages } from './Messages.tsx';
import { ResultGrid } from './ResultGrid.tsx';
import type { Result, RunOutcome } from './use-run.ts';

// loaded on demand, because ECharts is large
const ResultChart = lazyPart(() => import('./ResultChart.tsx'));

interface Props {
  outcome: RunOutcome | null;
  /** a run is under way: `outcome` is that of the previous one */
  isRunning: boolean;
  tab: string;
  onTab: (tab: string) => void;
  onShow: (offset: number) => void;
  onUse: (entry: { sqlText: string; sourceId: string }) => void;
}

/** Below the editor: one tab per result, messages, history. */
export function Results({ outcome, isRunning, tab, onTab, onShow, onUse }: Props) {
  const shown = outcome?.results.flatMap((result, index) => (result.success && result.kind === 'read' ? [{ result, index }] : [])) ?? [];
  const items = [
    ...shown.map(({ result, index }, n) => ({
      key: `r${index}`,
      label: (
        <Tooltip title={<span className="mono">{result.sql.slice(0, 300)}</span>} mouseEnterDelay={0.6}>
          <span>
            结果{shown.length > 1 ? ` ${n + 1}` : ''} <em className="num">{`${count(result.count)}${result.truncated ? '+' : ''}`}</em>
          </span>
        </Tooltip>
      ),
      children: <ResultView result={result} outcome={outcome!} isScript={shown.length > 1} />,
    })),
    {
      key: 'messages',
      label: <span className={outcome?.problem ? 'bad' : undefined}>信息{outcome?.problem ? <i className="error-dot" /> : null}</span>,
      children: outcome ? (
        <Messages outcome={outcome} onShow={onShow} />
      ) : (
        <StateView kind="empty" what="还没有执行" why="执行后在这里显示结果和耗时。" />
      ),
    },
    { key: 'history', label: '执行记录', children: <HistoryList onUse={onUse} /> },
  ];
  const active = items.some((item) => item.key === tab) ? tab : items[0]!.key;
  return (
    <Tabs
      className={isRunning && active !== 'history' ? 'result-tabs stale' : 'result-tabs'}
      size="small"
      activeKey={active}
      onChange={onTab}
      items={items}
      destroyOnHidden
    />
  );
}

interface ResultViewProps {
  result: Result;
  outcome: RunOutcome;
  isScript: boolean;
}

function ResultView({ result, outcome, isScript }: ResultViewProps) {
  const can = useCan();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'table' | 'chart'>('table');
  // an execution plan or a list of names has nothing to draw: it opens as a table, whatever was looked at before
  const canDraw = result.count > 0 && result.columns.some(({ kind }) => kind === 'number');
  const view = canDraw ? asked : 'table';
  // the pieces of a script hold placeholders where its parameters were
  const isBound = isScript && paramNames(outcome.text).length > 0;
  // handed over in the router state, which has no limit of length as an address has; the data set builder belongs to another module
  const toSet = () =>
    void navigate('/visual/dataset/build/new?kind=sql', {
      state: { sourceId: outcome.sourceId, sql: isScript ? result.sql : outcome.text },
    });
  return (
    <div className="result-view">
      <div className="result-tools">
        <span className="muted num">
          {result.truncated ? `前 ${count(result.count)} 行` : `共 ${count(result.count)} 行`}，{result.columns.length} 列，用时{' '}
          {count(result.time)} 毫秒
        </span>
        <span className="grow" />
        <Segmented
          aria-label="显示方式"
          size="small"
          value={view}
          onChange={setAsked}
          options={[
            { value: 'table', icon: <TableOutlined />, label: '表格' },
            {
              value: 'chart',
              icon: <BarChartOutlined />,
              label: '图表',
              disabled: !canDraw,
              title: canDraw ? undefined : '结果中没有数值列，不能画图；可以用 count、sum 等汇总后再试',
            },
          ]}
        />
        {can.perm('visual:set:add') && !isBound && !/^\s*explain\b/i.test(result.sql) && (
          <Button size="small" icon={<SaveOutlined />} title="用这条语句新增数据集，制作图表和看板" onClick={toSet}>
            存为数据集
          </Button>
        )}
        {can(api.console.export) && isBound && <span className="muted">含参数的脚本请选中单条语句执行后导出或存为数据集</span>}
        {/* a single statement travels as it was written, so that its parameters are bound anew */}
        {can(api.console.export) && !isBound && (
          <ExportResult sourceId={outcome.sourceId} sqlText={isScript ? result.sql : outcome.text} params={outcome.params} />
        )}
      </div>
      {view === 'table' ? (
        <ResultGrid result={result} />
      ) : (
        <Suspense fallback={<StateView kind="loading" shape="block" />}>
          <ResultChart result={result} />
        </Suspense>
      )}
    </div>
  );
}
