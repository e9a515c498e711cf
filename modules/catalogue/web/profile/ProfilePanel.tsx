import { EyeInvisibleOutlined } from '@ant-design/icons';
import { Button, Progress, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Can, useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { onPush } from '#kit/web/push.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { api } from '../api.ts';
import { Histogram, Patterns, TopValues } from './ProfileParts.tsx';
import { numberText, percentText, timeText } from './figures.ts';
import './profile.css';

type Profile = CallReply<typeof api.profile.table>;
export type Column = Profile['columns'][number];
const POLL_MS = 2_000;
const JOB = 'metadata.profile';

/** 数据画像 of one table, for a tab of its page: a row per column, opened for what a row cannot show. */
export function ProfilePanel({ tableId }: { tableId: string }) {
  const [isOpenJob, setOpenJob] = useState(false);
  const answer = useCall(api.profile.table, { params: { id: tableId } }, isOpenJob ? { refetchInterval: POLL_MS } : {});
  const { data, refetch } = answer;
  const isRunning = data?.job?.state === 'waiting' || data?.job?.state === 'running';
  if (isRunning !== isOpenJob) setOpenJob(isRunning);
  useEffect(() => onPush('job', ({ job }) => void (job === JOB && refetch())), [refetch]);
  const [opened, setOpened] = useState<string | null>(null);
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={8} />;
  const isMade = data.profileTime !== null;
  return (
    <div className="profile-panel">
      <Head profile={data} tableId={tableId} isRunning={isRunning} />
      {data.job?.state === 'failed' && (
        <p className="profile-failed" role="alert">
          上次分析失败：{data.job.text}
        </p>
      )}
      {!isMade && !isRunning && <Empty />}
      {isMade && (
        <div className="profile-scroll" tabIndex={0} role="region" aria-label="字段画像">
          <table className="profile-table">
            <thead>
              <tr>
                {['字段', '类型', '空值率', '唯一值', '最小值', '最大值', '分布'].map((title) => (
                  <th key={title}>{title}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.columns.map((column) => (
                <ColumnRows
                  key={column.columnId}
                  column={column}
                  isOpen={opened === column.columnId}
                  onToggle={() => setOpened(opened === column.columnId ? null : column.columnId)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function Head({ profile, tableId, isRunning }: { profile: Profile; tableId: string; isRunning: boolean }) {
  const refreshes = [api.profile.table];
  const run = useWrite(api.profile.run, { overlay: false, refreshes });
  const cancel = useWrite(api.profile.cancel, { overlay: false, refreshes });
  const { job } = profile;
  return (
    <header className="profile-head">
      {profile.profileTime !== null && (
        <span>
          <span className="num">{count(Number(profile.rowCount ?? 0))}</span> 行
          {profile.isSampled === '1' && (
            <Tooltip title="数据量较大，统计由抽样得出，行数为数据源的估计值">
              <span>
                {' '}
                <Tag tone="line">抽样</Tag>
              </span>
            </Tooltip>
          )}
          <span className="muted">
            ，分析于 <DateText value={profile.profileTime} />
          </span>
        </span>
      )}
      {isRunning && job && (
        <span className="profile-progress" role="status">
          <Progress aria-label="分析进度" percent={Math.round(job.percent)} size="small" />{' '}
          <span className="muted">{job.text || '等待执行'}</span>
        </span>
      )}
      <span className="grow" />
      <Can call={api.profile.run}>
        {isRunning && job ? (
          <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ body: { jobId: job.id } })}>
            停止
          </Button>
        ) : (
          <Button size="small" loading={run.isPending} onClick={() => run.mutate({ body: { tableId } })}>
            {profile.profileTime === null ? '开始分析' : '重新分析'}
          </Button>
        )}
      </Can>
    </header>
  );
}

function Empty() {
  const can = useCan();
  return (
    <p className="profile-empty">
      还没有分析过这张表。{can(api.profile.run) ? '点击“开始分析”统计空值、唯一值、分布和常见取值。' : '有数据画像权限的人可以发起分析。'}
    </p>
  );
}

const Value = ({ column, value }: { column: Column; value: string | null }) => {
  if (column.valuesHidden)
    return (
      <Tooltip title="敏感字段或没有预览权限，不显示取值">
        <EyeInvisibleOutlined className="profile-hidden" aria-label="取值已隐藏" />
      </Tooltip>
    );
  if (value === null) return <Missing />;
  const text = column.stats?.kind === 'time' ? timeText(value) : value;
  return (
    <span className="mono cut" title={text}>
      {text}
    </span>
  );
};

function ColumnRows({ column, isOpen, onToggle }: { column: Column; isOpen: boolean; onToggle: () => void }) {
  const { stats } = column;
  const nulls = stats && stats.nulls !== null && stats.scanned > 0 ? stats.nulls / stats.scanned : null;
  return (
    <>
      <tr>
        <td>
          <button type="button" className="profile-name" aria-expanded={isOpen} disabled={!stats} onClick={onToggle}>
            <span className="mono cut" title={column.columnName}>
              {column.columnName}
            </span>
            <span className="muted cut" title={column.columnComment ?? undefined}>
              {column.columnComment}
            </span>
          </button>
        </td>
        <td className="mono cut" title={column.dataType}>
          {column.dataType}
        </td>
        <td>
          {nulls === null ? (
            <Missing />
          ) : (
            <span className="profile-nulls">
              <span className="num">{percentText(nulls)}</span>
              <i className={nulls >= 0.5 ? 'bad' : nulls >= 0.2 ? 'warn' : ''}>
                <b style={{ width: `${nulls * 100}%` }} />
              </i>
            </span>
          )}
        </td>
        <td className="num">
          {stats?.distinct === null || stats?.distinct === undefined ? (
            <Missing />
          ) : (
            <>
              {count(stats.distinct)}
              {stats.nulls !== null && stats.scanned > stats.nulls && (
                <span className="muted"> {percentText(stats.distinct / (stats.scanned - stats.nulls))}</span>
              )}
            </>
          )}
        </td>
        <td>{stats ? <Value column={column} value={stats.min} /> : <Missing />}</td>
        <td>{stats ? <Value column={column} value={stats.max} /> : <Missing />}</td>
        <td>{stats?.histogram ? <Histogram histogram={stats.histogram} isTime={stats.kind === 'time'} small /> : <Missing />}</td>
      </tr>
      {isOpen && stats && (
        <tr className="profile-detail">
          <td colSpan={7}>
            <Detail column={column} stats={stats} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Which rows quantiles, distribution, frequent values and shapes come from. */
function sampleText({ scanned, nulls, sampled, isRandomSample }: NonNullable<Column['stats']>): string {
  if (nulls === null) return '敏感字段的行数过少，不给出统计';
  const filled = scanned - nulls;
  if (sampled >= filled) return `分位、分布、常见值和格式取自全部 ${count(filled)} 个非空值`;
  return `分位、分布、常见值和格式取自${isRandomSample ? '随机抽样' : '读到的前'} ${count(sampled)} 个非空值 / 共 ${count(filled)} 个`;
}

function Detail({ column, stats }: { column: Column; stats: NonNullable<Column['stats']> }) {
  const figures: readonly (readonly [label: string, value: string | null])[] = [
    ['统计行数', count(stats.scanned)],
    ['空值', stats.nulls === null ? null : count(stats.nulls)],
    ['平均值', numberText(stats.mean)],
    ['标准差', numberText(stats.stdev)],
    ['25% 分位', numberText(stats.quantiles?.[0] ?? null)],
    ['中位数', numberText(stats.quantiles?.[1] ?? null)],
    ['75% 分位', numberText(stats.quantiles?.[2] ?? null)],
    ['最短长度', numberText(stats.minLength)],
    ['平均长度', numberText(stats.meanLength)],
    ['最长长度', numberText(stats.maxLength)],
  ];
  return (
    <div className="profile-more">
      <dl className="profile-figures">
        {figures
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
      </dl>
      <p className="muted">{sampleText(stats)}</p>
      {column.valuesHidden && <p className="muted">敏感字段或没有预览权限，不显示取值、分布和常见值。</p>}
      <div className="profile-lists">
        {stats.histogram && (
          <section>
            <h4>分布</h4>
            <Histogram histogram={stats.histogram} isTime={stats.kind === 'time'} />
          </section>
        )}
        {stats.top && stats.top.length > 0 && <TopValues top={stats.top} sampled={stats.sampled} />}
        {stats.patterns.length > 0 && <Patterns patterns={stats.patterns} sampled={stats.sampled} />}
      </div>
    </div>
  );
}
