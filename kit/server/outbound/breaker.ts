const FAILURES = 5;
const PAUSE_MS = 30_000;

interface BreakerState {
  failed: number;
  /** open until this time; afterwards one call probes the host (half-open) */
  pausedUntil: number;
}

/** Circuit breaker per host: opens after several consecutive failures, so that calls fail fast instead of waiting. State is per node. */
export function breaker() {
  const hosts = new Map<string, BreakerState>();
  return {
    /** Seconds until the host is tried again, 0 when a call is allowed now. The single probing call holds off the others meanwhile. */
    wait(id: string, now: number): number {
      const host = hosts.get(id);
      if (!host || host.failed < FAILURES) return 0;
      if (now < host.pausedUntil) return Math.ceil((host.pausedUntil - now) / 1000);
      host.pausedUntil = now + PAUSE_MS;
      return 0;
    },
    note(id: string, isGood: boolean, now: number): void {
      if (isGood) {
        hosts.delete(id);
        return;
      }
      const failed = (hosts.get(id)?.failed ?? 0) + 1;
      hosts.set(id, { failed, pausedUntil: failed >= FAILURES ? now + PAUSE_MS : 0 });
    },
    /** Resets a host whose registration has changed. */
    forget: (id: string): void => void hosts.delete(id),
  };
}
export type Breaker = ReturnType<typeof breaker>;
