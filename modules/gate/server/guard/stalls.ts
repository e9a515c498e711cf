import { AppError } from '#kit/contract/errors.ts';
import type { Slots } from './slots.ts';

/** A source that has answered nothing for so long is not busy but stuck: whoever waits is told so within two seconds. */
const STALL_MS = 700;
const LOOK_MS = 200;
/** Whoever waits longer for a busy source is told to come again. */
const MAX_WAIT_MS = 5_000;

export const STALLED = Symbol('stalled');

const TICK_MS = 100;
let ticks = 0;
let ticking: NodeJS.Timeout | null = null;
/** Milliseconds in which this node listened: while its event loop is blocked, answers lie unread and no source is to blame. */
function listenedMs(): number {
  ticking ??= setInterval(() => (ticks += 1), TICK_MS).unref();
  return ticks * TICK_MS;
}

interface Waiting {
  readonly since: number;
  readonly give: () => void;
}

/** What waits for one source, and whether it moves. */
class SourceWatch {
  readonly #waiting = new Set<Waiting>();
  #answered = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  answered(): void {
    this.#answered = listenedMs();
  }
  get isStuck(): boolean {
    return listenedMs() - this.#answered > STALL_MS;
  }

  /** What a call answers, or STALLED when it has waited and no other call of the source was answered meanwhile. */
  unlessStalled<T>(reading: Promise<T>): Promise<T | typeof STALLED> {
    return new Promise((resolve, reject) => {
      const waiting = { since: listenedMs(), give: () => resolve(STALLED) };
      this.#waiting.add(waiting);
      this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
      reading.then(
        (value) => {
          this.#waiting.delete(waiting);
          resolve(value);
        },
        (error: unknown) => {
          this.#waiting.delete(waiting);
          reject(error as Error);
        },
      );
    });
  }

  #look(): void {
    if (this.#waiting.size === 0 && this.#timer) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    if (!this.isStuck) return;
    const before = listenedMs() - STALL_MS;
    for (const waiting of this.#waiting)
      if (waiting.since < before) {
        this.#waiting.delete(waiting);
        waiting.give();
      }
  }
}

const watches = new Map<string, SourceWatch>();
export function watchOf(sourceId: string): SourceWatch {
  let watch = watches.get(sourceId);
  if (!watch) {
    watch = new SourceWatch();
    watches.set(sourceId, watch);
  }
  return watch;
}

/**
 * A place of a source, of `most`: one that moves is waited for, one that is stuck is not. Throws throttle.exceeded when a source that moves
 * had no place in time, and source.timeout when it is stuck.
 */
export async function placeAt(
  slots: Slots,
  sourceId: string,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<() => void> {
  const ends = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await slots.take([[`api:${sourceId}`, most]], { waitMs: STALL_MS, signal });
    } catch (error) {
      const isFull = error instanceof AppError && error.key === 'throttle.exceeded';
      if (isFull && watchOf(sourceId).isStuck) throw new AppError('source.timeout');
      if (!isFull || performance.now() + STALL_MS > ends) throw error;
    }
  }
}
