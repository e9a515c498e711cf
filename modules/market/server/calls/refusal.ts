import { AppError, type ErrorKey } from '#kit/contract/errors.ts';
import { errorText } from '#kit/server/http/error-reply.ts';
import type { HotReply } from '#kit/server/http/hot.ts';

interface Told {
  readonly key: ErrorKey;
  readonly message?: string;
  readonly retryAfter?: number;
}
/** What callers are told instead of errors that would say how the platform reads a source or where a service leads. */
export type CallerWords = Partial<Record<ErrorKey, Told>>;

/** The error as a caller may read it. */
export function forCaller(error: AppError, words: CallerWords): AppError {
  const told = words[error.key];
  if (!told) return error;
  return new AppError(told.key, told.message, told.retryAfter === undefined ? null : { retryAfter: told.retryAfter }, { cause: error });
}

/** The answer of a call that was refused. */
export function refusal(error: AppError, requestId: string, at: Date, headers: Readonly<Record<string, string>> = {}): HotReply {
  const { retryAfter, allow } = (error.detail ?? {}) as { retryAfter?: number; allow?: string };
  const { status } = error;
  const told = {
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...(status === 405 && allow !== undefined ? { allow } : {}),
  };
  return { status, headers: { ...headers, ...told }, body: errorText(error, requestId, at) };
}
