import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may keep the others of this process waiting. */
const TURN_MS = 10;

/** Answers a pause to be called between pieces of work: it lets others work when the turn is over, and throws when the work is to stop. */
export function turns(signal: AbortSignal): () => Promise<void> | void {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_MS) return;
    return setImmediate().then(() => {
      signal.throwIfAborted();
      since = performance.now();
    });
  };
}
