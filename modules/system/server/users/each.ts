import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { toAppError } from '#kit/server/error-mapper.ts';

const SHOWN = 5;

/**
 * Does something with each account in the order of ids, so that two batches do not wait for each other crosswise. All are changed, or
 * none and the refusal names who is in the way, each with the reason.
 */
export async function forEach(ctx: Ctx, ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<{ changed: number }> {
  const refused: { id: string; message: string }[] = [];
  for (const id of [...ids].sort()) {
    ctx.signal.throwIfAborted();
    try {
      await work(id);
    } catch (error) {
      // only refusals are collected: after an error of the database the transaction can do nothing more
      if (!(error instanceof AppError) || toAppError(error).status >= 500) throw error;
      refused.push({ id, message: error.message });
    }
  }
  if (refused.length > 0) throw await refusal(ctx, ids.length, refused);
  return { changed: ids.length };
}

async function refusal(ctx: Ctx, total: number, refused: readonly { id: string; message: string }[]): Promise<AppError> {
  const gone = refused.map((row) => row.id);
  const rows = await ctx.db.selectFrom('sysUser').select(['id', 'nickname', 'username']).where('id', 'in', gone).execute();
  const names = new Map(rows.map((row) => [row.id, `${row.nickname}（${row.username}）`]));
  const lines = refused.map(({ id, message }) => ({ path: id, message: `${names.get(id) ?? '已删除的用户'}：${message}` }));
  const shown = lines.slice(0, SHOWN).map((line) => line.message);
  const more = lines.length > SHOWN ? `；等${lines.length}个` : '';
  return new AppError('rule.broken', `${total}个用户中有${lines.length}个不能处理，全部未修改。${shown.join('；')}${more}`, lines);
}
