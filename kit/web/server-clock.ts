/** How far the server's clock is ahead of this computer's, as the last answer showed. */
let aheadMs = 0;

/** Notes the `timestamp` of an answer. */
export function noteServerTime(timestamp: unknown): void {
  if (typeof timestamp === 'number' && Number.isFinite(timestamp)) aheadMs = timestamp - Date.now();
}

/** Now by the server's clock: what is sealed for it must not look stale because a desk clock is wrong. */
export const serverNow = (): number => Date.now() + aheadMs;
