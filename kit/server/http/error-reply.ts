import type { AppError } from '#kit/contract/errors.ts';
import type { App } from '../ctx.ts';
import { toAppError } from '../error-mapper.ts';

/** Retry-After of a 503 that does not set its own. */
const BUSY_SECONDS = 5;

interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text */
  readonly body: string;
}

/** The envelope of a call that failed, as JSON text: what paths that modules answer by themselves say too. */
export const errorText = ({ status: code, message: msg, key: error, detail: data }: AppError, requestId: string, at: Date): string =>
  JSON.stringify({ success: false, code, msg, error, requestId, data, timestamp: at.getTime() });

/** The reply to a call that failed, whatever it failed with; what is our defect goes to the log of the process with its id. */
export function errorReply(app: App, error: unknown, { requestId, url }: { requestId: string; url: string | undefined }): ErrorReply {
  const known = toAppError(error);
  const { status, message, key, detail } = known;
  // a 503 during start or overload is expected and not logged as an error
  if (status >= 500 && (key !== 'server.unavailable' || known.cause !== undefined))
    app.log.error({ error: known.cause ?? known, requestId, url }, message);
  const { retryAfter: wait, allow } = (detail ?? {}) as { retryAfter?: number; allow?: string };
  const retryAfter = status === 429 ? wait : status === 503 ? (wait ?? BUSY_SECONDS) : undefined;
  return {
    status,
    headers: {
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(status === 405 && allow !== undefined ? { allow } : {}),
    },
    body: errorText(known, requestId, app.now()),
  };
}
