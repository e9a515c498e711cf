import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable } from '../error-mapper.ts';

const MAX_TRIES = 10;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 800;

/**
 * Retries atomic work (a transaction or a single statement) after a serialisation failure or deadlock: up to ten attempts with exponential
 * backoff and full jitter, about two seconds in total. Rethrows the last error unchanged. The work must be idempotent outside the database.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || !isRetryable(error)) throw error;
      await sleep(randomInt(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)));
    }
}
