import type { MaskAlgorithm } from '../../core/mask/index.ts';
import type { App } from '../ctx.ts';

const counts = new WeakMap<App, Map<MaskAlgorithm, number>>();

/** Counts a value that a mask could not mask, so that it was hidden whole. The value itself goes nowhere. */
export function countMaskFailure(app: App, algorithm: MaskAlgorithm, error: unknown): void {
  const own = counts.get(app) ?? new Map<MaskAlgorithm, number>();
  counts.set(app, own);
  const before = own.get(algorithm) ?? 0;
  own.set(algorithm, before + 1);
  // one line each: a column of another form fails with every value
  if (before === 0) app.log.warn({ algorithm, reason: error instanceof Error ? error.message : 'unknown' }, 'a value could not be masked');
}

/** Values that could not be masked on this node since it started, by algorithm. */
export const maskFailures = (app: App): { readonly algorithm: MaskAlgorithm; readonly count: number }[] =>
  [...(counts.get(app) ?? [])].map(([algorithm, count]) => ({ algorithm, count }));
