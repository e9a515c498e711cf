import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import type { HealthReport } from '#kit/server/module.ts';
import { OPERATIONS } from './messages.ts';
import { LATE_MS } from './operations.ts';

const NAMED = 10;

/** Timers and effects: what waits, what is late, and what failed by name. */
export async function flowHealth({ db, now }: App): Promise<HealthReport> {
  const late = new Date(now().getTime() - LATE_MS);
  const [timers, outbox, items] = await Promise.all([
    db
      .selectFrom('flowTimer as m')
      .innerJoin('flowInstance as i', 'i.id', 'm.instanceId')
      .select([
        sql<number>`count(*) filter (where m.dead_time is null and m.due_time < ${late})::int`.as('late'),
        sql<number>`count(*) filter (where m.dead_time is not null)::int`.as('dead'),
      ])
      .where('m.dueTime', '<', now())
      .where('i.suspensionState', '=', '1')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('flowOutbox')
      .select([
        sql<number>`count(*) filter (where state = 'waiting')::int`.as('waiting'),
        sql<number>`count(*) filter (where state = 'dead')::int`.as('dead'),
      ])
      .where('state', 'in', ['waiting', 'dead'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('flowOutbox as o')
      .innerJoin('flowInstance as i', 'i.id', 'o.instanceId')
      .select(['i.title', 'o.error', 'o.createTime as time'])
      .where('o.state', '=', 'dead')
      .orderBy('o.createTime')
      .limit(NAMED)
      .execute(),
  ]);
  return {
    title: '审批流程',
    path: OPERATIONS,
    figures: [
      { label: '晚触发的定时器', value: timers.late, isBad: timers.late > 0 },
      { label: '失败的定时器', value: timers.dead, isBad: timers.dead > 0 },
      { label: '等待生效', value: outbox.waiting, isBad: false },
      { label: '生效失败', value: outbox.dead, isBad: outbox.dead > 0 },
    ],
    items: items.map(({ title, error, time }) => ({ title, detail: error ?? '', time })),
  };
}
