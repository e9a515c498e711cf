import type { CachedAnswer } from './cache.ts';
import type { QueueEntry } from './limiter.ts';
import type { Priority } from './types.ts';

interface Flight {
  readonly result: Promise<CachedAnswer>;
  readonly stop: AbortController;
  turn: QueueEntry | null;
  waiting: number;
}
/** What a flight may use: its own signal, and a place to say that it stands in a line. */
export interface FlightControl {
  readonly signal: AbortSignal;
  queued(turn: QueueEntry): void;
}

/** One statement for everybody who asks the same at the same time; it is stopped when the last of them has gone. */
export class Flights {
  readonly #flying = new Map<string, Flight>();

  has(key: string): boolean {
    return this.#flying.has(key);
  }

  /** Joins what is under way, or starts it. Rejects with the reason of `signal` when the caller leaves. */
  async join(
    key: string,
    priority: Priority,
    signal: AbortSignal | null,
    start: (control: FlightControl) => Promise<CachedAnswer>,
  ): Promise<CachedAnswer> {
    signal?.throwIfAborted();
    let flight = this.#flying.get(key);
    if (flight) flight.turn?.hurry(priority);
    else {
      const stop = new AbortController();
      const made: Flight = {
        stop,
        turn: null,
        waiting: 0,
        // started in the next turn of the loop, so that `turn` has a place to go
        result: Promise.resolve().then(() => start({ signal: stop.signal, queued: (turn) => (made.turn = turn) })),
      };
      const ended = () => void (this.#flying.get(key) === made && this.#flying.delete(key));
      made.result.then(ended, ended);
      this.#flying.set(key, made);
      flight = made;
    }
    flight.waiting++;
    const joined = flight;
    try {
      return await (signal === null ? joined.result : this.#until(joined.result, signal));
    } finally {
      joined.waiting--;
      if (joined.waiting === 0 && this.#flying.get(key) === joined) {
        this.#flying.delete(key);
        joined.stop.abort(new DOMException('nobody waits for the answer', 'AbortError'));
      }
    }
  }

  #until(result: Promise<CachedAnswer>, signal: AbortSignal): Promise<CachedAnswer> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      result.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }
}
