import type { App } from '#kit/server/ctx.ts';
import type { RateLimit } from '../../contract/api.ts';

/** Share of a limit that a node takes at once: the smaller, the less is left unused on other nodes near the end of a window. */
const SHARES = 200;

interface Lease {
  /** calls that this node may still let through */
  left: number;
  /** calls that no node has taken yet, as this one last heard */
  readonly rest: number;
  readonly ends: number;
  /** the limit is used up; nothing is asked until the window ends */
  isSpent: boolean;
}
export interface Permit {
  readonly isAllowed: boolean;
  /** calls left in the window, as this node knows */
  readonly remaining: number;
  /** seconds until the window ends */
  readonly resetSeconds: number;
}

/**
 * Limits exact over all nodes: a window begins with its first call, the row in the database counts what nodes have taken of it, and each
 * takes small shares. A window that has passed begins anew with the next call.
 */
export class Quota {
  readonly #app: App;
  readonly #leases = new Map<string, Lease>();
  readonly #waiting = new Map<string, Promise<Lease>>();

  constructor(app: App) {
    this.#app = app;
  }

  /** One call of a limit; what this node has a share of is answered at once. */
  take(appId: string, apiId: string, limit: RateLimit): Permit | Promise<Permit> {
    const key = `${appId} ${apiId}`;
    return this.#taken(key) ?? this.#renewed(key, appId, apiId, limit);
  }

  async #renewed(key: string, appId: string, apiId: string, limit: RateLimit): Promise<Permit> {
    for (;;) {
      await this.#renew(key, appId, apiId, limit);
      const permit = this.#taken(key);
      if (permit) return permit;
    }
  }

  #taken(key: string): Permit | null {
    const lease = this.#leases.get(key);
    if (!lease || (lease.left === 0 && !lease.isSpent)) return null;
    const now = this.#app.now().getTime();
    if (lease.ends <= now) return null;
    const isAllowed = lease.left > 0;
    if (isAllowed) lease.left -= 1;
    return { isAllowed, remaining: lease.left + lease.rest, resetSeconds: Math.max(1, Math.ceil((lease.ends - now) / 1000)) };
  }

  #renew(key: string, appId: string, apiId: string, limit: RateLimit): Promise<Lease> {
    const running = this.#waiting.get(key);
    if (running) return running;
    const renewed = this.#ask(appId, apiId, limit)
      .then((lease) => {
        this.#leases.set(key, lease);
        return lease;
      })
      .finally(() => this.#waiting.delete(key));
    this.#waiting.set(key, renewed);
    return renewed;
  }

  #ask(appId: string, apiId: string, { times, seconds }: RateLimit): Promise<Lease> {
    const share = Math.max(1, Math.floor(times / SHARES));
    return this.#app.db.transaction().execute(async (db) => {
      const now = this.#app.now();
      const row = { appId, apiId, windowStart: now, used: 0 };
      await db
        .insertInto('marketQuota')
        .values(row)
        .onConflict((conflict) => conflict.columns(['appId', 'apiId']).doNothing())
        .execute();
      const mine = db.selectFrom('marketQuota').select(['windowStart', 'used']).where('appId', '=', appId).where('apiId', '=', apiId);
      const before = await mine.forUpdate().executeTakeFirstOrThrow();
      const isOver = before.windowStart.getTime() + seconds * 1000 <= now.getTime();
      const windowStart = isOver ? now : before.windowStart;
      const used = isOver ? 0 : before.used;
      const got = Math.min(share, Math.max(0, times - used));
      await db
        .updateTable('marketQuota')
        .set({ windowStart, used: used + got })
        .where('appId', '=', appId)
        .where('apiId', '=', apiId)
        .execute();
      const rest = Math.max(0, times - used - got);
      return { left: got, rest, ends: windowStart.getTime() + seconds * 1000, isSpent: got === 0 };
    });
  }
}
