import { wallClock } from '#kit/core/text/wall-clock.ts';
import * as z from 'zod';
import type { Selectable } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { nextTime, timesBetween } from '#kit/core/cron/times.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { notify } from '#modules/notices/server/index.ts';
import { figuresOf, peopleOf, undoneOf } from './people.ts';

export type TaskRow = Selectable<Tables['fillingTask']>;
type RoundRow = Selectable<Tables['fillingRound']>;

const ZONE = 'Asia/Shanghai';
const HOUR_MS = 3_600_000;
const MAX = 500;
/** Reminders come at most so many hours before the end. */
const MAX_HOURS = 720;
/** `11-30 18:00` in China. */
const dayAndHour = (time: Date): string => wallClock(time).slice(5, 16);

/** Page on which somebody fills in a round. */
export const roundPath = (formId: string, roundId: string): string => `/datafilling/my?open=${formId}&round=${roundId}`;
export const hoursOf = (task: { remindHours: unknown }): number[] => task.remindHours as number[];

/** When a task begins its next round after a moment; null when the task is over by then. Throws CronProblem. */
export function nextRoundOf(task: Pick<TaskRow, 'cronExpression' | 'beginTime' | 'endTime' | 'roundCount'>, after: Date): Date | null {
  if (task.cronExpression === null) return task.roundCount === 0 ? task.beginTime : null;
  // the second of the beginning counts
  const from = new Date(Math.max(after.getTime(), task.beginTime.getTime() - 1000));
  const next = nextTime(task.cronExpression, ZONE, from);
  return next < task.endTime ? next : null;
}

/** Until when a round that begins now is open. */
function endOf(task: TaskRow, begin: Date): Date {
  if (task.durationHours === null) return task.endTime;
  return new Date(Math.min(begin.getTime() + task.durationHours * HOUR_MS, task.endTime.getTime()));
}

/**
 * Begins the round of a locked task whose time has come, tells its people, and sets when the next one begins. Of rounds that
 * were missed while nothing ran the last one begins, when it is still open. Answers the round, null when none began.
 */
export async function beginDue(app: App, db: Db, task: TaskRow, now: Date): Promise<{ roundId: string | null; nextTime: Date | null }> {
  const due = task.nextTime;
  if (due === null || due > now) return { roundId: null, nextTime: due };
  const begin = (task.cronExpression === null ? undefined : timesBetween(task.cronExpression, ZONE, due, now, 1)[0]) ?? due;
  const end = endOf(task, begin);
  const isWorthIt = end > now;
  const roundCount = task.roundCount + (isWorthIt ? 1 : 0);
  const following = nextRoundOf({ ...task, roundCount: Math.max(1, roundCount) }, now);
  await db.updateTable('fillingTask').set({ nextTime: following, roundCount }).where('id', '=', task.id).execute();
  if (!isWorthIt) return { roundId: null, nextTime: following };
  const roundId = app.ids.next();
  const left = (end.getTime() - now.getTime()) / HOUR_MS;
  await db
    .insertInto('fillingRound')
    .values({
      id: roundId,
      taskId: task.id,
      roundNo: roundCount,
      beginTime: begin,
      endTime: end,
      // whoever hears of the round now needs no reminder that would have come before
      reminded: JSON.stringify(hoursOf(task).filter((hours) => hours >= left)),
      createTime: now,
    })
    .execute();
  await notify(app, db, {
    to: await undoneOf(db, task.id, roundId),
    kind: 'filling',
    title: `请填报：${task.taskName}`,
    text: `${task.cronExpression === null ? '' : `第 ${roundCount} 期，`}${dayAndHour(end)} 截止`,
    path: roundPath(task.formId, roundId),
    key: `filling.round.${roundId}`,
    isTodo: true,
  });
  return { roundId, nextTime: following };
}

/** Begins the round of one task, once however many nodes look. */
const beginOne = (app: App, id: string, now: Date): Promise<string | null> =>
  app.db.transaction().execute(async (db) => {
    const task = await db
      .selectFrom('fillingTask')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', '1')
      .where('deletedAt', 'is', null)
      .where('nextTime', '<=', now)
      .forUpdate()
      .executeTakeFirst();
    if (!task) return null;
    const { roundId } = await beginDue(app, db, task, now);
    return roundId && task.taskName;
  });

