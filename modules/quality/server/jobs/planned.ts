import * as z from 'zod';
import type { Selectable, Updateable } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { nextTimeOf } from './next-time.ts';
import { queueBatch } from '../run/start.ts';
import { rulesOfPlan } from './rules-of.ts';
import { lastEndedBatch } from './upstream.ts';

interface Due {
  readonly id: string;
  readonly jobName: string;
  readonly triggerKind: string;
}

type Plan = Selectable<Tables['qualityScheduleJob']>;

/** What a plan remembers of the moment, the synchronisation or the batch that makes it due; null when it is not. */
async function dueOf(db: Db, plan: Plan, now: Date): Promise<Updateable<Tables['qualityScheduleJob']> | null> {
  switch (plan.triggerKind) {
    case 'cron':
      if (plan.cronExpression === null || plan.nextTime === null || plan.nextTime > now) return null;
      // what was missed while nothing ran happens once, not once per missed moment
      return { nextTime: nextTimeOf(plan.cronExpression, now) };
    case 'sync': {
      const source = await db
        .selectFrom('metadataSource')
        .select('syncTime')
        .where('id', '=', plan.sourceId ?? '')
        .where('isSync', '<>', '1')
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      return source?.syncTime && (plan.syncSeen === null || source.syncTime > plan.syncSeen) ? { syncSeen: source.syncTime } : null;
    }
    case 'upstream': {
      const last = await lastEndedBatch(db, plan.upstreamJobId ?? '');
      return last?.isPassed && last.id !== plan.upstreamSeen ? { upstreamSeen: last.id } : null;
    }
    default:
      return null;
  }
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
    const values = await dueOf(db, plan, now);
    if (!values) return false;
    await db.updateTable('qualityScheduleJob').set(values).where('id', '=', id).execute();
    const cause = plan.triggerKind as 'cron' | 'sync' | 'upstream';
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
  summary: '启动到期的质量任务，以及数据源同步后、上游任务通过后要执行的质量任务',
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
          e('job.triggerKind', '=', 'upstream'),
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
