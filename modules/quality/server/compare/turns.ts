import { AppError } from '#kit/contract/errors.ts';
import { Permits } from '#kit/server/permits.ts';

/** Comparisons at once on this node: each has a process with memory of its own. */
const comparisons = new Permits(2);
const WAIT_MS = 600_000;

/** Does work that holds the memory of a comparison, in turn. Throws throttle.exceeded after ten minutes in line. */
export const inTurn = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  const tooLong = () => new AppError('throttle.exceeded', '正在进行的跨源比对较多，请稍后重试');
  return comparisons.run(work, { signal, limit: { waitMs: WAIT_MS, tooLong } });
};
