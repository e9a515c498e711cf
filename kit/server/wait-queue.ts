import type { AppError } from '#kit/contract/errors.ts';

/** An entry of a wait queue; `start` resumes it after it was removed from the queue. */
export interface Waiter {
  readonly start: () => void;
}
interface WaitOptions {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** makes the error thrown after `waitMs` */
  readonly tooLong: () => AppError;
}

/**
 * Waits in a queue until its owner removes the entry and calls `start`. Throws `tooLong()` after `waitMs`, or the signal's reason on abort;
 * the entry is removed from the queue in both cases.
 */
export function waitInQueue<E extends Waiter>(
  queue: E[],
  entryOf: (start: () => void) => E,
  { waitMs, signal, tooLong }: WaitOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abandon = (error: unknown) => {
      const at = queue.indexOf(entry);
      if (at < 0) return;
      queue.splice(at, 1);
      done();
      reject(error as Error);
    };
    const onAbort = () => abandon(signal.reason);
    const timer = setTimeout(() => abandon(tooLong()), waitMs);
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const entry = entryOf(() => {
      done();
      resolve();
    });
    queue.push(entry);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
