import { Button, Progress } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCan } from '#kit/web/can.tsx';
import { onPush } from '#kit/web/push.ts';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { api } from '../api.ts';
import { SyncTag } from './sync-tag.tsx';
import './sync.css';

const RUNS: Record<string, readonly [label: string, tone: Tone]> = {
  running: ['进行中', 'accent'],
  done: ['完成', 'calm'],
  failed: ['失败', 'bad'],
  cancelled: ['已取消', 'idle'],
};

const SYNC_JOB = 'metadata.sync';
const FALLBACK_MS = 3_000;

/** Synchronisation of one source: state, progress, what the last runs found. */
export function SyncPanel({ id, icon }: { id: string; icon: ReactNode }) {
  const can = useCan();
  const answer = useCall(api.harvest.syncStatus, { params: { id } }, { refetchInterval: FALLBACK_MS });
  const { refetch } = answer;
  // push messages reach only the account that started the synchronisation; for others the state is polled
  useEffect(() => onPush('job', ({ job }) => void (job === SYNC_JOB && refetch())), [refetch]);
  const status = answer.data;
  const refreshes = [api.source.page, api.harvest.syncStatus];
  const sync = useWrite(api.harvest.sync, { overlay: false, refreshes });
  const cancel = useWrite(api.harvest.cancelSync, { overlay: false, refreshes });
  if (answer.error && !status) return <StateView kind="error" error={answer.error} onRetry={() => void refetch()} />;
  if (!status) return <StateView kind="loading" rows={3} />;
  const isRunning = status.job?.state === 'waiting' || status.job?.state === 'running';
  return (
    <section className="sync-panel">
      <div className="form-section">
        元数据同步 <SyncTag state={status.isSync} />
        <span className="grow" />
        {can(api.harvest.sync) &&
          (isRunning ? (
            <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ params: { id } })}>
              取消同步
            </Button>
          ) : (
            <Button size="small" icon={icon} loading={sync.isPending} onClick={() => sync.mutate({ params: { id } })}>
              立即同步
            </Button>
          ))}
      </div>
      {isRunning && (
        <div className="sync-progress" role="status">
          <Progress aria-label="同步进度" percent={status.job?.percent ?? 0} size="small" />
          <span className="muted">{status.job?.text || '等待执行'}</span>
        </div>
      )}
      {status.runs.length === 0 && !isRunning && <p className="muted">还没有同步过，点击“立即同步”读取表和字段。</p>}
      <ol className="sync-runs">
        {status.runs.map((run) => (
          <li key={run.id}>
            <DateText value={run.startTime} />
            <Tag tone={RUNS[run.state]?.[1]}>{RUNS[run.state]?.[0] ?? run.state}</Tag>
            <span>{run.message ?? '正在读取'}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
