import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { ENGINE_MARK } from './units.ts';

/** The background job that takes the lineage of one source. */
export const LINEAGE_JOB = 'metadata.lineage';

export interface LineagePayload {
  readonly sourceId: string;
}

/**
 * Queues a background run that parses what has changed in a source (views, routines, console history). If a run is under way it starts over
 * once before it ends, so that no change is missed. Answers the id of the job.
 */
export async function requestLineage(app: App, db: Db, sourceId: string, createBy = 'system'): Promise<string> {
  await db
    .insertInto('metadataLineageState')
    .values({ sourceId, requestTime: app.now() })
    .onConflict((conflict) => conflict.column('sourceId').doUpdateSet({ requestTime: app.now() }))
    .execute();
  return app.jobs.enqueue(db, { kind: LINEAGE_JOB, subject: sourceId, payload: { sourceId } satisfies LineagePayload, createBy });
}

/**
 * Sources get a run whose console wrote since their lineage was last taken, that have a text to try again after a time-out, or texts that an
 * engine before this one read. Answers how many.
 */
export async function requestDue(app: App): Promise<number> {
  const due = await app.db
    .selectFrom('metadataSource as s')
    .leftJoin('metadataLineageState as l', 'l.sourceId', 's.id')
    .select('s.id')
    .where('s.deletedAt', 'is', null)
    .where(
      sql<boolean>`(exists (select 1 from metadata_lineage_unit u where u.source_id = s.id and u.deleted_at is null and u.sql_text <> ''
        and (u.retry_time <= ${app.now()} or s.sync_time is not null and u.sql_hash not like ${`${ENGINE_MARK}%`}))
        or exists (select 1 from metadata_sql_history h where h.source_id = s.id and h.kind = 'write' and h.outcome = 'success'
        and h.create_time > coalesce(l.done_time, 'epoch') - interval '1 minute'))`,
    )
    .orderBy('s.id')
    .execute();
  for (const { id } of due) await app.db.transaction().execute((db) => requestLineage(app, db, id));
  return due.length;
}
