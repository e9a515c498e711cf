import { AsyncLocalStorage } from 'node:async_hooks';

/** An acquired permit; `release` is idempotent. */
export interface Permit {
  release(): void;
}

/**
 * All connections of one call share one permit: the first connection waits for it, further ones join it, and it is released when the call
 * holds no connection any more. A call therefore never waits for itself.
 */
class CallShare {
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

const calls = new AsyncLocalStorage<CallShare | null>();

/**
 * Runs a call under admission control: `take` waits for a permit and resolves with the function that releases it. Kept in
 * AsyncLocalStorage.
 */
export const inCall = <T>(take: () => Promise<() => void>, work: () => T): T => calls.run(new CallShare(take), work);

/**
 * Runs shared work that a call happened to trigger (such as filling a cache) outside that call's permit, so that it does not queue behind
 * the caller.
 */
export const forEverybody = <T>(work: () => T): T => calls.run(null, work);

/** Acquires the permit of the current call for one more connection; null outside of limited calls. */
export const enterCall = async (): Promise<Permit | null> => (await calls.getStore()?.enter()) ?? null;
