import type { Figure } from '#kit/web/parts/FigureStrip.tsx';
import { LIMITS, type Machine } from './limits.ts';
import { cpuShare, perMinute, type Point } from './points.ts';
import { bytesText, levelOf, msText, percentText, type Level } from '../units.ts';

const MB = 1024 * 1024;
const toned = (level: Level): Pick<Figure, 'tone'> => (level === 'ok' ? {} : { tone: level });
/** 12.5 毫秒 → 12.5 and 毫秒 */
function split(text: string): Pick<Figure, 'value' | 'unit'> {
  const [value = '', unit] = text.split(' ');
  return value === '—' ? { value: null } : { value, ...(unit && { unit }) };
}

/** The newest figures, each with the limits beyond which it wants attention: the last points of the charts below them. */
export function figuresOf(latest: Point, { stepMinutes, memoryBytes, cpus }: Machine): Figure[] {
  const { diskFreeBytes: free, diskTotalBytes: total, p95Ms: p95 } = latest;
  const diskUsed = free !== null && total ? 1 - free / total : null;
  const failed = latest.calls === 0 ? 0 : latest.failures / latest.calls;
  const poolUsed = latest.poolMax === 0 ? 0 : latest.poolUsed / latest.poolMax;
  return [
    {
      label: '接口调用',
      value: String(perMinute(latest.calls, stepMinutes)),
      unit: '次 / 分钟',
      note: `失败 ${percentText(failed)}`,
      ...toned(failed === 0 ? 'ok' : levelOf(failed, ...LIMITS.failed)),
    },
    { label: '接口耗时', ...split(msText(p95)), note: `95%，中位 ${msText(latest.p50Ms)}`, ...toned(levelOf(p95 ?? 0, ...LIMITS.call)) },
    {
      label: '事件循环延迟',
      ...split(msText(latest.lagP99Ms)),
      note: `99%，中位 ${msText(latest.lagP50Ms)}`,
      ...toned(levelOf(latest.lagP99Ms, ...LIMITS.lag)),
    },
    {
      label: '处理器',
      value: String(cpuShare(latest.cpuPercent, cpus)),
      unit: '%',
      note: `共 ${cpus} 核`,
      ...toned(levelOf(cpuShare(latest.cpuPercent, cpus), ...LIMITS.cpu)),
    },
    {
      label: '内存',
      value: String(Math.round(latest.rssBytes / MB)),
      unit: 'MB',
      note: `堆 ${Math.round(latest.heapUsedBytes / MB)} MB`,
      ...toned(levelOf(latest.rssBytes / Math.max(1, memoryBytes), ...LIMITS.memory)),
    },
    {
      label: '数据库连接',
      value: `${latest.poolUsed} / ${latest.poolMax}`,
      unit: '个',
      note: `空闲 ${latest.poolIdle}，排队 ${latest.poolWaiting}`,
      ...toned(latest.poolWaiting > 0 ? 'bad' : levelOf(poolUsed, ...LIMITS.pool)),
    },
    { label: '作业', value: String(latest.jobsRunning), unit: '个在运行', note: `等待 ${latest.jobsWaiting}` },
    {
      label: '磁盘剩余',
      ...(free === null ? { value: null } : split(bytesText(free))),
      note: total === null || diskUsed === null ? '系统未提供' : `已用 ${percentText(diskUsed)}`,
      ...toned(levelOf(diskUsed ?? 0, ...LIMITS.disk)),
    },
  ];
}
