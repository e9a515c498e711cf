import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { loadSource } from './load-source.ts';

export const SYNC_JOB = 'metadata.sync';
interface Params {
  params: { id: string };
}

export async function startSync(ctx: Ctx, { params }: Params): Promise<{ jobId: string }> {
  const source = await loadSource(ctx, params.id);
  if (source.row.status === '0') throw new AppError('rule.broken', '数据源已禁用，请先启用');
  const jobId = await ctx.app.jobs.enqueue(ctx.db, {
    kind: SYNC_JOB,
    subject: source.id,
    payload: { sourceId: source.id, userId: ctx.user.id },
    createBy: ctx.user.id,
  });
  await ctx.db.updateTable('metadataSource').set({ isSync: '1', syncError: null }).where('id', '=', source.id).execute();
  ctx.audit.note(`同步数据源「${source.name}」`);
  return { jobId };
}

export async function cancelSync(ctx: Ctx, { params }: Params): Promise<null> {
  const source = await loadSource(ctx, params.id);
  const job = await ctx.app.jobs.latest(ctx.db, SYNC_JOB, source.id);
  if (!job || !(await ctx.app.jobs.cancel(ctx.db, job.id))) throw new AppError('rule.broken', '没有正在进行的同步');
  if (job.state === 'waiting')
    await ctx.db
      .updateTable('metadataSource')
      .set({ isSync: source.row.syncTime ? '2' : '0' })
      .where('id', '=', source.id)
      .execute();
  ctx.audit.note(`取消同步数据源「${source.name}」`);
  return null;
}

export async function syncStatus(ctx: Ctx, { params }: Params) {
  const { row } = await loadSource(ctx, params.id);
  const job = await ctx.app.jobs.latest(ctx.db, SYNC_JOB, row.id);
  const runs = await ctx.db
    .selectFrom('metadataSyncRun')
    .select(['id', 'state', 'added', 'changed', 'removed', 'message', 'startTime', 'endTime'])
    .where('sourceId', '=', row.id)
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  // A job whose node died too often ends without its handler: the state of the job is the truth.
  const isOver = job !== null && job.state !== 'waiting' && job.state !== 'running';
  return { isSync: row.isSync === '1' && isOver ? (job.state === 'done' ? ('2' as const) : ('3' as const)) : row.isSync, job, runs };
}
