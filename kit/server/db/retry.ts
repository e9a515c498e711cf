import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable } from '../error-mapper.ts';

const MAX_TRIES = 10;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 800;

/**
 * Runs work that is whole or not at all (a transaction, or a statement of its own) and runs it again after a serialisation failure or a
 * deadlock: up to ten tries with exponential back-off and full jitter, about two seconds at most. The last failure is thrown as it is.
 * The work may run several times, so whatever it changes outside the database has to wait for its result.
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
