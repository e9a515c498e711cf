/** An entry of a wait queue; `start` resumes it after it was removed from the queue. */
export interface Waiter {
  readonly start: () => void;
}
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** without a limit, until the signal aborts */
  readonly limit?: WaitLimit | undefined;
}
interface WaitLimit {
  readonly waitMs: number;
  /** makes the error thrown after `waitMs` */
  readonly tooLong: () => Error;
}

/**
 * Waits in a queue until its owner removes the entry and calls `start`. Throws `tooLong()` at the limit, or the signal's reason on abort;
 * the entry is removed from the queue in both cases.
 */
export function waitInQueue<E extends Waiter>(
  queue: E[],
  entryOf: (start: () => void) => E,
  { signal, limit }: WaitOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abandon = (error: unknown) => {
      const at = queue.indexOf(entry);
      if (at < 0) return;
      queue.splice(at, 1);
      done();
      reject(error as Error);
    };
    const onAbort = () => abandon(signal?.reason);
    const timer = limit && setTimeout(() => abandon(limit.tooLong()), limit.waitMs);
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const entry = entryOf(() => {
      done();
      resolve();
    });
    queue.push(entry);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
