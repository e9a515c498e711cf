import type { CachePlace, CachePolicy } from '../../contract/cache-policy.ts';

/** What one place says; nothing or `inherit` leaves it to the places above. */
export type OptionalPolicy = CachePolicy | null | undefined;
export interface Decided {
  readonly place: CachePlace;
  readonly policy: CachePolicy;
}
/** How long an answer is fresh, and how long it may be shown after that while a new one is fetched. */
export interface Windows {
  readonly freshMs: number;
  readonly staleMs: number;
}

const PLACES: readonly CachePlace[] = ['chart', 'document', 'set', 'source'];

/**
 * The policy that holds: of chart, board or screen, data set and source (in this order) the first that says something of its own, else the
 * platform's, which always does.
 */
export function decidedBy(said: Readonly<Partial<Record<CachePlace, OptionalPolicy>>> & { readonly platform: CachePolicy }): Decided {
  for (const place of PLACES) {
    const policy = said[place];
    if (policy && policy.mode !== 'inherit') return { place, policy };
  }
  return { place: 'platform', policy: said.platform };
}

const MIN_MS = 10_000;
const MAX_MS = 86_400_000;
/** An answer that took one second is kept for 200. */
const PER_MS = 200;

interface Answered {
  /** epoch ms */
  readonly at: number;
  /** what it cost the source */
  readonly ms: number;
}
interface Surroundings {
  /** the next moment of an expression after a moment, null when it cannot be read or never comes */
  next(cron: string, after: number): number | null;
  /** something tells when these data change: a synchronisation, a new extract */
  readonly hasEvents: boolean;
  readonly platform: CachePolicy;
}
const ofTime = ({ freshSec, staleSec }: CachePolicy): Windows => ({ freshMs: freshSec * 1000, staleMs: staleSec * 1000 });

/** The windows of an answer under the policy that was decided; null = it is not kept. */
export function windowsOf(policy: CachePolicy, answer: Answered, { next, hasEvents, platform }: Surroundings): Windows | null {
  switch (policy.mode) {
    case 'none':
      return null;
    case 'ttl':
      return ofTime(policy);
    case 'adaptive': {
      // what was dear to fetch is kept longer: ten seconds to a day
      const freshMs = Math.min(MAX_MS, Math.max(MIN_MS, answer.ms * PER_MS));
      return { freshMs, staleMs: freshMs * 10 };
    }
    case 'schedule': {
      const until = policy.cron ? next(policy.cron, answer.at) : null;
      return until === null ? ofTime(platform) : { freshMs: until - answer.at, staleMs: policy.staleSec * 1000 };
    }
    case 'event':
      // what happens to the data is part of the key: an older answer is simply not found again
      return hasEvents ? { freshMs: Infinity, staleMs: 0 } : ofTime(platform);
    case 'inherit':
      return ofTime(platform);
  }
}
