import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { RateLimit } from '../../contract/api.ts';
import type { Limit, LimitKind } from '../../core/limits.ts';
import { Quota, type Limited, type Permit } from './quota.ts';

/** What a plan allows; null = without bound. */
export interface KnownPlan {
  readonly rate: number | null;
  readonly burst: number | null;
  /** calls under way at once, on each node */
  readonly concurrency: number | null;
  readonly dayQuota: number | null;
  readonly monthQuota: number | null;
  readonly monthMegabytes: number | null;
}
/** A call that was let through. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  /** The call is over; `bytes` were answered. Null: it was not, and counts for nothing. */
  done(bytes: number | null): void;
}
const MEGABYTE = 1_048_576;
/** What headers tell where nothing is limited. */
export const UNLIMITED = 1_000_000_000;
const REFUSALS: Record<LimitKind, string> = {
  limit: '调用次数已超过限流，请稍后再试',
  rate: '调用过快，已超过方案的每秒次数，请稍后再试',
  day: '已达到方案的每日调用次数，请明日再试或更换方案',
  month: '已达到方案的每月调用次数，请下月再试或更换方案',
  monthBytes: '已达到方案的每月流量，请下月再试或更换方案',
};

function limitsOf(rateLimit: RateLimit, plan: KnownPlan | null): Limit[] {
  const limits: Limit[] = [];
  if (plan?.rate) limits.push({ kind: 'rate', most: Math.max(1, plan.burst ?? plan.rate), perSecond: plan.rate });
  if (plan?.dayQuota) limits.push({ kind: 'day', most: plan.dayQuota });
  if (plan?.monthQuota) limits.push({ kind: 'month', most: plan.monthQuota });
  if (plan?.monthMegabytes) limits.push({ kind: 'monthBytes', most: plan.monthMegabytes * MEGABYTE });
  if (rateLimit.enable === '1') limits.push({ kind: 'limit', most: rateLimit.times, seconds: rateLimit.seconds });
  return limits;
}

/** Limits of an API and of the plan of a subscription: they count calls that are answered, none that was refused before. */
export class Limits {
  readonly #quota: Quota;
  readonly #busy = new Map<string, number>();

  constructor(app: App) {
    this.#quota = new Quota(app);
  }

  /** Throws api.quota with the seconds to wait; nothing is counted then. */
  admit(limited: Limited, rateLimit: RateLimit, plan: KnownPlan | null): Admission | Promise<Admission> {
    if (plan === null && rateLimit.enable !== '1') return UNBOUND;
    const leave = this.#enter(limited, plan);
    const taken: Taken = [];
    try {
      const admitted = this.#take(limited, limitsOf(rateLimit, plan), { taken, leave });
      return admitted instanceof Promise ? admitted.catch((error: unknown) => refuse(error, taken, leave)) : admitted;
    } catch (error) {
      return refuse(error, taken, leave);
    }
  }

  /** Takes of one limit after the other; waits only where this node has no share. */
  #take(limited: Limited, [limit, ...more]: readonly Limit[], of: { taken: Taken; leave: () => void }): Admission | Promise<Admission> {
    if (!limit) return admissionOf(of.taken, of.leave);
    const go = (permit: Permit) => {
      if (!permit.isAllowed) throw new AppError('api.quota', REFUSALS[limit.kind], { retryAfter: permit.resetSeconds });
      of.taken.push([limit, permit]);
      return this.#take(limited, more, of);
    };
    // bytes are known when the answer is
    const permit = this.#quota.take(limited, limit, limit.kind === 'monthBytes' ? 0 : 1);
    return permit instanceof Promise ? permit.then(go) : go(permit);
  }

  #enter({ appId, apiId }: Limited, plan: KnownPlan | null): () => void {
    if (!plan?.concurrency) return () => undefined;
    const key = `${appId} ${apiId}`;
    const busy = this.#busy.get(key) ?? 0;
    if (busy >= plan.concurrency) throw new AppError('api.quota', '同时进行的调用已超过方案的并发数，请稍后再试', { retryAfter: 1 });
    this.#busy.set(key, busy + 1);
    return () => {
      const left = (this.#busy.get(key) ?? 1) - 1;
      if (left > 0) this.#busy.set(key, left);
      else this.#busy.delete(key);
    };
  }
}

type Taken = (readonly [Limit, Permit])[];

function settle(taken: Taken, bytes: number | null): void {
  for (const [{ kind }, permit] of taken) {
    if (kind === 'monthBytes') permit.settle(bytes ?? 0);
    else if (bytes === null) permit.settle(-1);
  }
}
function refuse(error: unknown, taken: Taken, leave: () => void): never {
  settle(taken, null);
  leave();
  throw error;
}
const admissionOf = (taken: Taken, leave: () => void): Admission => ({
  headers: headersOf(taken),
  done(bytes) {
    settle(taken, bytes);
    leave();
  },
});

const FREE = { 'ratelimit-limit': String(UNLIMITED), 'ratelimit-remaining': String(UNLIMITED) };
const UNBOUND: Admission = { headers: FREE, done: () => undefined };

/** The window of calls that ends first by use; that of bytes only where there is no other. */
function headersOf(taken: readonly (readonly [Limit, Permit])[]): Record<string, string> {
  const ofCalls = taken.filter(([{ kind }]) => kind !== 'monthBytes');
  const [first] = ofCalls.toSorted(([, a], [, b]) => a.remaining - b.remaining);
  if (!first) return FREE;
  const [limit, permit] = first;
  return {
    'ratelimit-limit': String(limit.most),
    'ratelimit-remaining': String(permit.remaining),
    'ratelimit-reset': String(permit.resetSeconds),
  };
}
