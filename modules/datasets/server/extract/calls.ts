import { AppError } from '#kit/contract/errors.ts';
import { pageRows } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Input } from '#kit/contract/route.ts';
import type { dataSet } from '../../contract/data-set.ts';
import { itemFor } from '#modules/library/server/index.ts';
import { loadSet } from '../sets/load.ts';
import { exists, snapshotPath } from './files.ts';
import { EXTRACT_JOB, recoverExtracts, queueExtract } from './progress.ts';

type Calls = typeof dataSet;

/** State, runs, start and stop of the extract of a data set. */
export const extractCalls = {
  async extract(ctx: Ctx, { params }: Input<Calls['extract']>) {
    await itemFor(ctx, 'dataset', params.id, 'view');
    await recoverExtracts(ctx.app, params.id);
    const row = await ctx.db
      .selectFrom('visualExtract')
      .leftJoin('sysUser', 'sysUser.id', 'visualExtract.runAs')
      .selectAll('visualExtract')
      .select('sysUser.nickname as runAsName')
      .where('setId', '=', params.id)
      .executeTakeFirst();
    const job = row?.state === 'running' ? await ctx.app.jobs.latest(ctx.db, EXTRACT_JOB, params.id) : null;
    const isHere = row?.snapshot ? await exists(snapshotPath(ctx.app, params.id, row.snapshot)) : false;
    return {
      state: row?.state ?? ('none' as const),
      isUsable: isHere,
      rowCount: row?.rowCount ?? null,
      sizeBytes: row?.sizeBytes ?? null,
      watermark: row?.watermark ?? null,
      lastStart: row?.lastStart ?? null,
      lastEnd: row?.lastEnd ?? null,
      nextTime: row?.nextTime ?? null,
      runAsName: row?.runAsName ?? null,
      message: row?.snapshot && !isHere ? '抽取文件在其他节点上，本节点实时查询' : (row?.message ?? null),
      percent: job?.percent ?? 0,
      progress: job?.text ?? '',
    };
  },
  async extractRuns(ctx: Ctx, { params, query }: Input<Calls['extractRuns']>) {
    await itemFor(ctx, 'dataset', params.id, 'view');
    const rows = ctx.db
      .selectFrom('visualExtractRun')
      .leftJoin('sysUser', 'sysUser.id', 'visualExtractRun.createBy')
      .where('setId', '=', params.id);
    const list = rows
      .selectAll('visualExtractRun')
      .select('sysUser.nickname as createByName')
      .orderBy('startTime', 'desc')
      .orderBy('visualExtractRun.id', 'desc');
    return pageRows(query, list, rows);
  },
  async extractStart(ctx: Ctx, { params, body }: Input<Calls['extractStart']>) {
    await itemFor(ctx, 'dataset', params.id, 'edit');
    const set = await loadSet(ctx, params.id);
    if (!set.model.extract) throw new AppError('rule.broken', '该数据集为实时查询，请先设置抽取方式并保存');
    const payload = { setId: set.id, userId: ctx.user.id, trigger: 'manual' as const, full: body.full };
    const jobId = await queueExtract(ctx.app, ctx.db, payload);
    ctx.audit.note(`${body.full ? '全量抽取' : '抽取'}数据集“${set.name}”`);
    return { jobId };
  },
  async extractStop(ctx: Ctx, { params }: Input<Calls['extractStop']>) {
    const item = await itemFor(ctx, 'dataset', params.id, 'edit');
    const job = await ctx.app.jobs.latest(ctx.db, EXTRACT_JOB, params.id);
    const isStopped = job !== null && (job.state === 'waiting' || job.state === 'running') && (await ctx.app.jobs.cancel(ctx.db, job.id));
    if (!isStopped) throw new AppError('rule.broken', '没有正在执行的抽取');
    ctx.audit.note(`取消抽取数据集“${item.name}”`);
    ctx.afterCommit(() => recoverExtracts(ctx.app, params.id));
    return null;
  },
};
