import type { App, Db } from '#kit/server/ctx.ts';
import type { ScheduleSeed } from '#kit/server/tasks.ts';
import { JobInput } from '../contract/job.ts';
import { nextTime } from '#kit/core/cron/times.ts';
import { checkTask } from './tasks.ts';

/**
 * Creates the schedules that the modules declare, each once per installation: what people changed, paused or removed stays so. Throws
 * when a declaration names no task or is wrong: that is a defect of the module.
 */
export async function seedSchedules(app: App, db: Db): Promise<void> {
  for (const seed of app.modules.flatMap((module) => module.schedules ?? [])) {
    const body = bodyOf(app, seed);
    const isNew = await db
      .insertInto('schedulerSeed')
      .values({ code: seed.code })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('code')
      .executeTakeFirst();
    if (!isNew) continue;
    const { now } = await db.selectNoFrom((e) => e.fn<Date>('now', []).as('now')).executeTakeFirstOrThrow();
    await db
      .insertInto('schedulerJob')
      .values({
        ...body,
        alertUserIds: '[]',
        id: app.ids.next(),
        seedCode: seed.code,
        jobName: await freeName(db, seed.name),
        nextTime: nextTime(body.cronExpression, body.timeZone, now),
      })
      .execute();
  }
}

function bodyOf(app: App, seed: ScheduleSeed) {
  try {
    const body = JobInput.parse({
      jobName: seed.name,
      beanName: seed.task,
      methodParams: seed.params ?? {},
      cronExpression: seed.cron,
      remark: seed.remark,
    });
    checkTask(app, body);
    return body;
  } catch (error) {
    throw new Error(`schedule ${seed.code} is not right`, { cause: error });
  }
}

async function freeName(db: Db, name: string): Promise<string> {
  const taken = await db
    .selectFrom('schedulerJob')
    .select('id')
    .where('jobName', '=', name)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return taken ? `${name}（系统）` : name;
}
