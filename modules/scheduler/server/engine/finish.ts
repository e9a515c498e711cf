import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { notify } from '#modules/notices/server/index.ts';
import type { RunState } from '../../contract/fields.ts';
import { backoffSeconds, isAlertDue } from '../../core/policy.ts';
import type { Claimed } from './claim.ts';
import { countRun } from './days.ts';

const MAX_TEXT = 2000;

/** Text as PostgreSQL and a reader can take it: no NUL, no half characters, not endless. */
export const plain = (text: string): string =>
  text
    .replaceAll('\0', '')
    .slice(0, MAX_TEXT)
    .replace(/[\ud800-\udbff]$/, '');

interface End {
  owner: string;
  state: Extract<RunState, 'done' | 'failed' | 'timeout' | 'cancelled'>;
  msg: string;
  /** the task found nothing to do */
  isIdle?: boolean;
}

/**
 * Ends a run that this node owns: state, figures, and after a failure the next attempt or the alert, in one transaction. Does nothing
 * when another node has taken the run meanwhile.
 */
export async function finishRun(app: App, run: Claimed, { owner, state, msg, isIdle = false }: End): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    // the job first: everything that touches a job and its runs locks in this order
    const job = await db.selectFrom('schedulerJob').selectAll().where('id', '=', run.jobId).forUpdate().executeTakeFirst();
    const idleMs = isIdle && run.cause !== 'manual' ? await forget(db, run, owner) : null;
    if (idleMs !== null) {
      await countRun(db, run.jobId, state, idleMs);
      if (job)
        await db
          .updateTable('schedulerJob')
          .set({ lastTime: sql<Date>`now()`, lastState: state, failures: 0 })
          .where('id', '=', job.id)
          .execute();
      return;
    }
    const ended = await db
      .updateTable('schedulerRun')
      .set({
        state,
        msg: plain(msg),
        endTime: sql<Date>`now()`,
        durationMs: sql<number>`(extract(epoch from now() - start_time) * 1000)::int`,
        owner: null,
        leaseUntil: null,
        ...(state === 'done' ? { percent: 100 } : {}),
      })
      .where('id', '=', run.id)
      .where('owner', '=', owner)
      .where('state', '=', 'running')
      .returning('durationMs')
      .executeTakeFirst();
    if (!ended) return;
    await countRun(db, run.jobId, state, ended.durationMs);
    if (!job) return;
    const isFailure = state === 'failed' || state === 'timeout';
    const isWanted = job.deletedAt === null && (job.status === '1' || run.cause === 'manual');
    const isRetried = isFailure && isWanted && run.attempt <= job.retryCount;
    const failures = state === 'done' ? 0 : isFailure && !isRetried ? job.failures + 1 : job.failures;
    await db
      .updateTable('schedulerJob')
      .set({ lastTime: sql<Date>`now()`, lastState: state, lastRunId: run.id, failures })
      .where('id', '=', job.id)
      .execute();
    if (isRetried) await retry(app, db, run, job);
    else if (isFailure && job.deletedAt === null && isAlertDue(failures, job.alertAfter))
      await notify(app, db, {
        to: job.alertUserIds as string[],
        kind: 'task',
        title: `定时任务“${job.jobName}”执行失败`,
        text: `${failures > 1 ? `已连续失败 ${failures} 次。` : ''}${plain(msg).slice(0, 300)}`,
        path: `/basic/scheduler/tasklog?open=detail-${run.id}`,
        key: `scheduler:${run.rootId}`,
      });
  });
}

/**
 * Takes a run that had nothing to do out of the log, unless it wrote lines or another node has it; answers how long it took in milliseconds,
 * null when it is still there.
 */
async function forget(db: Db, run: Claimed, owner: string): Promise<number | null> {
  const gone = await db
    .deleteFrom('schedulerRun')
    .where('id', '=', run.id)
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .where('lineCount', '=', 0)
    .returning(sql<number>`(extract(epoch from now() - start_time) * 1000)::int`.as('ms'))
    .executeTakeFirst();
  return gone?.ms ?? null;
}

interface RetryRules {
  retryDelaySeconds: number;
  retryFactor: number;
  retryCapSeconds: number;
  timeoutSeconds: number;
}

async function retry(app: App, db: Db, run: Claimed, job: RetryRules): Promise<void> {
  const seconds = backoffSeconds(
    { delaySeconds: job.retryDelaySeconds, factor: job.retryFactor, capSeconds: job.retryCapSeconds },
    run.attempt,
  );
  // everything else as the first attempt had it: the same parameters, the same due time, the same root
  await sql`insert into scheduler_run (id, root_id, job_id, job_name, bean_name, method_params, cause, due_time, attempt, is_exclusive,
      run_after, timeout_seconds, create_by, owner_id, owner_dept)
    select ${app.ids.next()}, root_id, job_id, job_name, bean_name, method_params, cause, due_time, attempt + 1, is_exclusive,
      now() + make_interval(secs => ${seconds}), ${job.timeoutSeconds}, create_by, owner_id, owner_dept
    from scheduler_run where id = ${run.id}
    on conflict (job_id, due_time, attempt) do nothing`.execute(db);
}
