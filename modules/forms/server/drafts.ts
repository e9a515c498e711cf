import type { Ctx } from '#kit/server/ctx.ts';
import { loadFillable } from './load.ts';

interface Params {
  params: { id: string };
}

async function draft(ctx: Ctx, { params }: Params) {
  const { id } = await loadFillable(ctx, params.id);
  const row = await ctx.db
    .selectFrom('fillingDraft')
    .select(['content', 'versionNo', 'updateTime'])
    .where('userId', '=', ctx.user.id)
    .where('formId', '=', id)
    .executeTakeFirst();
  return row ? { values: row.content as Record<string, unknown>, versionNo: row.versionNo, updateTime: row.updateTime } : null;
}

/** Keeps a draft of the caller in place of the one before. */
export async function storeDraft(
  ctx: Ctx,
  id: string,
  { values, versionNo }: { values: Record<string, unknown>; versionNo: number },
): Promise<{ updateTime: Date }> {
  const fields = { content: JSON.stringify(values), versionNo, updateTime: ctx.now };
  await ctx.db
    .insertInto('fillingDraft')
    .values({ userId: ctx.user.id, formId: id, ...fields })
    .onConflict((conflict) => conflict.columns(['userId', 'formId']).doUpdateSet(fields))
    .execute();
  return { updateTime: ctx.now };
}

async function keepDraft(ctx: Ctx, { params, body }: Params & { body: { values: Record<string, unknown>; versionNo: number } }) {
  const { id } = await loadFillable(ctx, params.id);
  return storeDraft(ctx, id, body);
}

async function dropDraft(ctx: Ctx, { params }: Params): Promise<null> {
  await ctx.db.deleteFrom('fillingDraft').where('userId', '=', ctx.user.id).where('formId', '=', params.id).execute();
  return null;
}

/** What somebody has begun to fill in and not submitted: one draft per person and form. */
export const drafts = { draft, keepDraft, dropDraft };
