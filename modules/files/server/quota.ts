import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { sizeText } from '../core/size.ts';

const MB = 1_048_576;
const OWN_MB = 2048;

async function usedBytes(db: Db, userId: string | null): Promise<number> {
  let rows = db.selectFrom('fileObject').where('deletedAt', 'is', null);
  if (userId !== null) rows = rows.where('createBy', '=', userId);
  const { used } = await rows.select((e) => e.fn.sum<string | null>('fileSize').as('used')).executeTakeFirstOrThrow();
  return Number(used ?? 0);
}

function assertRoom(whose: string, used: number, more: number, limitMB: number): void {
  if (used + more <= limitMB * MB) return;
  throw new AppError(
    'file.quotaExceeded',
    `${whose}空间不足：已用${sizeText(used)}，上限${sizeText(limitMB * MB)}，请联系管理员清理不再使用的文件`,
    { used, limit: limitMB * MB },
  );
}

/**
 * Refuses `more` bytes that an account, or the product, has no room for (settings file.quotaMB and file.totalQuotaMB, 0 = no limit).
 * Throws file.quotaExceeded, which says what is used and allowed. Without an account only the room of the product counts. With `lock` the account's uploads wait for each other until the
 * transaction ends, so that many at once cannot pass the limit together.
 */
export async function assertQuota(db: Db, userId: string | null, more: number, lock: boolean): Promise<void> {
  const ownMB = await readNumberConfig(db, 'file.quotaMB', OWN_MB);
  const totalMB = await readNumberConfig(db, 'file.totalQuotaMB', 0);
  if (ownMB > 0 && userId !== null) {
    if (lock) await db.selectFrom('sysUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    assertRoom('您的文件', await usedBytes(db, userId), more, ownMB);
  }
  if (totalMB > 0) assertRoom('平台文件', await usedBytes(db, null), more, totalMB);
}
