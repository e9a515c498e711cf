import { DownloadOutlined } from '@ant-design/icons';
import { Button, DatePicker, Table } from 'antd';
import dayjs from 'dayjs';
import { useSearchParams } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { Can } from '#kit/web/can.tsx';
import type { ReplyOf } from '#kit/web/client.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { download } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { spanText } from './span.ts';
import './statistics.css';

type Figures = ReplyOf<typeof api.statistics.overview>;
const rateText = (share: number | null): string => (share === null ? '—' : `${(share * 100).toFixed(1)}%`);

/** 流程看板: how long approvals take, where they wait and who has most of them. */
export default function StatisticsPage() {
  const [search] = useSearchParams();
  const change = useChangeAddress();
  const dayIn = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(search.get(name) ?? '') ? (search.get(name) ?? undefined) : undefined);
  const query = { from: dayIn('from'), to: dayIn('to') };
  const figures = useCall(api.statistics.overview, { query }, { keepPrevious: true });
  return (
    <div className="flow-board">
      <PageActions>
        <DatePicker.RangePicker
          aria-label="统计区间"
          allowClear
          value={figures.data ? [dayjs(figures.data.from), dayjs(figures.data.to)] : null}
          onChange={(days) => change({ from: days?.[0]?.format('YYYY-MM-DD') ?? null, to: days?.[1]?.format('YYYY-MM-DD') ?? null })}
        />
        <Can call={api.statistics.export}>
          <Button
            icon={<DownloadOutlined />}
            onClick={() => void download(api.statistics.export, { query }, '流程统计.csv').catch(() => undefined)}
          >
            导出
          </Button>
        </Can>
      </PageActions>
      {figures.error && (
        <div className="panel">
          <StateView kind="error" error={figures.error} onRetry={() => void figures.refetch()} />
        </div>
      )}
      {!figures.error && !figures.data && <StateView kind="loading" shape="cards" />}
      {figures.data && <Board figures={figures.data} />}
    </div>
  );
}

/** Tables that are wider than their panel scroll: the keyboard has to reach them for that, and antd gives them no tab stop. */
function reachable(board: HTMLElement | null): void {
  for (const table of board?.querySelectorAll('.ant-table-content') ?? []) table.setAttribute('tabindex', '0');
}

function Board({ figures }: { figures: Figures }) {
  return (
    <div className="flow-board" ref={reachable}>
      <FigureStrip
        label="流程概况"
        figures={[
          { label: '发起', value: String(figures.started) },
          { label: '办结', value: String(figures.ended) },
          { label: '运行中', value: String(figures.running) },
          { label: '逾期任务', value: String(figures.overdue) },
        ]}
      />
      <Trend trend={figures.trend} />
      <NodeTable nodes={figures.nodes} />
      <div className="flow-board-tables">
        <ProcessTable processes={figures.processes} />
        <PeopleTable people={figures.people} />
      </div>
    </div>
  );
}

function Trend({ trend }: { trend: Figures['trend'] }) {
  const most = Math.max(0, ...trend.map(({ done }) => done));
  const total = trend.reduce((sum, { done }) => sum + done, 0);
  return (
    <section className="panel" aria-label="每天办结的任务">
      <div className="panel-head">
        每天办结的任务<span className="muted">共 {total} 个</span>
      </div>
      <div className="flow-trend" role="img" aria-label={`区间内办结 ${total} 个任务，最多的一天 ${most} 个`}>
        {trend.map(({ day, done, started, ended }) => (
          <i
            key={day}
            title={`${day}：办结任务 ${done}，发起流程 ${started}，结束流程 ${ended}`}
            style={{ height: `${Math.max(done > 0 ? 4 : 1, (done / (most || 1)) * 100)}%`, opacity: done > 0 ? 1 : 0.25 }}
          />
        ))}
      </div>
      <div className="flow-trend-days" aria-hidden>
        <span>{trend.at(0)?.day}</span>
        <span>最多一天 {most} 个</span>
        <span>{trend.at(-1)?.day}</span>
      </div>
    </section>
  );
}

const number = { align: 'right' as const, width: 84 };

function NodeTable({ nodes }: { nodes: Figures['nodes'] }) {
  return (
    <section className="panel">
      <div className="panel-head">节点</div>
      <Table<Figures['nodes'][number]>
        size="small"
        rowKey={(row) => `${row.key} ${row.nodeKey}`}
        dataSource={nodes}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '区间内没有办理' }}
        columns={[
          { title: '流程', dataIndex: 'processName', ellipsis: true, width: 160 },
          { title: '节点', dataIndex: 'name', ellipsis: true, width: 160 },
          { title: '待办', dataIndex: 'open', ...number, sorter: (a, b) => a.open - b.open },
          { title: '逾期', dataIndex: 'overdue', ...number, sorter: (a, b) => a.overdue - b.overdue },
          { title: '办结', dataIndex: 'done', ...number, sorter: (a, b) => a.done - b.done },
          {
            title: '用时中位数',
            dataIndex: 'median',
            ...number,
            width: 116,
            render: spanText,
            sorter: (a, b) => (a.median ?? 0) - (b.median ?? 0),
          },
          {
            title: '90% 用时',
            dataIndex: 'p90',
            ...number,
            width: 108,
            render: (value: number | null) => (value === null ? '—' : `${spanText(value)}内`),
          },
          { title: '退回率', dataIndex: 'returnRate', ...number, render: rateText },
          { title: '自动通过', dataIndex: 'passRate', ...number, width: 92, render: rateText },
          { title: '超时办结', dataIndex: 'late', ...number, width: 92 },
        ]}
      />
    </section>
  );
}

function ProcessTable({ processes }: { processes: Figures['processes'] }) {
  return (
    <section className="panel">
      <div className="panel-head">流程</div>
      <Table<Figures['processes'][number]>
        size="small"
        rowKey="key"
        dataSource={processes}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '区间内没有流程' }}
        columns={[
          { title: '流程', dataIndex: 'name', ellipsis: true, width: 120 },
          { title: '运行中', dataIndex: 'running', ...number, width: 68 },
          { title: '通过', dataIndex: 'approved', ...number, width: 64 },
          { title: '不通过', dataIndex: 'rejected', ...number, width: 68 },
          { title: '撤销', dataIndex: 'cancelled', ...number, width: 64 },
          { title: '用时中位数', dataIndex: 'median', ...number, width: 108, render: spanText },
          { title: '退回率', dataIndex: 'returnRate', ...number, width: 76, render: rateText },
        ]}
      />
    </section>
  );
}

function PeopleTable({ people }: { people: Figures['people'] }) {
  return (
    <section className="panel">
      <div className="panel-head">人员</div>
      <Table<Figures['people'][number]>
        size="small"
        rowKey="userId"
        dataSource={people}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '区间内没有办理' }}
        columns={[
          { title: '姓名', dataIndex: 'name', render: (name: string | null, row) => <PersonText name={name} note={row.deptName} /> },
          { title: '待办', dataIndex: 'open', ...number, width: 64 },
          { title: '逾期', dataIndex: 'overdue', ...number, width: 64 },
          { title: '办结', dataIndex: 'done', ...number, width: 64 },
          { title: '用时中位数', dataIndex: 'median', ...number, width: 108, render: spanText },
        ]}
      />
    </section>
  );
}
