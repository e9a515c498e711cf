import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { targetsOf } from '#modules/notices/server/index.ts';
import { figuresOf, peopleOf } from './people.ts';
import { hoursOf, type TaskRow } from './rounds.ts';

/** Tasks that the caller may look after with the permission of the call. */
export const visibleTasks = (ctx: Ctx) =>
  ctx.db
    .selectFrom('fillingTask')
    .innerJoin('fillingForm', 'fillingForm.id', 'fillingTask.formId')
    .where('fillingTask.deletedAt', 'is', null)
    .where('fillingForm.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'fillingTask.createDept', owner: 'fillingTask.createBy' }));

/** Such a task; locked until the end of the transaction when it is to be changed. Throws entity.notFound. */
export async function loadTask(ctx: Ctx, id: string, options: { isLocked?: boolean } = {}): Promise<TaskRow> {
  let query = visibleTasks(ctx).selectAll('fillingTask').where('fillingTask.id', '=', id);
  if (options.isLocked) query = query.forUpdate('fillingTask');
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '填报任务不存在或没有查看权限');
  return row;
}

interface RoundRow {
  readonly id: string;
  readonly roundNo: number;
  readonly begin: Date;
  readonly end: Date;
}

/** The rounds of a task, newest first. */
export async function roundsOf(db: Db, taskId: string, most: number): Promise<RoundRow[]> {
  return db
    .selectFrom('fillingRound')
    .select(['id', 'roundNo', 'beginTime as begin', 'endTime as end'])
    .where('taskId', '=', taskId)
    .orderBy('roundNo', 'desc')
    .limit(most)
    .execute();
}

/** A round of a task, the last one unless it is named; null before the first. Throws entity.notFound. */
export async function roundOf(db: Db, taskId: string, roundId?: string) {
  const rounds = await roundsOf(db, taskId, roundId === undefined ? 1 : 500);
  const round = roundId === undefined ? rounds[0] : rounds.find((one) => one.id === roundId);
  if (!round && roundId !== undefined) throw new AppError('entity.notFound', '填报轮次不存在');
  return round ?? null;
}

/** A task as lists and its dialog show it. */
export async function shownTask(ctx: Ctx, row: TaskRow) {
  const round = await roundOf(ctx.db, row.id);
  const names = await ctx.db
    .selectFrom('fillingForm')
    .select(['formName', sql<string | null>`(select nickname from sys_user where id = ${row.createBy})`.as('createName')])
    .where('id', '=', row.formId)
    .executeTakeFirstOrThrow();
  const standing =
    round &&
    (await peopleOf(ctx.db, row.id, round.id)
      .select([...figuresOf({ isOver: round.end < ctx.now })])
      .executeTakeFirstOrThrow());
  const { beginTime, endTime, repeatKind, ...rest } = row;
  return {
    ...rest,
    ...names,
    ...(await targetsOf(ctx.db, row)),
    begin: beginTime,
    end: endTime,
    repeat: repeatKind,
    remindHours: hoursOf(row),
    round,
    standing,
  };
}
