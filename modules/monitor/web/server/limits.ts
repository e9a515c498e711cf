import { cpuShare, type Point } from './points.ts';
import { bytesText, msText, percentText } from '../units.ts';

/** What the figures are measured against: the node, and the minutes of a point. */
export interface Machine {
  readonly stepMinutes: number;
  readonly memoryBytes: number;
  readonly cpus: number;
}
/** Beyond the first a figure wants attention, beyond the second it is bad: milliseconds, shares of 0–1, percent of all cores. */
export const LIMITS = {
  failed: [0.001, 0.01],
  call: [500, 2000],
  lag: [100, 500],
  cpu: [80, 95],
  memory: [0.5, 0.8],
  pool: [0.7, 0.9],
  disk: [0.85, 0.95],
} as const;

export interface Watched {
  readonly name: string;
  /** which line of the chart is meant, where it has several of the kind */
  readonly line?: string;
  pick(point: Point, machine: Machine): number | null;
  /** alarm line in the unit of the figure */
  limit(machine: Machine, points: readonly Point[]): number;
  text(value: number): string;
}
const poolMax = (points: readonly Point[]): number => Math.max(0, ...points.map((point) => point.poolMax));

/** Figures with an alarm line, in the order of the charts. */
export const WATCHED = {
  call: { name: '接口耗时 95%', line: '95% ', pick: (point) => point.p95Ms, limit: () => LIMITS.call[0], text: msText },
  lag: { name: '事件循环延迟 99%', line: '99% ', pick: (point) => point.lagP99Ms, limit: () => LIMITS.lag[0], text: msText },
  cpu: {
    name: '处理器',
    pick: (point, { cpus }) => cpuShare(point.cpuPercent, cpus),
    limit: () => LIMITS.cpu[0],
    text: (value) => percentText(value / 100),
  },
  memory: {
    name: '内存',
    pick: (point) => point.rssBytes,
    limit: ({ memoryBytes }) => memoryBytes * LIMITS.memory[0],
    text: bytesText,
  },
  pool: {
    name: '数据库连接',
    pick: (point) => point.poolUsed,
    // without a pool there is no line that could be reached
    limit: (_, points) => poolMax(points) * LIMITS.pool[0] || Infinity,
    text: (value) => `${value} 个`,
  },
} as const satisfies Record<string, Watched>;
