import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { Overlap } from '../../core/policy.ts';
import { countRun } from './days.ts';

/** Runs of one job that may wait at the same time; a job that is slower than its plan must not fill the disk. */
const MAX_OPEN = 100;

/** Fields that a new run copies from its job. */
export interface JobOfRun {
  id: string;
  jobName: string;
  beanName: string;
  methodParams: string;
  overlapPolicy: string;
  timeoutSeconds: number;
  createBy: string | null;
  createDept: string | null;
}
export const JOB_OF_RUN = [
  'id',
  'jobName',
  'beanName',
  'methodParams',
  'overlapPolicy',
  'timeoutSeconds',
  'createBy',
  'createDept',
] as const;

interface NewRun {
  cause: 'cron' | 'missed' | 'manual';
  /** the moment of the database when it is not given */
  dueTime: Date | null;
  /** recorded with the reason why nothing ran */
  skipped?: string;
  /** who pressed 立即执行 */
  createBy?: string;
}
export type Queued = { id: string; state: 'waiting' | 'skipped' };

/**
 * Puts a run of a job into the queue, as its overlap policy wants it. The caller holds the lock on the job's row. Null when this due
 * time has its run already.
 */
export async function enqueue(app: App, db: Db, job: JobOfRun, request: NewRun): Promise<Queued | null> {
  // catch-up runs queue up: skipping them would defeat the misfire policy
  const policy = request.cause === 'missed' && job.overlapPolicy === 'skip' ? 'queue' : (job.overlapPolicy as Overlap);
  const skipped = request.skipped ?? (await reasonToSkip(db, job.id, policy));
  if (skipped === null && policy === 'cancel') await endOpenRuns(db, job.id, '被新的一次执行取代');
  const id = app.ids.next();
  const made = await db
    .insertInto('schedulerRun')
    .values({
      id,
      rootId: id,
      jobId: job.id,
      jobName: job.jobName,
      beanName: job.beanName,
      methodParams: job.methodParams,
      cause: request.cause,
      dueTime: request.dueTime ?? sql<Date>`now()`,
      isExclusive: policy !== 'parallel',
      timeoutSeconds: job.timeoutSeconds,
      createBy: request.createBy ?? null,
      ownerId: job.createBy,
      ownerDept: job.createDept,
      ...(skipped === null ? {} : { state: 'skipped', msg: skipped, endTime: sql<Date>`now()` }),
    })
    .onConflict((conflict) => conflict.columns(['jobId', 'dueTime', 'attempt']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return null;
  if (skipped !== null) await countRun(db, job.id, 'skipped', null);
  return { id, state: skipped === null ? 'waiting' : 'skipped' };
}

/** Why a further run of the job does not begin now, null when it may. The caller holds the lock on the job's row. */
export async function reasonToSkip(db: Db, jobId: string, policy: Overlap): Promise<string | null> {
  if (policy === 'cancel') return null;
  const { open } = await db
    .selectFrom('schedulerRun')
    .select((e) => e.fn.countAll<string>().as('open'))
    .where('jobId', '=', jobId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  if (policy === 'skip') return Number(open) > 0 ? '上一次执行尚未结束，按重叠策略跳过' : null;
  return Number(open) >= MAX_OPEN ? `等待和执行中的已有 ${MAX_OPEN} 次，跳过` : null;
}

/** Ends what waits and asks what runs to stop. The caller holds the lock on the job's row. */
export async function endOpenRuns(db: Db, jobId: string, reason: string): Promise<void> {
  await cancelWaiting(db, jobId, reason);
  await db.updateTable('schedulerRun').set({ cancelRequested: true }).where('jobId', '=', jobId).where('state', '=', 'running').execute();
}

/** Cancels waiting runs of a job: all of them, or all but those that a person asked for. */
export async function cancelWaiting(db: Db, jobId: string, reason: string, options: { keepManual?: boolean } = {}): Promise<void> {
  let rows = db
    .updateTable('schedulerRun')
    .set({ state: 'cancelled', msg: reason, endTime: sql<Date>`now()` })
    .where('jobId', '=', jobId)
    .where('state', '=', 'waiting');
  if (options.keepManual) rows = rows.where('cause', '!=', 'manual');
  const ended = await rows.returning('id').execute();
  for (const _ of ended) await countRun(db, jobId, 'cancelled', null);
}