/** Reminds those who have not handed in, once for each of the hours before the end; of several that have passed the last one is told. */
async function remind(app: App, db: Db, task: TaskRow, round: RoundRow, now: Date): Promise<boolean> {
  const told = new Set(round.reminded as number[]);
  const left = (round.endTime.getTime() - now.getTime()) / HOUR_MS;
  const due = hoursOf(task).filter((hours) => hours >= left && !told.has(hours));
  if (due.length === 0) return false;
  await db
    .updateTable('fillingRound')
    .set({ reminded: JSON.stringify([...told, ...due]) })
    .where('id', '=', round.id)
    .execute();
  await notify(app, db, {
    to: await undoneOf(db, task.id, round.id),
    kind: 'filling',
    title: `即将截止：${task.taskName}`,
    text: `${dayAndHour(round.endTime)} 截止，您还没有完成填报`,
    path: roundPath(task.formId, round.id),
    key: `filling.remind.${round.id}.${Math.min(...due)}.${round.endTime.getTime()}`,
    isTodo: true,
  });
  return true;
}

/** Ends a round: those who did not hand in hear that it is too late, whoever made the task hears how it went. */
async function close(app: App, db: Db, task: TaskRow, round: RoundRow): Promise<void> {
  await db.updateTable('fillingRound').set({ isClosed: '1' }).where('id', '=', round.id).execute();
  const late = await undoneOf(db, task.id, round.id);
  const key = `${round.id}.${round.endTime.getTime()}`;
  await notify(app, db, {
    to: late,
    kind: 'filling',
    title: `已逾期：${task.taskName}`,
    text: `${dayAndHour(round.endTime)} 已截止，您没有完成填报`,
    path: '/datafilling/my',
    key: `filling.overdue.${key}`,
    isTodo: true,
  });
  const figures = await peopleOf(db, task.id, round.id)
    .select([...figuresOf({ isOver: true })])
    .executeTakeFirstOrThrow();
  if (task.createBy !== null)
    await notify(app, db, {
      to: [task.createBy],
      kind: 'filling',
      title: `填报已截止：${task.taskName}`,
      text: `应填 ${figures.total} 人，已交 ${figures.passed + figures.reviewing} 人，未交 ${figures.returned + figures.overdue} 人`,
      path: `/datafilling/task?open=${task.id}`,
      key: `filling.closed.${key}`,
    });
  await todosChanged(app, db, late);
}

/** Reminds of one round, or ends it, once however many nodes look. */
const followOne = (app: App, roundId: string, now: Date): Promise<'reminded' | 'closed' | null> =>
  app.db.transaction().execute(async (db) => {
    const round = await db
      .selectFrom('fillingRound')
      .selectAll()
      .where('id', '=', roundId)
      .where('isClosed', '=', '0')
      .forUpdate()
      .executeTakeFirst();
    if (!round) return null;
    const task = await db
      .selectFrom('fillingTask')
      .selectAll()
      .where('id', '=', round.taskId)
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .executeTakeFirst();
    if (!task) return null;
    if (round.endTime < now) {
      await close(app, db, task, round);
      return 'closed';
    }
    return (await remind(app, db, task, round, now)) ? 'reminded' : null;
  });

/** Every minute: begins rounds that are due, reminds of those that end soon and ends those that are over. */
export const followRounds = defineTask({
  name: '推进填报任务',
  summary: '按计划开始新一轮填报，在截止前提醒未填报的人，到期后截止',
  params: z.object({}),
  async run({ app, dueTime, signal, log }) {
    const now = app.now() > dueTime ? app.now() : dueTime;
    const due = await app.db
      .selectFrom('fillingTask')
      .select('id')
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .where('nextTime', '<=', now)
      .orderBy('id')
      .limit(MAX)
      .execute();
    const begun: string[] = [];
    for (const { id } of due) {
      signal.throwIfAborted();
      const name = await beginOne(app, id, now);
      if (name !== null) begun.push(name);
    }
    for (const name of begun) log(`开始“${name}”`);
    const rounds = await app.db
      .selectFrom('fillingRound as r')
      .innerJoin('fillingTask as t', 't.id', 'r.taskId')
      .select('r.id')
      .where('r.isClosed', '=', '0')
      .where('t.deletedAt', 'is', null)
      .where('t.status', '=', '1')
      .where('r.endTime', '<', new Date(now.getTime() + MAX_HOURS * HOUR_MS))
      .orderBy('r.endTime')
      .limit(MAX)
      .execute();
    const counts = { reminded: 0, closed: 0 };
    for (const { id } of rounds) {
      signal.throwIfAborted();
      const done = await followOne(app, id, now);
      if (done) counts[done]++;
    }
    if (begun.length + counts.reminded + counts.closed === 0) return null;
    return `开始 ${begun.length} 轮，提醒 ${counts.reminded} 轮，截止 ${counts.closed} 轮`;
  },
});
