import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { JobEnd, JobRun } from '#kit/server/jobs.ts';
import type { ChangeOrigin } from '../changes/record.ts';
import { notifyAboutRun } from '../changes/notify.ts';

export const SYNC_JOB = 'metadata.sync';
export type Trigger = 'manual' | 'plan' | 'api';
export interface SyncPayload {
  sourceId: string;
  userId: string;
  trigger?: Trigger;
}

export interface Counts {
  added: number;
  changed: number;
  removed: number;
  columnsAdded: number;
  columnsChanged: number;
  columnsRemoved: number;
  unreadable: number;
}
/** Milliseconds by phase, as the run row keeps them. */
export interface Phases {
  read: number;
  compare: number;
  write: number;
  lineage: number;
}
/** One run of a sync while it works. */
export interface SyncState extends ChangeOrigin {
  /** nothing was ever read: everything is new and no change of anything */
  readonly isFirst: boolean;
  readonly signal: AbortSignal;
  readonly counts: Counts;
  readonly phases: Phases;
  readonly schemas: Set<string>;
  readonly unread: Set<string>;
  seesAllSchemas: boolean;
  /** a view or routine is new or another one: lineage has to be taken anew */
  hasNewSql: boolean;
  /** search keys wait beside their index: see `settleSearchKeys` */
  hasDeferredKeys: boolean;
}

/** What a run that begins has done. */
export const nothingDone = (): Omit<SyncState, keyof ChangeOrigin | 'isFirst' | 'signal' | 'seesAllSchemas'> => ({
  counts: { added: 0, changed: 0, removed: 0, columnsAdded: 0, columnsChanged: 0, columnsRemoved: 0, unreadable: 0 },
  phases: { read: 0, compare: 0, write: 0, lineage: 0 },
  schemas: new Set(),
  unread: new Set(),
  hasNewSql: false,
  hasDeferredKeys: false,
});

const INTERRUPTED = '同步中断：执行它的节点已停止，请重新同步';

/** Inserts the row of a run; an older row still marked as running was left by a node that stopped. */
export async function openRun(
  app: App,
  payload: SyncPayload,
  source: { readonly id: string; readonly row: { readonly syncTime: Date | null; readonly createDept: string | null } },
  job: { readonly id: string; readonly signal: AbortSignal },
): Promise<SyncState> {
  const runId = app.ids.next();
  const left = await app.db.transaction().execute(async (db) => {
    const older = await closeInterrupted(app, db, source.id);
    await db
      .insertInto('metadataSyncRun')
      .values({
        id: runId,
        sourceId: source.id,
        state: 'running',
        jobId: job.id,
        triggerKind: payload.trigger ?? 'manual',
        createBy: payload.userId,
        startTime: app.now(),
      })
      .execute();
    return older;
  });
  for (const id of left) await notifyAboutRun(app, source.id, id);
  return {
    runId,
    sourceId: source.id,
    createDept: source.row.createDept,
    by: payload.userId,
    isFirst: source.row.syncTime === null,
    signal: job.signal,
    seesAllSchemas: false,
    ...nothingDone(),
  };
}

const closeInterrupted = async (app: App, db: Db, sourceId: string): Promise<string[]> =>
  (
    await db
      .updateTable('metadataSyncRun')
      .set({ state: 'failed', message: INTERRUPTED, endTime: app.now() })
      .where('sourceId', '=', sourceId)
      .where('state', '=', 'running')
      .returning('id')
      .execute()
  ).map((row) => row.id);

/** Writes how a run ended into its row and the source, and ends its job; a run that another node took over changes nothing. */
export async function closeRun({ app, end }: JobRun<SyncPayload>, run: SyncState, state: JobEnd, message: string): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    const ended = await db
      .updateTable('metadataSyncRun')
      .set({ state, ...run.counts, message, phases: JSON.stringify(rounded(run.phases)), endTime: app.now() })
      .where('id', '=', run.runId)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) return;
    await db
      .updateTable('metadataSource')
      .set({
        isSync: state === 'done' ? '2' : state === 'failed' ? '3' : run.isFirst ? '0' : '2',
        tableCount: sql<number>`(select count(*) from metadata_table t where t.source_id = ${run.sourceId} and t.deleted_at is null)`,
        columnCount: sql<number>`(select coalesce(sum(t.column_count), 0) from metadata_table t where t.source_id = ${run.sourceId} and t.deleted_at is null)`,
        routineCount: sql<number>`(select count(*) from metadata_routine r where r.source_id = ${run.sourceId} and r.deleted_at is null)`,
        syncError: state === 'failed' ? message : null,
        ...(state === 'done' ? { syncTime: app.now() } : {}),
      })
      .where('id', '=', run.sourceId)
      .execute();
    await end(db, message, state);
  });
}
const rounded = (phases: Phases): Record<string, number> =>
  Object.fromEntries(Object.entries(phases).map(([name, ms]) => [name, Math.round(ms as number)]));

/**
 * Mends what a killed node left behind: sources that say 同步中 without a job that works on them, and their run rows. Cheap; called
 * whenever somebody looks, at start-up and every minute.
 */
export async function recoverSyncs(app: App, sourceId?: string): Promise<void> {
  let stale = app.db
    .selectFrom('metadataSource')
    .select(['id', 'syncTime'])
    .where('isSync', '=', '1')
    .where(
      sql<boolean>`not exists (select 1 from kit_job j where j.kind = ${SYNC_JOB} and j.subject = metadata_source.id and j.state in ('waiting', 'running'))`,
    );
  if (sourceId !== undefined) stale = stale.where('id', '=', sourceId);
  for (const { id, syncTime } of await stale.execute()) {
    const left = await app.db.transaction().execute(async (db) => {
      const runs = await closeInterrupted(app, db, id);
      const last = await db
        .selectFrom('metadataSyncRun')
        .select(['state', 'message'])
        .where('sourceId', '=', id)
        .orderBy('startTime', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const isSync = last === undefined || last.state === 'cancelled' ? (syncTime ? '2' : '0') : last.state === 'done' ? '2' : '3';
      await db
        .updateTable('metadataSource')
        .set({ isSync, syncError: isSync === '3' ? (last?.message ?? INTERRUPTED) : null })
        .where('id', '=', id)
        .where('isSync', '=', '1')
        .execute();
      return runs;
    });
    for (const run of left) await notifyAboutRun(app, id, run);
  }
}
