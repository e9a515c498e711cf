import type { App, Db } from '#kit/server/ctx.ts';
import { EMBEDDED_DATABASE, EMBEDDED_HOST } from '#modules/sources/contract/source.ts';
import { SYNC_JOB } from './sync-calls.ts';

/**
 * Registers the demo warehouse as an ordinary source, once, and queues its first synchronisation; one that was removed stays away.
 * It is shared: everybody with a reading permission may query it. `createDept` decides who may change it.
 */
export async function registerDemoSource(
  app: App,
  db: Db,
  options: { sourceName: string; remark?: string; createBy: string; createDept: string | null },
): Promise<void> {
  const existing = await db
    .selectFrom('metadataSource')
    .select(['id', 'deletedAt'])
    .where('host', '=', EMBEDDED_HOST)
    .orderBy('deletedAt') // a removed one comes before those that are there
    .limit(1)
    .executeTakeFirst();
  // deleted on purpose by an administrator: not registered again
  if (existing?.deletedAt) return;
  const id = existing?.id ?? app.ids.next();
  const now = app.now();
  if (!existing)
    await db
      .insertInto('metadataSource')
      .values({
        id,
        sourceName: options.sourceName,
        dbType: '5',
        remark: options.remark ?? null,
        isShared: '1',
        host: EMBEDDED_HOST,
        port: 5432,
        dbName: EMBEDDED_DATABASE,
        ownerId: options.createBy,
        createBy: options.createBy,
        createTime: now,
        updateBy: options.createBy,
        updateTime: now,
        createDept: options.createDept,
      })
      .execute();
  const { isSync } = await db.selectFrom('metadataSource').select('isSync').where('id', '=', id).executeTakeFirstOrThrow();
  if (isSync !== '2') {
    await app.jobs.enqueue(db, {
      kind: SYNC_JOB,
      subject: id,
      payload: { sourceId: id, userId: options.createBy },
      createBy: options.createBy,
    });
    await db.updateTable('metadataSource').set({ isSync: '1' }).where('id', '=', id).execute();
  }
}
