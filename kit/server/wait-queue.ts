import type { AppError } from '#kit/contract/errors.ts';

/** Whoever stands in a line; `start` lets it go on, after it was taken out. */
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
 * Stands at the end of a line until `start` of its entry is called by whoever keeps the line and takes entries out. Throws `tooLong` after
 * `waitMs` and the signal's reason when it aborts; the entry has left the line then.
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
