import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is there; fails after `limitMs` with the last answer. */
export async function until<T>(ask: () => Promise<T>, good: (value: T) => boolean, limitMs = 30_000): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await ask();
    if (good(value)) return value;
    if (Date.now() > end) throw new Error(`not reached in ${limitMs} ms, last answer: ${JSON.stringify(value)}`);
    await sleep(50);
  }
}
