import type { App, Db } from '#kit/server/ctx.ts';
import { sql } from 'kysely';

export const EXTRACT_JOB = 'visual.extract';
export interface ExtractPayload {
  setId: string;
  userId: string;
  trigger: 'manual' | 'plan' | 'save';
  full: boolean;
}
const INTERRUPTED = '抽取中断：执行它的节点已停止，请重新抽取';

/** Queues an extract in the caller's transaction; one that waits or runs already is answered instead. */
export async function queueExtract(app: App, db: Db, payload: ExtractPayload): Promise<string> {
  const jobId = await app.jobs.enqueue(db, { kind: EXTRACT_JOB, subject: payload.setId, payload, createBy: payload.userId });
  await db
    .insertInto('visualExtract')
    .values({ setId: payload.setId, state: 'running', jobId, message: '等待执行', updateTime: app.now() })
    .onConflict((conflict) => conflict.column('setId').doUpdateSet({ state: 'running', jobId, message: '等待执行', updateTime: app.now() }))
    .execute();
  return jobId;
}

/**
 * Mends what a killed node or a cancelled wait left behind: extracts that say 抽取中 without a job that works on them. The last good
 * snapshot goes on answering; the next run goes on from its watermark, or reads everything when the plan is a full one.
 */
export async function recoverExtracts(app: App, setId?: string): Promise<void> {
  let stale = app.db
    .selectFrom('visualExtract')
    .select(['setId', 'snapshot'])
    .where('state', '=', 'running')
    .where(
      sql<boolean>`not exists (select 1 from kit_job j where j.kind = ${EXTRACT_JOB} and j.subject = visual_extract.set_id and j.state in ('waiting', 'running'))`,
    );
  if (setId !== undefined) stale = stale.where('setId', '=', setId);
  for (const row of await stale.execute())
    await app.db.transaction().execute(async (db) => {
      const ended = await db
        .updateTable('visualExtractRun')
        .set({ state: 'failed', message: INTERRUPTED, endTime: app.now() })
        .where('setId', '=', row.setId)
        .where('state', '=', 'running')
        .executeTakeFirst();
      const wasRunning = ended.numUpdatedRows > 0n;
      await db
        .updateTable('visualExtract')
        .set({
          state: wasRunning ? 'failed' : row.snapshot ? 'ready' : 'none',
          message: wasRunning ? INTERRUPTED : null,
          updateTime: app.now(),
        })
        .where('setId', '=', row.setId)
        .where('state', '=', 'running')
        .execute();
    });
}
