import { count } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { durationText } from '../core/duration.ts';
import { api } from './api.ts';

const REFRESH_MS = 10_000;

/** How the runs of the last days went, above the lists. */
export function StatsBar({ jobId }: { jobId?: string | undefined }) {
  const { data } = useCall(api.run.stats, { query: { jobId } }, { refetchInterval: REFRESH_MS, keepPrevious: true });
  // executions that found nothing to do count here and leave no line in the log below
  const figures: readonly (readonly [label: string, value: string | null, isBad?: boolean])[] = [
    [`近 ${data?.days ?? 7} 天执行`, data ? `${count(data.done + data.failed + data.cancelled)} 次` : null],
    ['成功率', data && data.successRate !== null ? `${data.successRate}%` : null],
    ['失败', data ? `${count(data.failed)} 次` : null, (data?.failed ?? 0) > 0],
    ['平均耗时', data && data.meanMs !== null ? durationText(data.meanMs) : null],
    ['跳过', data ? `${count(data.skipped)} 次` : null],
    ['执行中', data ? count(data.running) : null],
    ['等待', data ? count(data.waiting) : null],
  ];
  return (
    <dl className="panel run-stats" aria-label="执行统计" title="计划触发但没有需要处理的内容时，计入执行次数，不留任务日志">
      {figures.map(([label, value, isBad]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={isBad ? 'num bad' : 'num'}>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  );
}
