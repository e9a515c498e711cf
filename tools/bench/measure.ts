/** Latencies of one kind of call, in milliseconds. */
export interface Figures {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
}

export interface Load {
  readonly count: number;
  /** calls at the same time */
  readonly lanes?: number;
  readonly warmup?: number;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Runs `work` `count` times on `lanes` lanes after a warm-up and measures each run. */
export async function measure({ count, lanes = 1, warmup = 10 }: Load, work: () => Promise<unknown>): Promise<Figures> {
  for (let i = 0; i < warmup; i++) await work();
  const times: number[] = [];
  let left = count;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (left-- > 0) {
        const from = performance.now();
        await work();
        times.push(performance.now() - from);
      }
    }),
  );
  const wall = performance.now() - started;
  times.sort((a, b) => a - b);
  return { count: times.length, p50: at(times, 0.5), p95: at(times, 0.95), perSecond: (times.length / wall) * 1000 };
}
