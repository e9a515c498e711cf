import type { App } from '#kit/server/ctx.ts';
import { roomOf, type Limit } from '../../core/limits.ts';

interface Lease {
  /** calls that this node may still let through */
  left: number;
  /** calls that no node has taken yet, as this one last heard */
  readonly rest: number;
  readonly ends: number;
  /** the same by the clock of the process: a share of an hour that has not come yet ends as well when clocks are set back */
  readonly until: number;
  /** nothing is left; nothing is asked until the window ends */
  readonly isSpent: boolean;
}
export interface Permit {
  readonly isAllowed: boolean;
  /** calls left in the window, as this node knows */
  readonly remaining: number;
  /** seconds until the window ends */
  readonly resetSeconds: number;
  /** Puts back what was taken, or takes more of what was not known before, as bytes of an answer. */
  readonly settle: (more: number) => void;
}
/** What is limited: calls of one application to one API. */
export interface Limited {
  readonly appId: string;
  readonly apiId: string;
}

/**
 * Limits exact over all nodes: the row of a window counts what nodes have taken of it, and each takes small shares. When a window begins and
 * how much a share is, `core/limits.ts` says.
 */
export class Quota {
  readonly #app: App;
  readonly #leases = new Map<string, Lease>();
  readonly #waiting = new Map<string, Promise<Lease>>();

  constructor(app: App) {
    this.#app = app;
  }

  /** One call, or `count` of what is limited; what this node has a share of is answered at once. */
  take(limited: Limited, limit: Limit, count = 1): Permit | Promise<Permit> {
    // a limit that was changed meanwhile is asked for anew
    const key = `${limited.appId} ${limited.apiId} ${limit.kind} ${limit.most}`;
    return this.#taken(key, count) ?? this.#renewed(key, { limited, limit, count });
  }

  async #renewed(key: string, { limited, limit, count }: { limited: Limited; limit: Limit; count: number }): Promise<Permit> {
    for (;;) {
      // bytes of answers that were larger than what was left of the share are taken with the next one
      const lease = this.#leases.get(key);
      const debt = lease && lease.ends > this.#app.now().getTime() ? Math.max(0, -lease.left) : 0;
      await this.#renew(key, limited, limit, debt);
      const permit = this.#taken(key, count);
      if (permit) return permit;
    }
  }

  #taken(key: string, count: number): Permit | null {
    const lease = this.#leases.get(key);
    if (!lease || (lease.left <= 0 && !lease.isSpent)) return null;
    const now = this.#app.now().getTime();
    if (lease.ends <= now || lease.until <= performance.now()) return null;
    const isAllowed = lease.left > 0;
    if (isAllowed) lease.left -= count;
    const settle = (more: number) => {
      // what is put back belongs to the window that it was taken of; what comes on top is owed by whichever holds now
      const holds = this.#leases.get(key) ?? lease;
      const owing = more < 0 && holds.ends !== lease.ends ? lease : holds;
      if (isAllowed) owing.left -= more;
    };
    const resetSeconds = Math.max(1, Math.ceil((lease.ends - now) / 1000));
    return { isAllowed, remaining: Math.max(0, lease.left) + lease.rest, resetSeconds, settle };
  }

  #renew(key: string, limited: Limited, limit: Limit, debt: number): Promise<Lease> {
    const running = this.#waiting.get(key);
    if (running) return running;
    const before = this.#leases.get(key);
    const renewed = this.#ask(limited, limit, debt)
      .then((lease) => {
        // owed since it was asked
        if (before && before.ends === lease.ends) lease.left -= Math.max(0, -before.left - debt);
        this.#leases.set(key, lease);
        return lease;
      })
      .finally(() => this.#waiting.delete(key));
    this.#waiting.set(key, renewed);
    return renewed;
  }

  #ask({ appId, apiId }: Limited, limit: Limit, debt: number): Promise<Lease> {
    const { kind } = limit;
    return this.#app.db.transaction().execute(async (db) => {
      await db
        .insertInto('marketWindow')
        .values({ appId, apiId, kind, windowStart: new Date(0), used: '0' })
        .onConflict((conflict) => conflict.columns(['appId', 'apiId', 'kind']).doNothing())
        .execute();
      const row = await db
        .selectFrom('marketWindow')
        .select(['windowStart', 'used'])
        .where('appId', '=', appId)
        .where('apiId', '=', apiId)
        .where('kind', '=', kind)
        .forUpdate()
        .executeTakeFirstOrThrow();
      // read when the row is ours: whoever waited for it would come with a moment that has passed
      const now = this.#app.now();
      const room = roomOf(limit, { start: row.windowStart.getTime(), used: Number(row.used) }, now.getTime(), debt);
      await db
        .updateTable('marketWindow')
        .set({ windowStart: new Date(room.start), used: String(room.used) })
        .where('appId', '=', appId)
        .where('apiId', '=', apiId)
        .where('kind', '=', kind)
        .execute();
      const until = performance.now() + room.ends - now.getTime();
      return { left: room.share, rest: room.rest, ends: room.ends, until, isSpent: room.share === 0 };
    });
  }
}
