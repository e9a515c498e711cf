/**
 * All connections of one call share one permit: the first connection waits for it, further ones join it, and it is released when the call
 * holds no connection any more. A call therefore never waits for itself.
 */
export class CallShare {
  readonly #take: () => Promise<() => void>;
  #turn: Promise<() => void> | null = null;
  #held = 0;

  /** `take` waits for a permit and resolves with the function that releases it. */
  constructor(take: () => Promise<() => void>) {
    this.#take = take;
  }

  /** Runs the work of one connection under the permit. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const turn = (this.#turn ??= this.#take());
    this.#held++;
    let leave: (() => void) | null = null;
    try {
      leave = await turn;
      return await work();
    } finally {
      this.#held--;
      if (leave === null) {
        if (this.#turn === turn) this.#turn = null;
      } else if (this.#held === 0) {
        this.#turn = null;
        leave();
      }
    }
  }
}
