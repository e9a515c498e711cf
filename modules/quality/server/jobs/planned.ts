import * as z from 'zod';
import type { App } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { nextTimeOf } from './next-time.ts';
import { queueBatch } from '../run/start.ts';
import { rulesOfPlan } from './rules-of.ts';

interface Due {
  readonly id: string;
  readonly jobName: string;
  readonly triggerKind: string;
}

/** Starts one due plan, once however many nodes look; false when another node did, or it has no rules in use. */
async function startDue(app: App, { id }: Due, now: Date): Promise<boolean> {
  return app.db.transaction().execute(async (db) => {
    const plan = await db
      .selectFrom('qualityScheduleJob')
      .selectAll()
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .forUpdate()
      .executeTakeFirst();
    if (!plan) return false;
    let cause: 'cron' | 'sync' = 'cron';
    if (plan.triggerKind === 'cron') {
      if (plan.cronExpression === null || plan.nextTime === null || plan.nextTime > now) return false;
      // what was missed while nothing ran happens once, not once per missed moment
      await db
        .updateTable('qualityScheduleJob')
        .set({ nextTime: nextTimeOf(plan.cronExpression, now) })
        .where('id', '=', id)
        .execute();
    } else {
      cause = 'sync';
      const source = await db
        .selectFrom('metadataSource')
        .select('syncTime')
        .where('id', '=', plan.sourceId ?? '')
        .where('isSync', '<>', '1')
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      if (!source?.syncTime || (plan.syncSeen !== null && source.syncTime <= plan.syncSeen)) return false;
      await db.updateTable('qualityScheduleJob').set({ syncSeen: source.syncTime }).where('id', '=', id).execute();
    }
    const ruleIds = await rulesOfPlan(db, plan);
    if (ruleIds.length === 0) return false;
    const batch = await queueBatch(app, db, { id: plan.ownerId, deptId: plan.createDept }, { ruleIds, cause, scheduleJobId: id });
    await db.updateTable('qualityScheduleJob').set({ lastBatch: batch }).where('id', '=', id).execute();
    return true;
  });
}

/** Starts the plans that are due by their time, or because their source was synchronised. */
export const checkPlanned = defineTask({
  name: '按计划核查数据质量',
  summary: '启动到期的质量任务，以及数据源同步后要执行的质量任务',
  params: z.object({}),
  async run({ app, dueTime, signal, log }) {
    const now = app.now() > dueTime ? app.now() : dueTime;
    const due = await app.db
      .selectFrom('qualityScheduleJob as job')
      .leftJoin('metadataSource as source', 'source.id', 'job.sourceId')
      .select(['job.id', 'job.jobName', 'job.triggerKind'])
      .where('job.deletedAt', 'is', null)
      .where('job.status', '=', '1')
      .where((e) =>
        e.or([
          e.and([e('job.triggerKind', '=', 'cron'), e('job.nextTime', '<=', now)]),
          e.and([
            e('job.triggerKind', '=', 'sync'),
            e('source.isSync', '<>', '1'),
            e.or([e('job.syncSeen', 'is', null), e('source.syncTime', '>', e.ref('job.syncSeen'))]),
          ]),
        ]),
      )
      .orderBy('job.id')
      .limit(1000)
      .execute();
    const started: string[] = [];
    for (const plan of due) {
      signal.throwIfAborted();
      if (await startDue(app, plan, now)) started.push(plan.jobName);
    }
    for (const name of started) log(`开始“${name}”`);
    return started.length === 0 ? null : `启动 ${started.length} 个质量任务`;
  },
});
