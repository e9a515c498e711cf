/** An acquired permit; `release` is idempotent. */
export interface Permit {
  release(): void;
}

/**
 * All connections of one call share one permit: the first connection waits for it, further ones join it, and it is released when the call
 * holds no connection any more. A call therefore never waits for itself.
 */
export class CallShare {
  readonly #take: () => Promise<() => void>;
  #turn: Promise<() => void> | null = null;
  #held = 0;

  constructor(take: () => Promise<() => void>) {
    this.#take = take;
  }

  async enter(): Promise<Permit> {
    const turn = (this.#turn ??= this.#take());
    this.#held++;
    let leave: () => void;
    try {
      leave = await turn;
    } catch (error) {
      this.#held--;
      if (this.#turn === turn) this.#turn = null;
      throw error;
    }
    let isHeld = true;
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        if (--this.#held > 0) return;
        this.#turn = null;
        leave();
      },
    };
  }
}
