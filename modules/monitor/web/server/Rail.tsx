import { Link } from 'react-router';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { count } from '#kit/web/format.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import { bytesText, spanText } from '../units.ts';

type State = CallReply<typeof api.monitor.server>;
const since = (time: string): number => Math.max(0, (Date.now() - new Date(time).getTime()) / 1000);

/** Jobs by kind: queued, at work, failed within a day. */
function JobsPanel({ jobs }: { jobs: State['jobs'] }) {
  return (
    <div className="panel">
      <div className="panel-head">
        后台作业<span className="muted">排队、执行中与近一天失败</span>
      </div>
      {jobs.length === 0 && <div className="blank">近一天没有作业。</div>}
      {jobs.map((job) => (
        <div className="panel-row" key={job.kind}>
          <span className="mono cut" title={job.kind}>
            {job.kind}
          </span>
          <span className="monitor-job">
            <span className={(job.oldestWaitingSeconds ?? 0) > 60 ? 'level-warn' : 'muted'}>
              排队 {job.waiting}
              {job.oldestWaitingSeconds !== null && `（${spanText(job.oldestWaitingSeconds)}）`}
            </span>
            <span className="muted">
              执行 {job.running}
              {job.longestRunningSeconds !== null && `（${spanText(job.longestRunningSeconds)}）`}
            </span>
            <span className={job.failed > 0 ? 'level-bad' : 'muted'}>失败 {job.failed}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

/** Background work of one module: how much waits, and what needs a person by name. */
function WorkPanel({ report }: { report: State['work'][number] }) {
  return (
    <div className="panel">
      <div className="panel-head">
        {report.title}
        {report.path !== null && <Link to={report.path}>查看</Link>}
      </div>
      {report.figures.map(({ label, value, isBad }) => (
        <div className="panel-row" key={label}>
          <span>{label}</span>
          <span className={isBad ? 'num level-bad' : 'num'}>{count(value)}</span>
        </div>
      ))}
      {report.items.map(({ title, detail, time }) => (
        <div className="panel-row" key={`${title} ${time}`}>
          <span className="cut" title={detail}>
            {title}：{detail}
          </span>
          <DateText value={time} />
        </div>
      ))}
    </div>
  );
}

/** Nodes, jobs and the database: what belongs to all of the product. */
export function Rail({ state }: { state: State }) {
  const { nodes, jobs, database, runtime } = state;
  const most = Math.max(1, ...database.tables.map((table) => table.bytes));
  return (
    <div className="monitor-rail">
      <div className="panel">
        <div className="panel-head">
          节点<span className="muted">{nodes.filter((node) => node.isAlive).length} 个在线</span>
        </div>
        {nodes.map((node) => (
          <div className="panel-row" key={node.node}>
            <Tag tone={node.isAlive ? 'calm' : 'bad'}>{node.isAlive ? '在线' : '已停止'}</Tag>
            <span className="cut" title={`${node.host}，版本 ${node.version}`}>
              {node.node} · {node.host}
              {node.isHere && '（当前）'}
            </span>
            <time title={`版本 ${node.version}`}>运行 {spanText(since(node.startTime))}</time>
          </div>
        ))}
        {nodes.length === 0 && <div className="blank">节点启动后几秒内出现在这里。</div>}
        <div className="panel-row muted">
          Node.js {runtime.node} · {runtime.platform} · 内存 {bytesText(runtime.memoryBytes)}
        </div>
      </div>
      <JobsPanel jobs={jobs} />
      {state.work.map((report) => (
        <WorkPanel key={report.title} report={report} />
      ))}
      <div className="panel">
        <div className="panel-head">
          数据库
          <span className="muted">
            {[
              database.version && `PostgreSQL ${database.version.split(' ')[0]}`,
              database.bytes !== null && bytesText(database.bytes),
              database.connections !== null && `连接 ${database.connections} / ${database.maxConnections ?? '—'}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
        {database.tables.length === 0 && <div className="blank">数据库不提供表的大小。</div>}
        {database.tables.map((table) => (
          <div className="panel-row" key={table.name} title={`${table.name}，约 ${count(table.rows)} 行`}>
            <span className="cut">{table.comment ?? table.name}</span>
            <span className="monitor-bar">
              <i style={{ width: `${(table.bytes / most) * 100}%` }} />
            </span>
            <span className="num">{bytesText(table.bytes)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
