import { AppError, type ErrorKey } from '#kit/contract/errors.ts';

/** SQLSTATE of our own database → error of ours. What an entity can say better, it says before the database does. */
const SQL_STATES: Record<string, ErrorKey> = {
  '23505': 'entity.duplicate',
  '23503': 'entity.inUse',
  '23502': 'input.invalid',
  '23514': 'input.invalid',
  '22001': 'input.invalid',
  '22003': 'input.invalid',
  '22021': 'input.invalid',
  '22P05': 'input.invalid',
};
const HTTP_STATUSES: Record<number, ErrorKey> = {
  400: 'input.invalid',
  404: 'route.notFound',
  413: 'input.tooLarge',
  415: 'input.wrongType',
};
const CONNECTION_LOST =
  /^(08|57P0)|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|timeout exceeded when trying to connect|Connection terminated|is not queryable/;
const DISK_FULL = /^(53100)$|ENOSPC/;

/**
 * The one place that translates foreign errors into `AppError`. An unknown error becomes `server.failure` (系统错误); details go to the log
 * only.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', statusCode = 0, message = '' } = (error ?? {}) as { code?: string; statusCode?: number; message?: string };
  const state = SQL_STATES[code] ?? HTTP_STATUSES[statusCode];
  if (state) return new AppError(state, undefined, null, { cause: error });
  if (DISK_FULL.test(code))
    return new AppError('server.unavailable', '磁盘空间不足，数据未保存，请联系管理员清理后重试', null, { cause: error });
  if (CONNECTION_LOST.test(code) || CONNECTION_LOST.test(message))
    return new AppError('server.unavailable', '数据库暂时无法连接，请稍后重试', null, { cause: error });
  if (isRetryable(error))
    return new AppError('server.unavailable', '多人同时修改了相同的数据，本次操作没有执行，请稍后重试', null, { cause: error });
  if (code === '57014')
    return new AppError('server.unavailable', '数据库处理时间过长，本次操作没有执行，请缩小范围或稍后重试', null, { cause: error });
  return new AppError('server.failure', undefined, null, { cause: error });
}

const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** True for a serialisation failure or deadlock, also when it is the cause of an AppError: the whole transaction may be retried. */
export function isRetryable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (CONFLICTS.has((at as { code?: unknown }).code)) return true;
  return false;
}
