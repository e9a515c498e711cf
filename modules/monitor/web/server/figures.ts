import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import { bytesText, levelOf, msText, percentText, type Level } from '../units.ts';

export type Point = CallReply<typeof api.monitor.history>['points'][number];

interface Figure {
  label: string;
  value: string;
  note: string;
  level: Level;
}

/** The newest figures in words, each with the limits beyond which it wants attention. */
export function figuresOf(latest: Point, stepMinutes: number, memoryBytes: number, cpus: number): Figure[] {
  const { diskFreeBytes: free, diskTotalBytes: total } = latest;
  const diskUsed = free !== null && total ? 1 - free / total : null;
  const failed = latest.calls === 0 ? 0 : latest.failures / latest.calls;
  const poolUsed = latest.poolMax === 0 ? 0 : latest.poolUsed / latest.poolMax;
  const p95 = latest.p95Ms;
  return [
    {
      label: '事件循环延迟',
      value: msText(latest.lagP99Ms),
      note: `99% 分位，中位 ${msText(latest.lagP50Ms)}`,
      level: levelOf(latest.lagP99Ms, 100, 500),
    },
    {
      label: 'CPU',
      value: percentText(latest.cpuPercent / 100),
      note: `单核百分比，共 ${cpus} 核`,
      level: levelOf(latest.cpuPercent, 85, 100 * cpus),
    },
    {
      label: '内存',
      value: bytesText(latest.rssBytes),
      note: `堆 ${bytesText(latest.heapUsedBytes)} / ${bytesText(latest.heapTotalBytes)}，回收 ${msText(latest.gcMs)}`,
      level: levelOf(latest.rssBytes / Math.max(1, memoryBytes), 0.5, 0.8),
    },
    {
      label: '磁盘剩余',
      value: free === null ? '—' : bytesText(free),
      note: total === null || diskUsed === null ? '系统未提供' : `共 ${bytesText(total)}，已用 ${percentText(diskUsed)}`,
      level: levelOf(diskUsed ?? 0, 0.85, 0.95),
    },
    {
      label: '数据库连接',
      value: `${latest.poolUsed} / ${latest.poolMax}`,
      note: `空闲 ${latest.poolIdle}，排队 ${latest.poolWaiting}`,
      level: latest.poolWaiting > 0 ? 'bad' : levelOf(poolUsed, 0.7, 0.9),
    },
    {
      label: '接口调用',
      value: `${Math.round((latest.calls / stepMinutes) * 10) / 10}`,
      note: '次 / 分钟',
      level: 'ok',
    },
    { label: '接口耗时', value: msText(p95), note: `95% 分位，中位 ${msText(latest.p50Ms)}`, level: levelOf(p95 ?? 0, 500, 2000) },
    {
      label: '失败率',
      value: percentText(failed),
      note: `${latest.failures} 次系统错误`,
      level: failed === 0 ? 'ok' : levelOf(failed, 0.001, 0.01),
    },
  ];
}
