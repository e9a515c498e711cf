import type { Priority } from './types.ts';

const ORDER: readonly Priority[] = ['interactive', 'visible', 'below', 'refresh', 'warmUp'];

interface Waiting {
  readonly account: string;
  priority: Priority;
  readonly start: () => void;
}
interface Lane {
  running: number;
  readonly byAccount: Map<string, number>;
  readonly waiting: Waiting[];
}
export interface QueueEntry {
  /** moves forward in the line when somebody more urgent waits for the same */
  hurry(priority: Priority): void;
  /** settles when it is its turn; call what it gives when the work is done */
  readonly ready: Promise<() => void>;
}

/**
 * How many statements run at once in one source. Urgent ones go first; among equals the account that has the fewest running, then the one
 * that came first, so that a board with many tiles does not hold up the others.
 */
export class Limiter {
  readonly #lanes = new Map<string, Lane>();

  take(source: string, most: number, account: string, priority: Priority, signal: AbortSignal): QueueEntry {
    const lane = this.#lane(source);
    let entry: Waiting | null = null;
    const ready = new Promise<() => void>((resolve, reject) => {
      const onAbort = () => {
        const at = lane.waiting.indexOf(entry!);
        if (at >= 0) lane.waiting.splice(at, 1);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return reject(signal.reason as Error);
      entry = {
        account,
        priority,
        start: () => {
          signal.removeEventListener('abort', onAbort);
          resolve(this.#started(source, lane, most, account));
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      lane.waiting.push(entry);
      this.#next(lane, most);
    });
    return {
      ready,
      hurry: (other) => {
        if (entry && ORDER.indexOf(other) < ORDER.indexOf(entry.priority)) entry.priority = other;
      },
    };
  }

  /** Statements that run in a source now. */
  running(source: string): number {
    return this.#lanes.get(source)?.running ?? 0;
  }

  /** Statements that wait for their turn in a source now. */
  waiting(source: string): number {
    return this.#lanes.get(source)?.waiting.length ?? 0;
  }

  #lane(source: string): Lane {
    let lane = this.#lanes.get(source);
    if (!lane) {
      lane = { running: 0, byAccount: new Map(), waiting: [] };
      this.#lanes.set(source, lane);
    }
    return lane;
  }

  #started(source: string, lane: Lane, most: number, account: string): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      lane.running--;
      const left = (lane.byAccount.get(account) ?? 1) - 1;
      if (left > 0) lane.byAccount.set(account, left);
      else lane.byAccount.delete(account);
      this.#next(lane, most);
      if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(source);
    };
  }

  #next(lane: Lane, most: number): void {
    while (lane.running < most && lane.waiting.length > 0) {
      const weight = ({ priority, account }: Waiting) => ORDER.indexOf(priority) * 10_000 + (lane.byAccount.get(account) ?? 0);
      const best = lane.waiting.reduce((a, b) => (weight(b) < weight(a) ? b : a));
      lane.waiting.splice(lane.waiting.indexOf(best), 1);
      lane.running++;
      lane.byAccount.set(best.account, (lane.byAccount.get(best.account) ?? 0) + 1);
      best.start();
    }
  }
}
