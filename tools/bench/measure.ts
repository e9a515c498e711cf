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

/** Runs `work` `count` times on `lanes` lanes and answers how long each run took, and all of them together. */
async function runs(count: number, lanes: number, work: () => Promise<unknown>): Promise<{ times: number[]; wall: number }> {
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
  return { times, wall: performance.now() - started };
}

const ROUNDS = 5;

/** Measures several ways of doing a thing in turns, so that a busy machine is equally busy for all of them. */
export async function measure({ count, lanes = 1, warmup = 10 }: Load, ...ways: (() => Promise<unknown>)[]): Promise<Figures[]> {
  for (const work of ways) for (let i = 0; i < warmup; i++) await work();
  const sums = ways.map(() => ({ times: [] as number[], wall: 0 }));
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, work] of ways.entries()) {
      const { times, wall } = await runs(Math.ceil(count / ROUNDS), lanes, work);
      sums[index]?.times.push(...times);
      if (sums[index]) sums[index].wall += wall;
    }
  return sums.map(({ times, wall }) => {
    times.sort((a, b) => a - b);
    return { count: times.length, p50: at(times, 0.5), p95: at(times, 0.95), perSecond: (times.length / wall) * 1000 };
  });
}
