import { Table } from 'antd';
import { count } from '#kit/web/format.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import type { api } from '../api.ts';
import { levelOf, msText } from '../units.ts';

type History = CallReply<typeof api.monitor.history>;
type Route = History['routes'][number];
type Slow = History['slow'][number];

export type CallView = 'routes' | 'slow';
interface CallsProps {
  readonly history: History;
  readonly view: CallView;
  readonly onView: (view: CallView) => void;
}
const VIEWS = [
  ['routes', '按接口'],
  ['slow', '慢调用'],
] as const;

const Path = ({ method, path }: { method: string; path: string }) => (
  <span className="api-path" title={`${method} ${path}`}>
    <b className={`method method-${method.toLowerCase()}`}>{method}</b>
    <span className="mono cut">{path}</span>
  </span>
);
const time = (ms: number | null) => <span className={`level-${levelOf(ms ?? 0, 500, 2000)}`}>{msText(ms)}</span>;
const byNumber = (pick: (row: Route) => number | null) => (a: Route, b: Route) => (pick(a) ?? -1) - (pick(b) ?? -1);

/** Which calls take the time: all routes, or the single slowest calls. Paths are templates, without anybody's values. */
export function Calls({ history, view, onView }: CallsProps) {
  return (
    <div className="panel monitor-calls">
      <div className="panel-head">
        接口排行
        <span className="monitor-views">
          {VIEWS.map(([key, label]) => (
            <button type="button" key={key} aria-pressed={view === key} onClick={() => onView(key)}>
              {label}
              {key === 'slow' && ` ${history.slow.length}`}
            </button>
          ))}
        </span>
        <span className="muted">{view === 'routes' ? '按总耗时排列，前 50 个' : '超过 1 秒的调用，最慢的 50 次'}</span>
      </div>
      {view === 'routes' ? (
        <Table<Route>
          className="list-table"
          size="middle"
          rowKey={(row) => `${row.method} ${row.path}`}
          dataSource={[...history.routes]}
          pagination={{ pageSize: 10, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
          locale={{ emptyText: '这段时间没有接口调用' }}
          scroll={{ x: 760 }}
          columns={[
            { title: '接口', render: (_, row) => <Path {...row} /> },
            { title: '调用', width: 90, align: 'right', sorter: byNumber((row) => row.calls), render: (_, row) => count(row.calls) },
            {
              title: '系统错误',
              width: 90,
              align: 'right',
              sorter: byNumber((row) => row.failures),
              render: (_, row) => <span className={row.failures > 0 ? 'level-bad' : 'muted'}>{count(row.failures)}</span>,
            },
            { title: '中位', width: 100, align: 'right', sorter: byNumber((row) => row.p50Ms), render: (_, row) => time(row.p50Ms) },
            { title: '95% 分位', width: 110, align: 'right', sorter: byNumber((row) => row.p95Ms), render: (_, row) => time(row.p95Ms) },
            { title: '99% 分位', width: 110, align: 'right', sorter: byNumber((row) => row.p99Ms), render: (_, row) => time(row.p99Ms) },
            { title: '最慢', width: 100, align: 'right', sorter: byNumber((row) => row.maxMs), render: (_, row) => time(row.maxMs) },
          ]}
        />
      ) : (
        <Table<Slow>
          className="list-table"
          size="middle"
          rowKey={(row) => `${row.requestId}${row.path}`}
          dataSource={[...history.slow]}
          pagination={{ pageSize: 10, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
          locale={{ emptyText: '这段时间没有超过 1 秒的调用' }}
          scroll={{ x: 760 }}
          columns={[
            { title: '接口', render: (_, row) => <Path {...row} /> },
            { title: '耗时', width: 100, align: 'right', render: (_, row) => time(row.ms) },
            { title: '状态码', width: 80, align: 'right', dataIndex: 'status' },
            { title: '节点', width: 70, align: 'right', dataIndex: 'node' },
            { title: '时间', width: 170, render: (_, row) => <DateText value={row.time} kind="log" /> },
            { title: '请求编号', width: 160, render: (_, row) => <span className="mono">{row.requestId}</span> },
          ]}
        />
      )}
    </div>
  );
}
