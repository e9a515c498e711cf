import type { AppError } from '#kit/contract/errors.ts';

/** An entry of a queue; `start` lets it go on, after it was taken out. */
export interface Waiter {
  readonly start: () => void;
}
interface WaitOptions {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** what is thrown after `waitMs` */
  readonly tooLong: () => AppError;
}

/**
 * Waits at the end of a queue until the owner of the queue takes the entry out and calls its `start`. Throws `tooLong` after
 * `waitMs` and the signal's reason when it aborts; the entry has left the queue then.
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
