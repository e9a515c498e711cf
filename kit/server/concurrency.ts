import { AppError } from '#kit/contract/errors.ts';

/** Exports and sendings under way on this node, by who asked for them. */
const taken = new Map<string, number>();
const MAX = 8;

/**
 * Runs an export (or a sending) when neither too many of one asker nor too many at all are under way. Each holds a connection of our
 * database and needs others for a moment: without a limit as many as there are connections would wait for each other, and everybody for them.
 * Call it before anything else asks the database beside the transaction. Throws throttle.exceeded at once.
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
