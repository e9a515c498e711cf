import * as z from 'zod';
import { defineTask } from '#kit/server/tasks.ts';
import type { App } from '#kit/server/ctx.ts';
import { recoverSyncs, SYNC_JOB, type SyncPayload } from './sync-run.ts';
import { nextSyncTime } from '#modules/sources/server/index.ts';
/** Account of scheduled work; no browser is notified of its progress. */
const PLATFORM = 'system';

/** Queues one due sync; false when another node did so first or the plan was changed in between. */
async function startDue(app: App, source: { id: string; syncCron: string | null; nextSyncTime: Date | null }, now: Date): Promise<boolean> {
  return app.db.transaction().execute(async (db) => {
    let mine = db
      .updateTable('metadataSource')
      .set({ nextSyncTime: nextSyncTime(source.syncCron, now) })
      .where('id', '=', source.id)
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .where('syncCron', '=', source.syncCron);
    mine = source.nextSyncTime === null ? mine.where('nextSyncTime', 'is', null) : mine.where('nextSyncTime', '=', source.nextSyncTime);
    const taken = await mine.executeTakeFirst();
    // a plan without a time was only just written: its first moment lies ahead
    if (taken.numUpdatedRows === 0n || source.nextSyncTime === null) return false;
    const payload: SyncPayload = { sourceId: source.id, userId: PLATFORM, trigger: 'plan' };
    await app.jobs.enqueue(db, { kind: SYNC_JOB, subject: source.id, payload, createBy: PLATFORM });
    await db.updateTable('metadataSource').set({ isSync: '1', syncError: null }).where('id', '=', source.id).execute();
    return true;
  });
}

/** Starts the synchronisations that are due, each once however many nodes look, and mends those whose node died. */
export const syncPlanned = defineTask({
  name: '按计划同步元数据',
  summary: '启动到期的数据源同步，并修复因节点停止而中断的同步状态',
  params: z.object({}),
  async run({ app, dueTime, signal, log }) {
    await recoverSyncs(app);
    const now = app.now() > dueTime ? app.now() : dueTime;
    const due = await app.db
      .selectFrom('metadataSource')
      .select(['id', 'sourceName', 'syncCron', 'nextSyncTime'])
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .where('syncCron', 'is not', null)
      .where((e) => e.or([e('nextSyncTime', '<=', now), e('nextSyncTime', 'is', null)]))
      .orderBy('nextSyncTime')
      .orderBy('id')
      .execute();
    const started: string[] = [];
    for (const source of due) {
      signal.throwIfAborted();
      if (await startDue(app, source, now)) started.push(source.sourceName);
    }
    for (const name of started) log(`开始同步“${name}”`);
    return started.length === 0 ? null : `启动 ${started.length} 个数据源的同步`;
  },
});
