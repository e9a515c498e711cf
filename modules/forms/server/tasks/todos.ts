import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_TODOS, countUpTo, type TodoKind } from '#kit/server/todos.ts';
import { roundPath } from './rounds.ts';
import { callersRounds } from './mine.ts';
import { callersTasks } from './window.ts';

const DAY_MS = 86_400_000;
const toDo = (ctx: Ctx) => sql<boolean>`filling_round.end_time >= ${ctx.now}::timestamptz and not exists (
  select 1 from filling_record r where r.round_id = filling_round.id and r.submitter_id = ${ctx.user.id}
    and coalesce(r.flow_status, '4') in ('3', '4'))`;

/** Rounds that wait for the caller. */
export const fillingTodos: TodoKind = {
  kind: 'filling.task',
  label: '填报任务',
  verb: '去填报',
  async list(ctx) {
    const rows = await callersRounds(ctx)
      .where(toDo(ctx))
      .orderBy('fillingRound.endTime')
      .orderBy('fillingRound.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: row.isPlanned ? `${row.taskName}（第 ${row.roundNo} 期）` : row.taskName,
      detail: row.state === 'returned' ? `${row.formName} · 已退回，请修改后重新提交` : row.formName,
      path: `${roundPath(row.formId, row.roundId)}${row.state === 'returned' && row.recordId ? `&record=${row.recordId}` : ''}`,
      time: row.begin,
      due: row.end,
      urgent: row.urgeTime !== null || row.end.getTime() - ctx.now.getTime() < DAY_MS,
    }));
  },
  count: (ctx) =>
    countUpTo(
      ctx.db,
      callersTasks(ctx)
        .innerJoin('fillingRound', 'fillingRound.taskId', 'fillingTask.id')
        .where('fillingRound.beginTime', '<=', ctx.now)
        .where(toDo(ctx)),
    ),
};
