import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { isPassed } from './passed.ts';

/** A chain of plans is never longer than this; whoever saves a longer one made a circle, or a chain nobody follows. */
const MAX_CHAIN = 20;

const problem = (message: string) => new AppError('input.invalid', message, [{ path: 'upstreamJobId', message }]);

/** The batch that a plan ended last; null when it never did. */
export async function lastEndedBatch(db: Db, jobId: string): Promise<{ id: string; isPassed: boolean } | null> {
  const row = await db
    .selectFrom('qualityRun')
    .select(['id', 'state', 'isBlocked'])
    .where('scheduleJobId', '=', jobId)
    .where('endTime', 'is not', null)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.id, isPassed: await isPassed(db, row) } : null;
}

/**
 * The plan before a plan, as it may be stored: it exists and does not wait, over however many others, for the plan itself. Throws input.invalid.
 */
export async function checkUpstream(ctx: Ctx, upstreamJobId: string | null, id: string | null): Promise<void> {
  if (upstreamJobId === null) throw problem('请选择上游质量任务');
  let at: string | null = upstreamJobId;
  for (let step = 0; at !== null; step++) {
    if (at === id) throw problem('上游任务又在等待本任务，请另选一个上游任务');
    if (step >= MAX_CHAIN) throw problem(`上游任务的链条不能超过 ${MAX_CHAIN} 级`);
    const row: { upstreamJobId: string | null } | undefined = await ctx.db
      .selectFrom('qualityScheduleJob')
      .select('upstreamJobId')
      .where('id', '=', at)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row && step === 0) throw problem('上游质量任务不存在或已删除，请重新选择');
    at = row?.upstreamJobId ?? null;
  }
}
