import { waitInQueue, type Waiter, type WaitOptions } from './wait-queue.ts';

/** A counting semaphore: at most so many permits are held at once, the others wait for their turn, first in, first out. */
export class Permits {
  readonly #most: number;
  readonly #waiting: Waiter[] = [];
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Acquires a permit; the result releases it, once. Throws the signal's reason on abort, the limit's error when it waited too long. */
  async acquire(options: WaitOptions = {}): Promise<() => void> {
    options.signal?.throwIfAborted();
    if (this.#held < this.#most) this.#held++;
    else await waitInQueue(this.#waiting, (start) => ({ start }), options);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      // handed on without being free in between: whoever has waited longest is next
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#held--;
    };
  }

  /** Does work while it holds a permit. Throws what `acquire` and the work throw. */
  async run<T>(work: () => Promise<T>, options?: WaitOptions): Promise<T> {
    const release = await this.acquire(options);
    try {
      return await work();
    } finally {
      release();
    }
  }
}
