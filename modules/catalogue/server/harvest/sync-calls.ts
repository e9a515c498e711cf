import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { harvest as contract } from '#modules/sources/contract/harvest.ts';
import { MANAGED_HOST } from '#modules/sources/contract/connection.ts';
import { columnsOfTableName, tablesOfSource } from '../tables/browse.ts';
import { loadSource, visibleSources } from '#modules/sources/server/index.ts';
import { recoverSyncs, SYNC_JOB, type SyncPayload } from './sync-run.ts';

export { SYNC_JOB } from './sync-run.ts';
interface Params {
  params: { id: string };
}

async function startSync(ctx: Ctx, { params }: Params): Promise<{ jobId: string }> {
  const source = await loadSource(ctx, params.id);
  if (source.row.status === '0') throw new AppError('rule.broken', '数据源已禁用，请先启用');
  if (source.row.host === MANAGED_HOST) throw new AppError('rule.broken', '“平台数据”的表由系统随时登记，无需同步');
  const payload: SyncPayload = { sourceId: source.id, userId: ctx.user.id, trigger: 'manual' };
  const jobId = await ctx.app.jobs.enqueue(ctx.db, { kind: SYNC_JOB, subject: source.id, payload, createBy: ctx.user.id });
  await ctx.db.updateTable('metadataSource').set({ isSync: '1', syncError: null }).where('id', '=', source.id).execute();
  ctx.audit.note(`同步数据源“${source.name}”`);
  return { jobId };
}

async function cancelSync(ctx: Ctx, { params }: Params): Promise<null> {
  const source = await loadSource(ctx, params.id);
  const job = await ctx.app.jobs.latest(ctx.db, SYNC_JOB, source.id);
  if (!job || !(await ctx.app.jobs.cancel(ctx.db, job.id))) throw new AppError('rule.broken', '没有正在进行的同步');
  if (job.state === 'waiting')
    await ctx.db
      .updateTable('metadataSource')
      .set({ isSync: source.row.syncTime ? '2' : '0' })
      .where('id', '=', source.id)
      .execute();
  ctx.audit.note(`取消同步数据源“${source.name}”`);
  return null;
}

async function syncStatus(ctx: Ctx, { params }: Params) {
  const { id } = await loadSource(ctx, params.id);
  await recoverSyncs(ctx.app, id);
  const { row } = await loadSource(ctx, id);
  const job = await ctx.app.jobs.latest(ctx.db, SYNC_JOB, id);
  const runs = await ctx.db
    .selectFrom('metadataSyncRun')
    .select(['id', 'state', 'added', 'changed', 'removed', 'message', 'startTime', 'endTime'])
    .where('sourceId', '=', id)
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return { isSync: row.isSync, job, runs };
}

/** The id of a source that the caller may see. */
async function visible(ctx: Ctx, id: string): Promise<string> {
  const row = await visibleSources(ctx).select('metadataSource.id').where('metadataSource.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row.id;
}

export const harvestRoutes = implement(contract, {
  sync: startSync,
  cancelSync,
  syncStatus,
  tables: async (ctx, { params }) => tablesOfSource(ctx, await visible(ctx, params.id)),
  columns: async (ctx, { params }) => columnsOfTableName(ctx, await visible(ctx, params.id), params.tableName),
});
