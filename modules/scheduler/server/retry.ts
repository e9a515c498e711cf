import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { Overlap } from '../core/policy.ts';
import { reasonToSkip } from './engine/enqueue.ts';
import { wake } from './engine/worker.ts';
import { JOB_SCOPE } from './job-query.ts';
import { runScope } from './run-query.ts';
import { checkTask, sameParams } from './tasks.ts';

/** How a run can have ended for it to be tried again. */
const FAILED = ['failed', 'timeout', 'cancelled'];
const rule = (message: string) => new AppError('rule.broken', message);

/**
 * Tries a failed run again: the same parameters, due time and root, so that what is idempotent by its run id goes on where it failed. One
 * successor for each run: a second click finds the first. Throws entity.notFound, rule.broken, auth.noPermission.
 */
export async function retryRun(ctx: Ctx, id: string): Promise<{ id: string }> {
  const found = await ctx.db
    .selectFrom('schedulerRun')
    .select(['id', 'jobId'])
    .where('id', '=', id)
    .where(runScope(ctx))
    .executeTakeFirst();
  if (!found) throw new AppError('entity.notFound');
  // the job before its run: everything that touches both locks in this order
  const job = await ctx.db
    .selectFrom('schedulerJob')
    .select(['id', 'jobName', 'methodParams', 'overlapPolicy', 'timeoutSeconds'])
    .where('id', '=', found.jobId)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, JOB_SCOPE))
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw rule('任务已删除，不能重试');
  const run = await ctx.db
    .selectFrom('schedulerRun')
    .select(['rootId', 'beanName', 'methodParams', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!run) throw new AppError('entity.notFound');
  if (!FAILED.includes(run.state)) throw rule('只有失败、超时或取消的执行可以重试');
  const task = checkTask(ctx.app, run);
  // a caller with only the permission to run cannot change parameters
  if (!sameParams(task, run.methodParams, job.methodParams) && !holds(ctx.user, 'scheduler:job:edit'))
    throw new AppError('auth.noPermission', '任务的参数已修改，请在任务管理中立即执行，或由有修改权限的人重试');
  await assertNotTriedAgain(ctx, id, run.rootId);
  const skipped = await reasonToSkip(ctx.db, job.id, job.overlapPolicy === 'cancel' ? 'queue' : (job.overlapPolicy as Overlap));
  if (skipped !== null) throw rule('任务正在执行或排队已满，请等待上一次执行结束后再试');
  const made = ctx.app.ids.next();
  await sql`insert into scheduler_run (id, root_id, job_id, job_name, bean_name, method_params, cause, due_time, attempt, is_exclusive,
      timeout_seconds, create_by, owner_id, owner_dept, retry_of)
    select ${made}, root_id, job_id, job_name, bean_name, method_params, 'manual', due_time,
      (select max(attempt) + 1 from scheduler_run a where a.job_id = r.job_id and a.due_time = r.due_time), is_exclusive,
      ${job.timeoutSeconds}, ${ctx.user.id}, owner_id, owner_dept, id
    from scheduler_run r where id = ${id}`.execute(ctx.db);
  ctx.audit.change({ entity: '任务日志', id, name: job.jobName, before: {}, after: { retryRunId: made } });
  ctx.afterCommit(() => wake(ctx.app));
  return { id: made };
}

/** Neither a person nor the retry rule of the job has tried it again since. */
async function assertNotTriedAgain(ctx: Ctx, id: string, rootId: string): Promise<void> {
  const later = await ctx.db
    .selectFrom('schedulerRun')
    .select(['state', 'retryOf'])
    .where('rootId', '=', rootId)
    .where((e) =>
      e.or([
        e('retryOf', '=', id),
        e('state', 'in', ['waiting', 'running', 'done']),
        e('attempt', '>', e.selectFrom('schedulerRun as self').select('self.attempt').where('self.id', '=', id)),
      ]),
    )
    .where('id', '!=', id)
    .execute();
  if (later.some(({ state }) => state === 'waiting' || state === 'running')) throw rule('该执行正在重试，请等待结果');
  if (later.some(({ state }) => state === 'done')) throw rule('该执行已重试成功，无需再次重试');
  if (later.length > 0) throw rule('该执行已重试过，请在最近一次失败的执行上重试');
}
