import { AppError } from '#kit/contract/errors.ts';
import type { App } from '../ctx.ts';
import { poolFigures } from '../db/prepared.ts';
import { waitInQueue, type Waiter } from '../wait-queue.ts';

/** Connections of the pool reserved for everything that is not limited, and for reads beside a transaction. */
const LEFT = 6;
const WAIT_MS = 15_000;

interface Waiting extends Waiter {
  readonly who: string;
  readonly isReading: boolean;
}
interface Limits {
  /** number of permits */
  readonly most: number;
  /** permits per account */
  readonly each: number;
}
interface AcquireOptions {
  readonly waitMs?: number;
  /** a call that only reads: reads of an account leave half of its permits to writes */
  readonly isReading?: boolean;
}

/**
 * Limits how many calls hold a transaction, or a connection for reading, at once. A transaction needs a second connection now and then; if all
 * connections were held by calls that wait for one, none would ever end. No account has more than half of the permits, nor more than a quarter for
 * reading, and those who wait come on in turn by person.
 */
export class TransactionLimiter {
  readonly #most: number;
  readonly #each: number;
  readonly #held = new Map<string, number>();
  readonly #reading = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #used = 0;

  constructor({ most, each }: Limits) {
    this.#most = most;
    this.#each = each;
  }

  /** Acquires a permit for an account; the result releases it. Throws server.unavailable after `waitMs`, the signal's reason when it aborts. */
  async acquire(who: string, signal: AbortSignal, { waitMs = WAIT_MS, isReading = false }: AcquireOptions = {}): Promise<() => void> {
    const permit = { who, isReading };
    if (this.#fits(permit)) this.#grant(permit);
    else await this.#wait(permit, signal, waitMs);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#used--;
      count(this.#held, who, -1);
      if (isReading) count(this.#reading, who, -1);
      this.#next();
    };
  }

  #fits({ who, isReading }: Pick<Waiting, 'who' | 'isReading'>): boolean {
    if (isReading && (this.#reading.get(who) ?? 0) >= Math.ceil(this.#each / 2)) return false;
    return this.#used < this.#most && (this.#held.get(who) ?? 0) < this.#each;
  }

  #grant({ who, isReading }: Pick<Waiting, 'who' | 'isReading'>): void {
    this.#used++;
    count(this.#held, who, 1);
    if (isReading) count(this.#reading, who, 1);
  }

  /** The account that holds the fewest permits goes first; among equals, first in, first out. */
  #next(): void {
    const held = ({ who }: Waiting) => this.#held.get(who) ?? 0;
    const best = this.#waiting.filter((one) => this.#fits(one)).reduce<Waiting | null>((a, b) => (a && held(a) <= held(b) ? a : b), null);
    if (!best) return;
    this.#waiting.splice(this.#waiting.indexOf(best), 1);
    this.#grant(best);
    best.start();
  }

  #wait(permit: Pick<Waiting, 'who' | 'isReading'>, signal: AbortSignal, waitMs: number): Promise<void> {
    const tooLong = () => new AppError('server.unavailable', '系统繁忙，同时进行的操作较多，本次操作没有执行，请稍后重试');
    return waitInQueue(this.#waiting, (start) => ({ ...permit, start }), { signal, limit: { waitMs, tooLong } });
  }
}

function count(counts: Map<string, number>, who: string, by: 1 | -1): void {
  const now = (counts.get(who) ?? 0) + by;
  if (now > 0) counts.set(who, now);
  else counts.delete(who);
}

/** Connections that one person's pages may hold by what they ask by themselves. */
const PASSIVE_EACH = 4;
const ofApps = new WeakMap<App, { readonly calls: TransactionLimiter; readonly passive: TransactionLimiter }>();

/** The limiter for a pool of so many connections; small pools keep half for everything else. */
export function limiterFor(connections: number): TransactionLimiter {
  const most = Math.max(1, connections - Math.min(LEFT, Math.floor(connections / 2)));
  return new TransactionLimiter({ most, each: Math.ceil(most / 2) });
}

/**
 * The limiters of one node, with as many permits as its pool of connections allows. Passive calls have their own, so that they do not wait behind what people do;
 * only one person's share is limited there.
 */
export function limitersOf(app: App) {
  let own = ofApps.get(app);
  if (!own) {
    const connections = poolFigures(app.db)?.max ?? 1;
    own = {
      calls: limiterFor(connections),
      passive: new TransactionLimiter({ most: connections, each: Math.min(PASSIVE_EACH, connections) }),
    };
    ofApps.set(app, own);
  }
  return own;
}
