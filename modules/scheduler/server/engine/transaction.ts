import { setTimeout as sleep } from 'node:timers/promises';
import type { App, Db } from '#kit/server/ctx.ts';
import { isRetryable } from '#kit/server/error-mapper.ts';

const TRIES = 5;
const PAUSE_MS = 100;

/** A transaction outside a call, tried again after serialisation failures and deadlocks. */
export async function inTransaction<T>(app: App, work: (db: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await app.db.transaction().execute(work);
    } catch (error) {
      if (tries === TRIES || !isRetryable(error)) throw error;
      await sleep(PAUSE_MS * tries);
    }
}
