/** Upper bounds of the classes of durations in milliseconds; the thirteenth class has none. */
export const BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;
export const CLASSES = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'h7', 'h8', 'h9', 'h10', 'h11', 'h12', 'h13'] as const;

/** Index of the class that a duration belongs to. */
export function classOf(ms: number): number {
  for (let i = 0; i < BOUNDS.length; i++) if (ms <= BOUNDS[i]!) return i;
  return BOUNDS.length;
}

/** The duration that a share of the calls does not exceed, straight within its class; null without calls. `max` bounds the last class. */
export function quantile(counts: readonly number[], share: number, max: number): number | null {
  const all = counts.reduce((sum, n) => sum + n, 0);
  if (all === 0) return null;
  const wanted = all * share;
  let before = 0;
  for (const [i, count] of counts.entries()) {
    if (count > 0 && before + count >= wanted) {
      const low = i === 0 ? 0 : BOUNDS[i - 1]!;
      const high = Math.max(low, Math.min(BOUNDS[i] ?? max, max));
      return Math.round((low + ((high - low) * (wanted - before)) / count) * 100) / 100;
    }
    before += count;
  }
  return max;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const SLOT_MS = 300_000;
/** Days are those of China, which has one zone without summer time. */
const ZONE_MS = 8 * HOUR_MS;

/** `2026-11-28`, the day of a moment. */
export const dayOfMoment = (ms: number): string => new Date(ms + ZONE_MS).toISOString().slice(0, 10);
/** The moment a day begins. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) - ZONE_MS;

/** What becomes of a call by its status: refused is the caller's doing, failed is ours. */
export type CallOutcome = 'succeeded' | 'refused' | 'limited' | 'failed';
export function outcomeOf(status: number): CallOutcome {
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'succeeded';
}
