import { AppError } from '#kit/contract/errors.ts';

/** Exports and mailings in progress on this node, by the account that started them. */
const taken = new Map<string, number>();
const MAX = 8;

/**
 * Bulkhead for exports and mailings: runs `work` unless `who` already has `most` of them or the node has `MAX`. Each holds one connection
 * of the app database and briefly needs a second; unlimited, they could take the whole pool and deadlock waiting for each other. Call it
 * before the work acquires a second connection. Throws throttle.exceeded immediately instead of queueing.
 */
export async function withinLimit<T>(who: string, most: number, work: () => Promise<T>): Promise<T> {
  const own = taken.get(who) ?? 0;
  const all = [...taken.values()].reduce((sum, one) => sum + one, 0);
  if (own >= most || all >= MAX) throw new AppError('throttle.exceeded', '正在进行的导出和发送较多，请稍后重试');
  taken.set(who, own + 1);
  try {
    return await work();
  } finally {
    const left = taken.get(who)! - 1;
    if (left > 0) taken.set(who, left);
    else taken.delete(who);
  }
}
