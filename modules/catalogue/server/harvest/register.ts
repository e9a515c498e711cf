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
  wish: { sourceName: string; remark?: string; createBy: string; createDept: string | null },
): Promise<void> {
  const existing = await db
    .selectFrom('metadataSource')
    .select(['id', 'deletedAt'])
    .where('host', '=', EMBEDDED_HOST)
    .orderBy('deletedAt') // a removed one comes before those that are there
    .limit(1)
    .executeTakeFirst();
  // an administrator who removed it meant it
  if (existing?.deletedAt) return;
  const id = existing?.id ?? app.ids.next();
  const now = app.now();
  if (!existing)
    await db
      .insertInto('metadataSource')
      .values({
        id,
        sourceName: wish.sourceName,
        dbType: '5',
        remark: wish.remark ?? null,
        isShared: '1',
        host: EMBEDDED_HOST,
        port: 5432,
        dbName: EMBEDDED_DATABASE,
        ownerId: wish.createBy,
        createBy: wish.createBy,
        createTime: now,
        updateBy: wish.createBy,
        updateTime: now,
        createDept: wish.createDept,
      })
      .execute();
  const { isSync } = await db.selectFrom('metadataSource').select('isSync').where('id', '=', id).executeTakeFirstOrThrow();
  if (isSync !== '2') {
    await app.jobs.enqueue(db, { kind: SYNC_JOB, subject: id, payload: { sourceId: id, userId: wish.createBy }, createBy: wish.createBy });
    await db.updateTable('metadataSource').set({ isSync: '1' }).where('id', '=', id).execute();
  }
}
