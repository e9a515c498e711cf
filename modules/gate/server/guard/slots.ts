import { AppError } from '#kit/contract/errors.ts';
import { waitInQueue, type Waiter } from '#kit/server/wait-queue.ts';

/** Places of a key: a number, or how many there are at the moment. */
type Places = number | (() => number);
interface Waiting extends Waiter {
  readonly keys: readonly (readonly [key: string, most: Places])[];
  readonly isBehindPeople: boolean;
}
interface TakeOptions {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** in the line, everything else goes first */
  readonly isBehindPeople?: boolean;
}

/** Limits how much runs at once per key on this node; who does not fit waits in line for a while. */
export class Slots {
  readonly #used = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  /** Takes a place under every key; the result gives them back. Throws throttle.exceeded after `waitMs`. */
  async take(keys: Waiting['keys'], options: TakeOptions): Promise<() => void> {
    if (!this.#fits(keys)) await this.#wait(keys, options);
    else this.#add(keys, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#add(keys, -1);
      this.#next();
    };
  }

  #fits(keys: Waiting['keys']): boolean {
    return keys.every(([key, most]) => (this.#used.get(key) ?? 0) < (typeof most === 'number' ? most : most()));
  }

  #add(keys: Waiting['keys'], n: number): void {
    for (const [key] of keys) {
      const left = (this.#used.get(key) ?? 0) + n;
      if (left > 0) this.#used.set(key, left);
      else this.#used.delete(key);
    }
  }

  #next(): void {
    for (const isBehindPeople of [false, true])
      for (let i = 0; i < this.#waiting.length; i++) {
        const entry = this.#waiting[i]!;
        if (entry.isBehindPeople !== isBehindPeople || !this.#fits(entry.keys)) continue;
        this.#waiting.splice(i--, 1);
        this.#add(entry.keys, 1);
        entry.start();
      }
  }

  #wait(keys: Waiting['keys'], { waitMs, signal, isBehindPeople = false }: TakeOptions): Promise<void> {
    const tooLong = () => new AppError('throttle.exceeded', '当前执行的查询较多，请稍后重试');
    return waitInQueue(this.#waiting, (start) => ({ keys, isBehindPeople, start }), { signal, limit: { waitMs, tooLong } });
  }
}
