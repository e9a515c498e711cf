import { AppError } from '#kit/contract/errors.ts';
import { waitInQueue, type Waiter } from '#kit/server/wait-queue.ts';

/** Comparisons at once on this node: each has a process with memory of its own. */
const AT_ONCE = 2;
const WAIT_MS = 600_000;
const waiting: Waiter[] = [];
let running = 0;

/** Does work that holds the memory of a comparison, in turn. Throws throttle.exceeded after ten minutes in line. */
export async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const tooLong = () => new AppError('throttle.exceeded', '正在进行的跨源比对较多，请稍后重试');
  // who leaves hands the place on, so that nobody comes in between
  if (running >= AT_ONCE) await waitInQueue(waiting, (start) => ({ start }), { waitMs: WAIT_MS, signal, tooLong });
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next.start();
    else running--;
  }
}
