import { createHash } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '../ctx.ts';

const KEY = /^[\x21-\x7e]{8,128}$/;

/**
 * Runs a write once per `Idempotency-Key` of an account. The key row is part of the write's own transaction: a second call with the
 * same key waits for the first, then answers what the first answered; a failed first call leaves no trace.
 * Throws idempotency.mismatch when the same key comes with other content.
 */
export async function once(ctx: Ctx, input: unknown, work: () => Promise<unknown>): Promise<unknown> {
  const key = ctx.request.headers['idempotency-key'];
  if (key === undefined || !ctx.caller) return work();
  if (typeof key !== 'string' || !KEY.test(key)) throw new AppError('input.invalid', '幂等键格式不正确');
  const bodyHash = createHash('sha256')
    .update(`${ctx.route.method} ${ctx.route.path}\n${JSON.stringify(input)}`)
    .digest('hex');
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
      .set({ reply: JSON.stringify({ result: result ?? null }) })
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
  return (earlier.reply as { result: unknown }).result;
}
