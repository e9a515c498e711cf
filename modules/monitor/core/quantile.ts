/**
 * The duration below which the share `q` (0–1) of counted calls lies, in milliseconds; null without calls. Linear between the bounds of
 * the class it falls into, so the error is at most the width of that class; `max` bounds the open one.
 */
export function quantile(bounds: readonly number[], classes: readonly number[], q: number, max: number): number | null {
  const total = classes.reduce((sum, n) => sum + n, 0);
  if (total === 0) return null;
  const wanted = q * total;
  let below = 0;
  for (const [at, n] of classes.entries()) {
    if (n > 0 && below + n >= wanted) {
      const from = at === 0 ? 0 : (bounds[at - 1] ?? 0);
      const to = Math.min(bounds[at] ?? max, Math.max(max, from));
      return round(from + (to - from) * ((wanted - below) / n));
    }
    below += n;
  }
  return round(max);
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** Adds counts class by class. */
export const addClasses = (a: readonly number[], b: readonly number[]): number[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => (a[at] ?? 0) + (b[at] ?? 0));
