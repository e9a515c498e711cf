import { AppError } from '#kit/contract/errors.ts';
import { wallDay } from '#kit/core/text/wall-clock.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { bindingFields, bindingRows } from './binding-rows.ts';

/** Throws for an exemption that is over before it begins. */
export function checkEnd(ctx: Ctx, until: string): void {
  if (until >= wallDay(ctx.now)) return;
  const message = '到期日期不能早于今天';
  throw new AppError('input.invalid', message, [{ path: 'until', message }]);
}

/** Exempts a bound column until a day, for longer than before, or no more. */
export async function exemptBinding(ctx: Ctx, id: string, { reason, until }: { reason: string | null; until: string | null }) {
  if (until !== null) checkEnd(ctx, until);
  const row = await bindingRows(ctx, { id }).select(bindingFields(ctx)).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  const exempt = { exemptReason: until === null ? null : reason, exemptUntil: until };
  await ctx.db
    .updateTable('standardBinding')
    .set({ ...exempt, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  const before = { exemptReason: row.exemptReason, exemptUntil: row.exemptUntil };
  ctx.audit.change({ entity: '落标绑定', id, name: `${row.tableName}.${row.columnName}`, before, after: exempt });
  return null;
}
