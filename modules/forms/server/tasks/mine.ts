import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { PersonState } from '../../contract/task.ts';
import { mainFields, subforms } from '../../core/index.ts';
import { versionOf } from '../load.ts';
import { valuesOf } from '../store.ts';
import { callersTasks } from './window.ts';

const MAX = 200;
const NOT_CARRIED: ReadonlySet<string> = new Set(['file', 'image', 'signature', 'serial']);
/** Rounds that are over stay in the list for so long. */
const KEPT_MS = 30 * 24 * 3_600_000;

const own = (ctx: Ctx, what: ReturnType<typeof sql>) =>
  sql`(select ${what} from filling_record r where r.round_id = filling_round.id and r.submitter_id = ${ctx.user.id})`;

/** Rounds of started tasks that are the caller's, with how the caller stands in them. */
export const callersRounds = (ctx: Ctx) => {
  const rank = own(ctx, sql`max(case coalesce(r.flow_status, '4') when '4' then 4 when '3' then 3 when '1' then 0 else 2 end)`);
  return callersTasks(ctx)
    .innerJoin('fillingRound', 'fillingRound.taskId', 'fillingTask.id')
    .where('fillingRound.beginTime', '<=', ctx.now)
    .select(['fillingTask.id as taskId', 'fillingRound.id as roundId', 'fillingRound.roundNo', 'fillingTask.taskName'])
    .select(['fillingTask.remark', 'fillingForm.id as formId', 'fillingForm.formName', 'fillingTask.repeatKind as repeat'])
    .select(['fillingTask.carryOver', 'fillingRound.beginTime as begin', 'fillingRound.endTime as end'])
    .select([
      sql<boolean>`filling_task.cron_expression is not null`.as('isPlanned'),
      sql<boolean>`filling_round.end_time >= ${ctx.now}::timestamptz`.as('isOpen'),
      sql<PersonState>`case coalesce(${rank}, 0) when 4 then 'passed' when 3 then 'reviewing' when 2 then 'returned'
        else case when filling_round.end_time < ${ctx.now}::timestamptz then 'overdue' else 'waiting' end end`.as('state'),
      sql<string | null>`${own(ctx, sql`max(r.id)`)}`.as('recordId'),
      sql<number>`${own(ctx, sql`count(*)::int`)}`.as('recordCount'),
      sql<Date | null>`(select p.urge_time from filling_round_person p
        where p.round_id = filling_round.id and p.user_id = ${ctx.user.id})`.as('urgeTime'),
    ]);
};

/** Open rounds of the caller, and those that ended lately; what ends first comes first. */
export const myTasks = (ctx: Ctx) =>
  callersRounds(ctx)
    .where('fillingRound.endTime', '>=', new Date(ctx.now.getTime() - KEPT_MS))
    .orderBy(sql`filling_round.end_time < ${ctx.now}::timestamptz`)
    .orderBy('fillingRound.endTime')
    .orderBy('fillingRound.id')
    .limit(MAX)
    .execute();

/** What the caller gave in the round before, as the form of today reads it. */
async function previousOf(ctx: Ctx, round: { taskId: string; roundNo: number; formId: string }) {
  const record = await ctx.db
    .selectFrom('fillingRecord')
    .innerJoin('fillingRound', 'fillingRound.id', 'fillingRecord.roundId')
    .innerJoin('fillingForm', 'fillingForm.id', 'fillingRecord.formId')
    .select(['fillingRecord.id', 'fillingRound.roundNo', 'fillingForm.versionNo'])
    .where('fillingRound.taskId', '=', round.taskId)
    .where('fillingRound.roundNo', '<', round.roundNo)
    .where('fillingRecord.submitterId', '=', ctx.user.id)
    .orderBy('fillingRound.roundNo', 'desc')
    .orderBy('fillingRecord.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!record || record.versionNo === null) return null;
  const { schema } = await versionOf(ctx.db, round.formId, record.versionNo);
  const values = (await valuesOf(ctx.db, round.formId, schema, [record.id])).get(record.id);
  if (!values) return null;
  // files belong to their record, numbers to theirs, and a signature is given anew
  for (const field of mainFields(schema)) if (NOT_CARRIED.has(field.type)) values[field.key] = null;
  for (const sub of subforms(schema))
    values[sub.key] = ((values[sub.key] ?? []) as Record<string, unknown>[]).map(({ id: _id, ...row }) => ({
      ...row,
      ...Object.fromEntries(sub.children.filter(({ type }) => NOT_CARRIED.has(type)).map(({ key }) => [key, null])),
    }));
  return { roundNo: record.roundNo, values };
}

/** One round of the caller. Throws entity.notFound. */
export async function myRound(ctx: Ctx, roundId: string) {
  const round = await callersRounds(ctx).where('fillingRound.id', '=', roundId).executeTakeFirst();
  if (!round) throw new AppError('entity.notFound', '填报任务不存在、已停止或不需要您填报');
  return { ...round, previous: await previousOf(ctx, round) };
}
