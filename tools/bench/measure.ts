/** Latencies of one kind of call, in milliseconds. */
export interface Figures {
  readonly name: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Runs `work` `count` times on `lanes` lanes after a warm-up and measures each run. */
export async function measure(
  name: string,
  { count, lanes, warmup = 20 }: { count: number; lanes: number; warmup?: number },
  work: () => Promise<unknown>,
): Promise<Figures> {
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
  return { name, count: times.length, p50: at(times, 0.5), p95: at(times, 0.95), perSecond: (times.length / wall) * 1000 };
}

/** A Markdown row: ours, the bare driver in the same run, and the ratio of the medians. */
export const compared = (ours: Figures, bare: Figures): string =>
  `| ${ours.name} | ${ours.p50.toFixed(2)} | ${ours.p95.toFixed(2)} | ${ours.perSecond.toFixed(0)} | ${bare.p50.toFixed(2)} | ${(ours.p50 / bare.p50).toFixed(2)} |`;
