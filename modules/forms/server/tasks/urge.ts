import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { notify } from '#modules/notices/server/index.ts';
import { isUndone, peopleOf } from './people.ts';
import { roundPath } from './rounds.ts';
import { loadTask, roundOf } from './task-rows.ts';

const HOUR_MS = 3_600_000;

/** Urges those who have not handed in, each at most once an hour. Throws rule.broken where there is nothing to urge for. */
export async function urge(
  ctx: Ctx,
  id: string,
  body: { roundId?: string | undefined; userIds?: readonly string[] | undefined },
): Promise<{ urged: number; skipped: number }> {
  // whoever urges at the same time waits, and then finds them urged
  const task = await loadTask(ctx, id, { isLocked: true });
  const round = await roundOf(ctx.db, id, body.roundId);
  if (task.status !== '1' || !round) throw new AppError('rule.broken', '任务没有进行中的填报，不能催办');
  if (round.end < ctx.now) throw new AppError('rule.broken', '本轮填报已截止，请先延长截止时间再催办');
  let query = peopleOf(ctx.db, id, round.id).select(['sysUser.id', 'person.urgeTime']).where(isUndone);
  if (body.userIds) query = query.where('sysUser.id', 'in', [...body.userIds]);
  const people = await query.orderBy('sysUser.id').execute();
  const since = ctx.now.getTime() - HOUR_MS;
  const due = people.filter(({ urgeTime }) => urgeTime === null || urgeTime.getTime() <= since).map((one) => one.id);
  if (due.length > 0) {
    for (let at = 0; at < due.length; at += 500)
      await ctx.db
        .insertInto('fillingRoundPerson')
        .values(due.slice(at, at + 500).map((userId) => ({ roundId: round.id, userId, urgeCount: 1, urgeTime: ctx.now })))
        .onConflict((conflict) =>
          conflict
            .columns(['roundId', 'userId'])
            .doUpdateSet((e) => ({ urgeCount: e('fillingRoundPerson.urgeCount', '+', 1), urgeTime: ctx.now })),
        )
        .execute();
    await notify(ctx.app, ctx.db, {
      to: due,
      kind: 'filling',
      title: `催办：${task.taskName}`,
      text: `${ctx.user.nickname}催您尽快完成填报`,
      path: roundPath(task.formId, round.id),
      key: null,
      isTodo: true,
    });
  }
  ctx.audit.note(`催办“${task.taskName}”${due.length} 人`);
  return { urged: due.length, skipped: people.length - due.length };
}
