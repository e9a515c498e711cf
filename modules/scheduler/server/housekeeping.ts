import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import type { TaskRun } from '#kit/server/tasks.ts';

const PER_STATEMENT = 1000;
const STATS_DAYS = 400;
/** A run unclaimed for this long names a task that no node knows any more. */
const FORGOTTEN_HOURS = 24;

/** Removes history beyond the retention of its job, in small batches to keep locks short. */
export async function clearHistory({
  app,
  signal,
  log,
  progress,
}: Pick<TaskRun<unknown>, 'app' | 'signal' | 'log' | 'progress'>): Promise<string> {
  const forgotten = await endForgotten(app);
  if (forgotten > 0) log(`结束 ${forgotten} 条没有节点能执行的记录`);
  const jobs = await app.db.selectFrom('schedulerJob').select(['id', 'jobName', 'keepDays', 'keepRuns']).orderBy('id').execute();
  let removed = 0;
  for (const [index, job] of jobs.entries()) {
    signal.throwIfAborted();
    const old = await drain(signal, () => removeOld(app, job.id, job.keepDays));
    // skipped due times leave a row each: they have a count of their own, so that they cannot push out what really ran
    const ran = await drain(signal, () => removeBeyond(app, job.id, job.keepRuns, false));
    const skipped = await drain(signal, () => removeBeyond(app, job.id, job.keepRuns, true));
    const count = old + ran + skipped;
    if (count > 0) log(`“${job.jobName}”清理 ${count} 条`);
    removed += count;
    progress(((index + 1) / jobs.length) * 100);
  }
  await app.db
    .deleteFrom('schedulerDay')
    .where('day', '<', sql<string>`current_date - ${sql.lit(STATS_DAYS)}`)
    .execute();
  return removed === 0 ? '没有需要清理的日志' : `共清理 ${removed} 条日志`;
}

async function drain(signal: AbortSignal, step: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    signal.throwIfAborted();
    const count = await step();
    all += count;
    if (count < PER_STATEMENT) return all;
  }
}

const count = (result: { numAffectedRows?: bigint | undefined }): number => Number(result.numAffectedRows ?? 0n);

const removeOld = async (app: App, jobId: string, days: number): Promise<number> =>
  count(
    await sql`delete from scheduler_run where id in (
      select id from scheduler_run where job_id = ${jobId} and create_time < now() - make_interval(days => ${days})
        and state not in ('waiting', 'running') order by create_time limit ${sql.lit(PER_STATEMENT)})`.execute(app.db),
  );

const removeBeyond = async (app: App, jobId: string, keep: number, isSkipped: boolean): Promise<number> =>
  count(
    await sql`delete from scheduler_run where id in (
      select id from scheduler_run where job_id = ${jobId} and state not in ('waiting', 'running')
        and state ${isSkipped ? sql`=` : sql`<>`} 'skipped'
      order by create_time desc, id desc offset ${keep} limit ${sql.lit(PER_STATEMENT)})`.execute(app.db),
  );

async function endForgotten(app: App): Promise<number> {
  const rows = await app.db
    .updateTable('schedulerRun')
    .set({ state: 'failed', msg: '没有节点能执行该任务类型', endTime: sql<Date>`now()` })
    .where('state', '=', 'waiting')
    .where('runAfter', '<', sql<Date>`now() - make_interval(hours => ${FORGOTTEN_HOURS})`)
    .where((e) => e.not(e.exists(openOfSameJob)))
    .returning('id')
    .execute();
  return rows.length;
}
/** What waits behind a run of its own job waits rightly. */
const openOfSameJob = sql`(select 1 from scheduler_run o where o.job_id = scheduler_run.job_id and o.state = 'running')` as never;
