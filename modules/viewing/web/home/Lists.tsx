import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#kit/contract/route.ts';
import { useCan } from '#kit/web/can.tsx';
import { count, minute } from '#kit/web/format.ts';
import type { visualHome } from '#modules/library/contract/home.ts';
import { calls } from './api.ts';
import { buildPath, KIND_LABELS, viewPath } from '#modules/library/web/parts.ts';

export type Overview = Reply<typeof visualHome.overview>;

function Panel({ title, note, empty, children }: { title: string; note?: ReactNode; empty: string | null; children: ReactNode }) {
  return (
    <section className="panel">
      <div className="panel-head">
        {title}
        <span className="grow" />
        {note}
      </div>
      {empty === null ? children : <div className="blank">{empty}</div>}
    </section>
  );
}
const Outside = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className="cut" href={to} target="_blank" rel="noreferrer">
    {children}
  </a>
);

/** Boards and screens by how often they were opened, as bars. */
export function MostViewed({ rows }: { rows: Overview['mostViewed'] }) {
  const most = Math.max(1, ...rows.map((row) => row.views));
  const can = useCan();
  return (
    <Panel title="常看内容" empty={rows.length === 0 ? '还没有人查看' : null}>
      {rows.map((row) => (
        <div className="panel-row vh-viewed" key={`${row.kind}${row.id}`}>
          <span className="tag tag-line">{KIND_LABELS[row.kind]}</span>
          {can.perm(`visual:${row.kind}:preview`) ? (
            <Outside to={viewPath(row.kind, row.id)}>{row.name}</Outside>
          ) : (
            <span className="cut">{row.name}</span>
          )}
          <span className="meter">
            <i>
              <b style={{ width: `${(row.views / most) * 100}%` }} />
            </i>
          </span>
          <span className="num muted" title={`${row.viewers} 人看过`}>
            {count(row.views)} 次
          </span>
        </div>
      ))}
    </Panel>
  );
}

/** What was changed last, over all kinds. */
export function Recent({ rows }: { rows: Overview['recent'] }) {
  const can = useCan();
  return (
    <Panel title="最近更新" empty={rows.length === 0 ? '还没有图表、看板或大屏' : null}>
      {rows.map((row) => {
        const to = can(calls[row.kind].build)
          ? buildPath(row.kind, row.id)
          : row.isPublished && row.kind !== 'chart'
            ? viewPath(row.kind, row.id)
            : null;
        return (
          <div className="panel-row" key={`${row.kind}${row.id}`}>
            <span className="tag tag-line">{KIND_LABELS[row.kind]}</span>
            {to === null ? <span className="cut">{row.name}</span> : <Outside to={to}>{row.name}</Outside>}
            <span className="grow" />
            <span className="muted vh-who cut">{row.updaterName ?? '系统'}</span>
            <time className="muted">{minute(String(row.updateTime))?.slice(5)}</time>
          </div>
        );
      })}
    </Panel>
  );
}

/** Queries of charts that took long or failed. */
export function SlowList({ data }: { data: Overview }) {
  const { total, failed, p95 } = data.queries;
  const note = total > 0 && (
    <span className="muted">
      近 7 天 {count(total)} 次查询 · 失败 {count(failed)} 次{p95 !== null && ` · 95% 在 ${count(p95)} 毫秒内`}
    </span>
  );
  return (
    <Panel title="慢查询与失败" note={note} empty={data.slow.length === 0 ? '近 7 天没有超过 3 秒或失败的图表查询' : null}>
      {data.slow.map((row) => (
        <div className="panel-row" key={row.id}>
          <span className={row.isFailed ? 'tag tag-bad' : 'tag tag-warn'}>{row.isFailed ? '失败' : '慢'}</span>
          <span className="cut" title={row.message ?? undefined}>
            {row.message ?? row.sourceName ?? '—'}
          </span>
          <span className="grow" />
          <span className="muted vh-who cut">{row.userName ?? '—'}</span>
          <span className="num muted">{count(row.ms)} 毫秒</span>
          <time className="muted">{minute(String(row.at))?.slice(5)}</time>
        </div>
      ))}
    </Panel>
  );
}

/** Data sets that nothing shows. */
export function UnusedList({ data }: { data: Overview }) {
  return (
    <Panel
      title="未被使用的数据集"
      note={data.unusedCount > data.unusedSets.length && <span className="muted">共 {count(data.unusedCount)} 个</span>}
      empty={data.unusedSets.length === 0 ? '所有数据集都有图表、看板或大屏在使用' : null}
    >
      {data.unusedSets.map((row) => (
        <div className="panel-row" key={row.id}>
          <Link className="cut" to={`/visual/dataset?q=setName:${encodeURIComponent(row.name)}`}>
            {row.name}
          </Link>
          <time className="muted">{minute(String(row.updateTime))?.slice(5)}</time>
        </div>
      ))}
    </Panel>
  );
}

/** Extracts whose last run failed. */
export function ExtractList({ data }: { data: Overview }) {
  return (
    <Panel
      title="抽取失败"
      note={data.failedCount > data.failedExtracts.length && <span className="muted">共 {count(data.failedCount)} 个</span>}
      empty={data.failedExtracts.length === 0 ? '没有抽取失败的数据集' : null}
    >
      {data.failedExtracts.map((row) => (
        <div className="panel-row" key={row.id}>
          <Link className="cut" to={`/visual/dataset?q=setName:${encodeURIComponent(row.name)}`}>
            {row.name}
          </Link>
          <span className="cut muted" title={row.message ?? undefined}>
            {row.message}
          </span>
          <time className="muted">{row.at === null ? '—' : minute(String(row.at))?.slice(5)}</time>
        </div>
      ))}
    </Panel>
  );
}
