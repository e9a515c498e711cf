import type { Ctx, Db, App } from '#kit/server/ctx.ts';
import type { RunCause } from '../../contract/state.ts';

export const RUN_JOB = 'quality.run';
export interface RunPayload {
  readonly batch: string;
  readonly ruleIds: readonly string[];
}
interface Batch {
  readonly ruleIds: readonly string[];
  readonly cause: RunCause;
  readonly scheduleJobId: string | null;
}
interface Starter {
  readonly id: string;
  readonly deptId: string | null;
}

/** Queues a batch of rules in the transaction of whoever starts it; answers its number. */
export async function queueBatch(app: App, db: Db, by: Starter, { ruleIds, cause, scheduleJobId }: Batch): Promise<string> {
  const batch = app.ids.next();
  const payload: RunPayload = { batch, ruleIds };
  const jobId = await app.jobs.enqueue(db, { kind: RUN_JOB, subject: batch, payload, createBy: by.id });
  await db
    .insertInto('qualityRun')
    .values({
      id: batch,
      cause,
      scheduleJobId,
      state: 'waiting',
      jobId,
      ruleCount: ruleIds.length,
      createBy: by.id,
      createDept: by.deptId,
      createTime: app.now(),
    })
    .execute();
  return batch;
}

/** Queues a batch in the name of the caller. */
export const startBatch = (ctx: Ctx, batch: Batch): Promise<string> => queueBatch(ctx.app, ctx.db, ctx.user, batch);
