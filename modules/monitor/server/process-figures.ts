import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';
import { statfs } from 'node:fs/promises';

const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

/** What the process used since it was last asked. */
export interface ProcessFigures {
  lagP50Ms: number;
  lagP99Ms: number;
  /** of one core; several busy threads give more than 100 */
  cpuPercent: number;
  gcMs: number;
  rssBytes: number;
  heapUsedBytes: number;
  heapTotalBytes: number;
}

const tidy = (value: number): number => Math.round(value * 100) / 100;

/** Measures this process; `take` answers and begins anew. */
export function processFigures(): { take(): ProcessFigures; stop(): void } {
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  lag.enable();
  let gcMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) gcMs += entry.duration;
  });
  observer.observe({ entryTypes: ['gc'] });
  let cpu = process.cpuUsage();
  let at = performance.now();
  return {
    take() {
      const used = process.cpuUsage(cpu);
      const now = performance.now();
      const memory = process.memoryUsage();
      // the histogram holds whole intervals; what exceeds the resolution is the delay
      const delay = (percentile: number) => tidy(Math.max(0, lag.percentile(percentile) / NS_PER_MS - RESOLUTION_MS));
      const figures = {
        lagP50Ms: delay(50),
        lagP99Ms: delay(99),
        cpuPercent: tidy(((used.user + used.system) / 1000 / Math.max(1, now - at)) * 100),
        gcMs: tidy(gcMs),
        rssBytes: memory.rss,
        heapUsedBytes: memory.heapUsed,
        heapTotalBytes: memory.heapTotal,
      };
      lag.reset();
      [cpu, at, gcMs] = [process.cpuUsage(), now, 0];
      return figures;
    },
    stop() {
      lag.disable();
      observer.disconnect();
    },
  };
}

/** Free and total bytes of the disk below a folder; null where the system does not tell. */
export async function diskFigures(folder: string): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
