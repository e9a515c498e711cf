import type { App, Db } from '../ctx.ts';
import { signEnd } from './link.ts';
import { sealLogs } from './seal.ts';

const PER_BATCH = 2_000;
/** Network-security law asks for six months of logs; no setting goes below. */
export const MIN_LOG_DAYS = 180;

/** Removes one batch of the oldest links with their rows and moves the start of the chain. Answers how many. */
async function removeBatch(app: App, db: Db, before: Date): Promise<number> {
  const head = await db.selectFrom('kitLogChainHead').select('baseSeq').where('id', '=', 'oper').forUpdate().executeTakeFirst();
  if (!head) return 0;
  const links = await db
    .selectFrom('kitLogChain')
    .leftJoin('sysOperLog', 'sysOperLog.id', 'kitLogChain.logId')
    .select(['kitLogChain.seq', 'kitLogChain.logId', 'kitLogChain.hash', 'sysOperLog.createTime'])
    .where('kitLogChain.seq', '>', head.baseSeq)
    .orderBy('kitLogChain.seq')
    .limit(PER_BATCH)
    .execute();
  // only a gapless run from the old end: a missing row is evidence of tampering that the check must find, not something to hide
  const kept = links.findIndex((link) => link.createTime === null || link.createTime >= before);
  const old = kept === -1 ? links : links.slice(0, kept);
  const last = old.at(-1);
  if (!last) return 0;
  const ids = old.map((link) => link.logId);
  await db.deleteFrom('sysOperLogEntity').where('logId', 'in', ids).execute();
  await db.deleteFrom('sysOperLog').where('id', 'in', ids).execute();
  await db.deleteFrom('kitLogChain').where('seq', '<=', last.seq).execute();
  await db
    .updateTable('kitLogChainHead')
    .set({ baseSeq: last.seq, baseHash: last.hash, baseSignature: signEnd(app.secrets, 'base', Number(last.seq), last.hash) })
    .where('id', '=', 'oper')
    .execute();
  return old.length;
}

/**
 * Applies the retention period: removes operation-log rows older than `days` (never younger than 180 days) and moves the signed start of
 * the chain behind them. Answers the number of removed rows.
 */
export async function removeOldLogs(app: App, days: number, signal?: AbortSignal): Promise<number> {
  const before = new Date(app.now().getTime() - Math.max(days, MIN_LOG_DAYS) * 86_400_000);
  await sealLogs(app);
  for (let total = 0; ;) {
    signal?.throwIfAborted();
    const removed = await app.db.transaction().execute((db) => removeBatch(app, db, before));
    total += removed;
    if (removed < PER_BATCH) return total;
  }
}
