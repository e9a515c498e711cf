import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import { modelInForce } from '../model-in-force.ts';
import { holdWriters, queueFor } from './outbox.ts';

const BATCH = 1000;

/**
 * Queues the next of all records of a model for a target, each batch whole; answers whether there are more. Writers wait meanwhile, so that
 * a change comes after the record that it changed.
 */
export async function queueNext(app: App, targetId: string): Promise<boolean> {
  return app.db.transaction().execute(async (db) => {
    const target = await db
      .selectFrom('masterdataTarget')
      .select(['modelId', 'snapshotAfter', 'position'])
      .where('id', '=', targetId)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!target || target.snapshotAfter === null) return false;
    await holdWriters(db, target.modelId);
    const model = await modelInForce(db, { id: target.modelId });
    const rows = await selectFrom(db, model.table, ['$id'])
      .where(sql<boolean>`${fieldRef(model.table, '$id')} > ${target.snapshotAfter}`)
      .orderBy(fieldRef(model.table, '$id'))
      .limit(BATCH)
      .execute();
    const ids = rows.map((row) => String(row['$id'] as string));
    await queueFor({ app, db, now: app.now() }, model, { targetId, ids, action: 'snapshot' });
    const isMore = rows.length === BATCH;
    await db
      .updateTable('masterdataTarget')
      .set({ snapshotAfter: isMore ? (ids.at(-1) ?? null) : null })
      .where('id', '=', targetId)
      .execute();
    return isMore;
  });
}
