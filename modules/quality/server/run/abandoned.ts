import type { Db } from '#kit/server/ctx.ts';

/**
 * Ends batches whose jobs are over while they are not: a job that was cancelled, or given up, after its node died ends without its handler.
 * Nobody works on them any more, and whoever waits for them would wait for ever. A handler ends its batch before its job.
 */
export async function endAbandoned(db: Db, now: Date): Promise<number> {
  const ended = await db
    .updateTable('qualityRun as run')
    .from('kitJob as job')
    .set((e) => ({
      state: e.case().when('job.state', '=', 'cancelled').then('cancelled').else('error').end(),
      message: e.case().when('job.state', '=', 'cancelled').then('已停止').else('核查因服务节点中断没有完成，请重新执行').end(),
      endTime: now,
    }))
    .whereRef('job.id', '=', 'run.jobId')
    .where('run.state', 'in', ['waiting', 'running'])
    .where('job.state', 'in', ['done', 'failed', 'cancelled'])
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}
