import { wallClock } from '#kit/core/text/wall-clock.ts';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { callerOf, inAudience } from '#modules/notices/server/index.ts';

/** Started tasks that are for the caller, as `fillingTask`, with living forms that can be filled in, as `fillingForm`. */
export const callersTasks = (ctx: Ctx) =>
  ctx.db
    .selectFrom('fillingTask')
    .innerJoin('fillingForm', 'fillingForm.id', 'fillingTask.formId')
    .where('fillingTask.deletedAt', 'is', null)
    .where('fillingTask.status', '=', '1')
    .where('fillingForm.deletedAt', 'is', null)
    .where('fillingForm.status', '=', '1')
    .where(inAudience('fillingTask', callerOf(ctx)));

/** How many records of the caller a round of `callersTasks` has that were not refused or withdrawn. */
export const ownCount = (ctx: Ctx) => sql<number>`(select count(*)::int from filling_record r
  where r.round_id = filling_round.id and r.submitter_id = ${ctx.user.id} and coalesce(r.flow_status, '4') not in ('5', '6'))`;

const minute = (time: Date): string => wallClock(time).slice(0, 16);
const refuse = (message: string): AppError => new AppError('rule.broken', message);

interface Window {
  readonly id: string;
  readonly taskName: string;
  readonly repeatKind: string;
  readonly beginTime: Date;
  readonly endTime: Date;
  readonly nextTime: Date | null;
  readonly given: number;
}

function assertWithin(round: Window, now: Date): void {
  if (now < round.beginTime) throw refuse(`“${round.taskName}”尚未开始，${minute(round.beginTime)}起可以填报`);
  if (now > round.endTime)
    throw refuse(
      `“${round.taskName}”已截止，不能再提交${round.nextTime ? `，下一轮 ${minute(round.nextTime)} 开始` : '，如需补报请联系任务发布人延期'}`,
    );
}

/** Waits for a submission of the same person to the same round, so that of two at once the later one sees the first. */
async function takeTurn(ctx: Ctx, roundId: string): Promise<void> {
  const row = { roundId, userId: ctx.user.id, submitTime: ctx.now };
  await ctx.db
    .insertInto('fillingRoundPerson')
    .values(row)
    .onConflict((conflict) => conflict.columns(['roundId', 'userId']).doUpdateSet({ submitTime: ctx.now }))
    .execute();
}

const windows = (ctx: Ctx, formId: string) =>
  callersTasks(ctx)
    .innerJoin('fillingRound', 'fillingRound.taskId', 'fillingTask.id')
    .select(['fillingRound.id', 'fillingRound.beginTime', 'fillingRound.endTime'])
    .select(['fillingTask.taskName', 'fillingTask.repeatKind', 'fillingTask.nextTime', ownCount(ctx).as('given')])
    .where('fillingTask.formId', '=', formId);

/**
 * The round that a new record of the caller belongs to; null when no started task gives the form to the caller. While a task does, the form is
 * filled in within its rounds alone. Throws rule.broken outside of them, and for a second record where one is asked for; entity.notFound for
 * a named round that is not the caller's.
 */
export async function roundToFill(ctx: Ctx, formId: string, roundId: string | null): Promise<string | null> {
  const chosen = roundId === null ? await roundAtHand(ctx, formId) : await namedRound(ctx, formId, roundId);
  if (!chosen) return null;
  assertWithin(chosen, ctx.now);
  if (chosen.repeatKind === 'once') {
    await takeTurn(ctx, chosen.id);
    const again = await windows(ctx, formId).where('fillingRound.id', '=', chosen.id).executeTakeFirst();
    if ((again?.given ?? 0) > 0) throw refuse(`“${chosen.taskName}”本轮您已填报，如需更正请修改已提交的内容`);
  }
  return chosen.id;
}

/** The round that the records of a file are for. Throws as `roundToFill`, and where everybody gives one record alone. */
export async function roundToImport(ctx: Ctx, formId: string, roundId: string): Promise<string> {
  const round = await namedRound(ctx, formId, roundId);
  assertWithin(round, ctx.now);
  if (round.repeatKind === 'once') throw refuse(`“${round.taskName}”每人填报一份，不能批量导入`);
  return round.id;
}

async function namedRound(ctx: Ctx, formId: string, roundId: string): Promise<Window> {
  const row = await windows(ctx, formId).where('fillingRound.id', '=', roundId).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '填报任务不存在、已停止或不需要您填报');
  return row;
}

async function roundAtHand(ctx: Ctx, formId: string): Promise<Window | null> {
  const rounds = await windows(ctx, formId).orderBy('fillingRound.endTime', 'desc').orderBy('fillingRound.id').limit(200).execute();
  const open = rounds.filter((one) => one.beginTime <= ctx.now && ctx.now <= one.endTime).toReversed();
  const wanted = open.find((one) => one.given === 0) ?? open.find((one) => one.repeatKind === 'many') ?? open[0] ?? rounds[0];
  if (wanted) return wanted;
  const coming = await callersTasks(ctx)
    .select(['fillingTask.taskName', 'fillingTask.nextTime'])
    .where('fillingTask.formId', '=', formId)
    .orderBy('fillingTask.nextTime')
    .executeTakeFirst();
  if (!coming) return null;
  throw refuse(`“${coming.taskName}”尚未开始${coming.nextTime ? `，${minute(coming.nextTime)}起可以填报` : ''}`);
}

/**
 * Whoever filled in changes it until the round ends; what was sent back is changed later too. Throws rule.broken.
 */
export async function assertStillOpen(ctx: Ctx, record: { roundId: string | null; flowStatus: string | null }): Promise<void> {
  if (record.roundId === null || record.flowStatus === '2') return;
  const round = await ctx.db
    .selectFrom('fillingRound')
    .innerJoin('fillingTask', 'fillingTask.id', 'fillingRound.taskId')
    .select(['fillingRound.endTime', 'fillingTask.taskName'])
    .where('fillingRound.id', '=', record.roundId)
    .executeTakeFirst();
  if (round && ctx.now > round.endTime) throw refuse(`“${round.taskName}”已截止，不能再修改`);
}
