import { AsyncLocalStorage } from 'node:async_hooks';

/** Something taken that is given back once; giving it back again does nothing. */
export interface Permit {
  release(): void;
}

/**
 * The connections of one call count as one: its first connection waits for the call's turn, the next ones come with it, and the turn ends
 * when the call holds none. So a call never waits for itself.
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

/** Runs a call whose connections wait for their turn: `take` waits for it and answers how to give it back. */
export const inCall = <T>(take: () => Promise<() => void>, work: () => T): T => calls.run(new CallShare(take), work);

/** Runs work that belongs to everybody although a call began it, such as filling a cache: it does not wait in the line of that call. */
export const forEverybody = <T>(work: () => T): T => calls.run(null, work);

/** The turn of the call that asks for a connection; null outside such calls. */
export const enterCall = async (): Promise<Permit | null> => (await calls.getStore()?.enter()) ?? null;
