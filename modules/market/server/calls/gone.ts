import { AppError } from '#kit/contract/errors.ts';
import type { HotCall } from '#kit/server/http/hot.ts';
import { SourceError } from '#modules/sources/server/index.ts';

const isCancelled = (error: unknown): boolean =>
  (error instanceof SourceError && error.kind === 'cancelled') || (error instanceof Error && error.name === 'AbortError');

/**
 * What a call ended with because who made it went away; null when it ended by itself. That says nothing of the source: counted as its failure,
 * a few callers with little patience would keep it from all the others.
 */
export function callerGone(call: Pick<HotCall, 'signal'>, error: unknown): AppError | null {
  // what is refused ends by itself, and most calls never ask for a signal
  if (error instanceof AppError && error.status < 500) return null;
  const { signal } = call;
  if (!signal.aborted) return null;
  let cause = error;
  while (cause instanceof AppError) ({ cause } = cause);
  return cause === signal.reason || isCancelled(cause) ? new AppError('api.callerGone', undefined, null, { cause: error }) : null;
}
