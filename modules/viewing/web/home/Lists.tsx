import type { ReactNode } from 'react';
import type { Reply } from '#kit/contract/route.ts';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import type { visualHome } from '#modules/library/contract/home.ts';
import { calls } from './api.ts';
import { buildPath, KIND_LABELS, viewPath } from '#modules/library/web/parts.ts';

export type Overview = Reply<typeof visualHome.overview>;

/** What stands in a panel without rows. */
const Nothing = ({ what }: { what: string }) => (
  <div className="panel-body">
    <StateView kind="empty" inline what={what} />
  </div>
);
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
    <Panel title="使用最多" note="近 30 天查看">
      {rows.length === 0 && <Nothing what="近 30 天还没有人查看看板或大屏" />}
      {rows.map((row) => (
        <div className="panel-line vh-viewed" key={`${row.kind}${row.id}`}>
          <Tag tone="line">{KIND_LABELS[row.kind]}</Tag>
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
          <small className="num" title={`${row.viewers} 人看过`}>
            {count(row.views)} 次
          </small>
        </div>
      ))}
    </Panel>
  );
}

/** What was changed last, over all kinds. */
export function Recent({ rows }: { rows: Overview['recent'] }) {
  const can = useCan();
  return (
    <Panel title="最近更新">
      {rows.length === 0 && <Nothing what="还没有图表、看板或大屏" />}
      {rows.map((row) => {
        const to = can(calls[row.kind].build)
          ? buildPath(row.kind, row.id)
          : row.isPublished && row.kind !== 'chart'
            ? viewPath(row.kind, row.id)
            : null;
        return (
          <div className="panel-line" key={`${row.kind}${row.id}`}>
            <Tag tone="line">{KIND_LABELS[row.kind]}</Tag>
            {to === null ? <span className="cut">{row.name}</span> : <Outside to={to}>{row.name}</Outside>}
            <span className="grow" />
            <small className="vh-who">
              <PersonText bare name={row.updaterName ?? '系统'} />
            </small>
            <small>
              <DateText value={row.updateTime} />
            </small>
          </div>
        );
      })}
    </Panel>
  );
}

/** Queries of charts that took long or failed. */
export function SlowList({ data }: { data: Overview }) {
  const { total, failed, p95 } = data.queries;
  const note =
    total > 0 && `近 7 天 ${count(total)} 次查询 · 失败 ${count(failed)} 次${p95 === null ? '' : ` · 95% 在 ${count(p95)} 毫秒内`}`;
  return (
    <Panel title="慢查询与失败" note={note}>
      {data.slow.length === 0 && <Nothing what="近 7 天没有超过 3 秒或失败的图表查询" />}
      {data.slow.map((row) => (
        <div className="panel-line" key={row.id}>
          <Tag tone={row.isFailed ? 'bad' : 'warn'}>{row.isFailed ? '失败' : '慢'}</Tag>
          <span className="cut" title={row.message ?? undefined}>
            {row.message ?? row.sourceName ?? '—'}
          </span>
          <span className="grow" />
          <small className="vh-who">
            <PersonText bare name={row.userName} />
          </small>
          <small className="num">{count(row.ms)} 毫秒</small>
          <small>
            <DateText value={row.at} />
          </small>
        </div>
      ))}
    </Panel>
  );
}

interface RowProps {
  name: ReactNode;
  message?: string | null;
  at: Date | string | null;
}
const Row = ({ name, message, at }: RowProps) => (
  <div className="panel-line vh-failed">
    <span className="cut">{name}</span>
    <small className="cut" title={message ?? undefined}>
      {message}
    </small>
    <small>
      <DateText value={at} />
    </small>
  </div>
);
const setPath = (name: string) => `/visual/dataset?q=setName:${encodeURIComponent(name)}`;

/** Data sets that nothing shows. */
export function UnusedList({ data }: { data: Overview }) {
  return (
    <Panel title="未被使用的数据集" note={data.unusedCount > 0 && `${count(data.unusedCount)} 个`}>
      {data.unusedSets.length === 0 && <Nothing what="所有数据集都有图表、看板或大屏在使用" />}
      {data.unusedSets.map((row) => (
        <Row key={row.id} name={<NameLink place="rail" name={row.name} to={setPath(row.name)} />} at={row.updateTime} />
      ))}
    </Panel>
  );
}

/** Extracts and subscriptions whose last run failed, with the reason. */
export function FailedList({ data }: { data: Overview }) {
  const { failedExtracts, failedSubscriptions } = data;
  return (
    <Panel title="抽取与订阅失败">
      {failedExtracts.length + failedSubscriptions.length === 0 && <Nothing what="抽取和订阅发送都正常" />}
      {failedExtracts.map((row) => (
        <Row key={row.id} name={<NameLink place="rail" name={row.name} to={setPath(row.name)} />} message={row.message} at={row.at} />
      ))}
      {failedSubscriptions.map((row) => (
        <Row key={row.id} name={<Outside to={viewPath(row.kind, row.docId)}>{row.name}</Outside>} message={row.message} at={row.at} />
      ))}
    </Panel>
  );
}
