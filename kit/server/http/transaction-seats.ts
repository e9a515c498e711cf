import { AppError } from '#kit/contract/errors.ts';
import type { App } from '../ctx.ts';
import { poolFigures } from '../db/prepared.ts';
import { standIn, type Standing } from '../line.ts';

/** Connections that calls with a transaction leave to everything else, and to what they read beside their transaction. */
const LEFT = 6;
const WAIT_MS = 15_000;

interface Waiting extends Standing {
  readonly who: string;
}

/**
 * Limits how many calls hold a transaction at once. Such a call needs a second connection now and then; if all connections were held by
 * calls that wait for one, none would ever end. Nobody has more than half of the seats, and those who wait come on in turn by person.
 */
export class TransactionSeats {
  readonly #most: number;
  readonly #each: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #used = 0;

  /** `connections`: the size of the pool; small pools keep half. */
  constructor(connections: number) {
    this.#most = Math.max(1, connections - Math.min(LEFT, Math.floor(connections / 2)));
    this.#each = Math.ceil(this.#most / 2);
  }

  /** Takes a seat for a person; the result gives it back. Throws server.unavailable after `waitMs`, the signal's reason when it aborts. */
  async take(who: string, signal: AbortSignal, waitMs = WAIT_MS): Promise<() => void> {
    if (this.#fits(who)) this.#sit(who);
    else await this.#wait(who, signal, waitMs);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#used--;
      const left = (this.#held.get(who) ?? 1) - 1;
      if (left > 0) this.#held.set(who, left);
      else this.#held.delete(who);
      this.#next();
    };
  }

  #fits(who: string): boolean {
    return this.#used < this.#most && (this.#held.get(who) ?? 0) < this.#each;
  }

  #sit(who: string): void {
    this.#used++;
    this.#held.set(who, (this.#held.get(who) ?? 0) + 1);
  }

  /** The one who holds the fewest seats goes first, among equals the one who came first. */
  #next(): void {
    const held = ({ who }: Waiting) => this.#held.get(who) ?? 0;
    const best = this.#waiting
      .filter(({ who }) => this.#fits(who))
      .reduce<Waiting | null>((a, b) => (a && held(a) <= held(b) ? a : b), null);
    if (!best) return;
    this.#waiting.splice(this.#waiting.indexOf(best), 1);
    this.#sit(best.who);
    best.start();
  }

  #wait(who: string, signal: AbortSignal, waitMs: number): Promise<void> {
    const tooLong = () => new AppError('server.unavailable', '系统繁忙，同时进行的操作较多，本次操作没有执行，请稍后重试');
    return standIn(this.#waiting, (start) => ({ who, start }), { waitMs, signal, tooLong });
  }
}

const seats = new WeakMap<App, TransactionSeats>();

/** The seats of one node, as many as its pool of connections allows. */
export function seatsOf(app: App): TransactionSeats {
  let own = seats.get(app);
  if (!own) {
    own = new TransactionSeats(poolFigures(app.db)?.max ?? 1);
    seats.set(app, own);
  }
  return own;
}
