/** What happens to due times that passed while no node was there: one run for all, none, or each (the newest ten). */
export const MISFIRE = ['once', 'skip', 'all'] as const;
export type Misfire = (typeof MISFIRE)[number];
/** What a firing does while an earlier run is still open: nothing, wait its turn, run beside it, end it first. */
export const OVERLAP = ['skip', 'queue', 'parallel', 'cancel'] as const;
export type Overlap = (typeof OVERLAP)[number];

/** A due time older than this was missed. */
export const MISSED_AFTER_MS = 30_000;
/** Missed due times that are made up for at most. */
export const MAX_CATCH_UP_RUNS = 10;

interface Due {
  readonly misfire: Misfire;
  /** due times up to now, oldest first */
  readonly times: readonly Date[];
  readonly now: Date;
}
export interface Firing {
  readonly dueTime: Date;
  readonly isMissed: boolean;
  /** the due time is recorded with the reason why nothing ran */
  readonly isSkipped: boolean;
}

/** Which of the due times run. Those that are hardly late run each; the missed ones follow the policy. */
export function firings({ misfire, times, now }: Due): Firing[] {
  const isMissed = (time: Date) => now.getTime() - time.getTime() > MISSED_AFTER_MS;
  const late = times.filter(isMissed);
  const onTime = times.filter((time) => !isMissed(time)).map((dueTime) => ({ dueTime, isMissed: false, isSkipped: false }));
  const newest = late.at(-1);
  if (!newest) return onTime;
  if (misfire === 'all')
    return [...late.slice(-MAX_CATCH_UP_RUNS).map((dueTime) => ({ dueTime, isMissed: true, isSkipped: false })), ...onTime];
  // the run that is due now makes up for the missed ones as well
  if (misfire === 'once' && onTime.length > 0) return onTime;
  return [{ dueTime: newest, isMissed: true, isSkipped: misfire === 'skip' }, ...onTime];
}

export interface Backoff {
  readonly delaySeconds: number;
  readonly factor: number;
  readonly capSeconds: number;
}
/** Seconds before the attempt after `attempt` (from 1): first delay × factor^(attempt − 1), never above the cap. */
export const backoffSeconds = ({ delaySeconds, factor, capSeconds }: Backoff, attempt: number): number =>
  Math.min(capSeconds, Math.round(delaySeconds * factor ** (attempt - 1)));

/** Notifies at the N-th consecutive failure, and at each further N. */
export const isAlertDue = (failures: number, every: number): boolean => every > 0 && failures > 0 && failures % every === 0;
