/** Offset of the server clock against the local one in milliseconds, from the latest response. */
let aheadMs = 0;

/** Updates the offset from a response's `timestamp`. */
export function noteServerTime(timestamp: unknown): void {
  if (typeof timestamp === 'number' && Number.isFinite(timestamp)) aheadMs = timestamp - Date.now();
}

/** The server's current time; timestamps in encrypted payloads must not look stale because the local clock is wrong. */
export const serverNow = (): number => Date.now() + aheadMs;
