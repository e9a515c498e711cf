import { AppError } from '#kit/contract/errors.ts';

interface Count {
  calls: number;
  /** epoch ms */
  readonly ends: number;
}
const MAX_KEYS = 20_000;
const WINDOW_MS = 60_000;

/** How often a kind of call may come within a minute. */
export interface RateLimit {
  readonly kind: string;
  readonly most: number;
}

const counts = new Map<string, Count>();

/** Forgets what is over; when strangers fill the memory all the same, the oldest goes. */
function tidy(now: number): void {
  for (const [key, { ends }] of counts) if (ends <= now) counts.delete(key);
  for (const key of counts.keys()) {
    if (counts.size < MAX_KEYS) return;
    counts.delete(key);
  }
}

/**
 * Counts one call of somebody on this node; throws throttle.exceeded with the seconds to wait beyond the most of a minute. In memory, as it
 * guards the node: a row written for every tile and picture would cost more than the calls, and make writes of a flood. Several nodes
 * let through that many times as much; what must hold across them (passwords, openings, exports) is counted in the database, by `take`.
 */
export function enforceRate({ kind, most }: RateLimit, who: string, at: Date): void {
  const now = at.getTime();
  const key = `${kind} ${who}`;
  const known = counts.get(key);
  if (known && known.ends > now) {
    if (known.calls < most) return void known.calls++;
    const retryAfter = Math.max(1, Math.ceil((known.ends - now) / 1000));
    throw new AppError('throttle.exceeded', `访问过于频繁，请${retryAfter}秒后再试`, { retryAfter });
  }
  if (counts.size >= MAX_KEYS) tidy(now);
  counts.delete(key);
  counts.set(key, { calls: 1, ends: now + WINDOW_MS });
}
