import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '../ctx.ts';

/** Note in the operation log for a replayed write, which changed nothing. */
export const REPEATED = '重复提交，返回首次的结果';

const KEY = /^[\x21-\x7e]{1,128}$/;

const purposeOf = (accountId: string, key: string): string => `idempotency:${accountId}:${key}`;

/**
 * Runs a write once per account and `Idempotency-Key`. The key row is part of the write's transaction: a concurrent second call waits for
 * the first and replays its reply; a failed first call leaves no trace. File replies are not stored but generated again, which changes
 * nothing. Throws idempotency.mismatch when the key is reused with different input.
 */
export async function once(ctx: Ctx, input: unknown, work: () => Promise<unknown>): Promise<unknown> {
  const key = ctx.request.headers['idempotency-key'];
  if (key === undefined || !ctx.caller || ctx.route.replies === 'stream') return work();
  if (typeof key !== 'string' || !KEY.test(key)) throw new AppError('input.invalid', '幂等键格式不正确');
  // a keyed hash: the input may be as guessable as a password
  const bodyHash = ctx.app.secrets.sign(`${ctx.route.method} ${ctx.route.path}\n${JSON.stringify(input)}`, 'idempotency');
  const accountId = ctx.user.id;
  const first = await ctx.db
    .insertInto('kitIdempotency')
    .values({ accountId, key, bodyHash, createTime: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (first) {
    const result = await work();
    await ctx.db
      .updateTable('kitIdempotency')
      // the stored reply may contain a secret that is shown only once, so it is encrypted for this key
      .set({ reply: JSON.stringify(ctx.app.secrets.seal(JSON.stringify(result ?? null), purposeOf(accountId, key))) })
      .where('accountId', '=', accountId)
      .where('key', '=', key)
      .execute();
    return result;
  }
  const earlier = await ctx.db
    .selectFrom('kitIdempotency')
    .select(['bodyHash', 'reply'])
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!earlier?.reply) throw new AppError('idempotency.running');
  if (earlier.bodyHash !== bodyHash) throw new AppError('idempotency.mismatch');
  ctx.audit.note(REPEATED);
  return JSON.parse(ctx.app.secrets.open(earlier.reply as string, purposeOf(accountId, key)));
}
