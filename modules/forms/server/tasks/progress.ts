import { sql } from 'kysely';
import type * as z from 'zod';
import { contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { task as contract } from '../../contract/task.ts';
import { figuresOf, hasOpenDraft, isUndone, peopleOf, stateOf } from './people.ts';
import { loadTask, roundOf, roundsOf } from './task-rows.ts';

const MAX_ROUNDS = 100;
const MAX_POINTS = 60;
const HOUR_MS = 3_600_000;

const also = [
  sql<number>`(count(*) filter (where ${hasOpenDraft}))::int`.as('draftCount'),
  sql<Date | null>`max(given.last_time)`.as('lastTime'),
] as const;

/** How many people had handed in as a round went on: a point at its beginning and one for each of at most `MAX_POINTS` steps so far. */
async function courseOf(ctx: Ctx, taskId: string, round: { id: string; begin: Date; end: Date } | null) {
  if (!round) return [];
  const rows = await peopleOf(ctx.db, taskId, round.id)
    .select('given.firstTime')
    .where(sql<boolean>`not ${isUndone}`)
    .execute();
  const times = rows.map((row) => row.firstTime?.getTime() ?? 0).toSorted((a, b) => a - b);
  const begin = round.begin.getTime();
  const until = Math.min(ctx.now.getTime(), round.end.getTime());
  const steps = Math.max(1, Math.min(MAX_POINTS, Math.ceil((until - begin) / (4 * HOUR_MS))));
  let done = 0;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = begin + ((until - begin) * step) / steps;
    while (done < times.length && (times[done] ?? 0) <= at) done++;
    return { hours: Math.max(0, (at - begin) / HOUR_MS), done };
  });
}

/** How a round of a task stands: every person of its audience is counted once. */
export async function progress(ctx: Ctx, id: string, roundId: string | undefined) {
  const task = await loadTask(ctx, id);
  const [rounds, round] = [await roundsOf(ctx.db, id, MAX_ROUNDS), await roundOf(ctx.db, id, roundId)];
  const isOver = round !== null && round.end < ctx.now;
  const people = () => peopleOf(ctx.db, id, round?.id ?? null);
  const totals = await people()
    .select([...figuresOf({ isOver }), ...also])
    .executeTakeFirstOrThrow();
  const departments = await people()
    .select([...figuresOf({ isOver }), ...also])
    .select([
      'dept.id as deptId',
      'dept.deptName',
      sql<string | null>`(select nickname from sys_user u where u.id = dept.leader_id)`.as('leaderName'),
    ])
    .groupBy(['dept.id', 'dept.deptName', 'dept.leaderId', 'dept.sortNo'])
    .orderBy(sql`dept.sort_no nulls last`)
    .orderBy('dept.id')
    .execute();
  const { formName } = await ctx.db.selectFrom('fillingForm').select('formName').where('id', '=', task.formId).executeTakeFirstOrThrow();
  const last = rounds.find((one) => round !== null && one.roundNo === round.roundNo - 1) ?? null;
  return {
    ...totals,
    taskId: task.id,
    taskName: task.taskName,
    formId: task.formId,
    formName,
    status: task.status,
    round,
    rounds,
    departments,
    course: await courseOf(ctx, id, round),
    lastCourse: await courseOf(ctx, id, last),
  };
}

/** Everybody of a round with how they stand, department by department. */
export async function everybody(ctx: Ctx, id: string, roundId: string | undefined) {
  await loadTask(ctx, id);
  const round = await roundOf(ctx.db, id, roundId);
  const state = stateOf({ isOver: round !== null && round.end < ctx.now });
  return peopleOf(ctx.db, id, round?.id ?? null)
    .select(['sysUser.nickname', 'sysUser.username', 'dept.deptName', state.as('state'), hasOpenDraft.as('hasDraft')])
    .select([sql<number>`coalesce(given.record_count, 0)`.as('recordCount'), 'given.firstTime', 'given.lastTime'])
    .select(sql<number>`coalesce(person.urge_count, 0)`.as('urgeCount'))
    .orderBy('dept.sortNo')
    .orderBy('dept.id')
    .orderBy('sysUser.nickname')
    .orderBy('sysUser.id')
    .execute();
}

type PeopleQuery = z.output<(typeof contract)['people']['query']>;
/** Who stands how in a round. */
export async function peoplePage(ctx: Ctx, id: string, query: PeopleQuery) {
  await loadTask(ctx, id);
  const round = await roundOf(ctx.db, id, query.roundId);
  const state = stateOf({ isOver: round !== null && round.end < ctx.now });
  let rows = peopleOf(ctx.db, id, round?.id ?? null);
  if (query.deptId) rows = rows.where('dept.id', '=', query.deptId);
  if (query.keyword) rows = rows.where('sysUser.nickname', 'ilike', contains(query.keyword));
  if (query.state === 'undone') rows = rows.where(isUndone);
  else if (query.state) rows = rows.where(sql<boolean>`${state} = ${query.state}`);
  let list = rows.select([
    'sysUser.id',
    'sysUser.id as userId',
    'sysUser.nickname',
    'dept.deptName',
    state.as('state'),
    hasOpenDraft.as('hasDraft'),
    'given.recordId',
    sql<number>`coalesce(given.record_count, 0)`.as('recordCount'),
    'given.lastTime',
    sql<number>`coalesce(person.urge_count, 0)`.as('urgeCount'),
    'person.urgeTime',
  ]);
  // whoever has most to do comes first
  list = list.orderBy(sql`coalesce(given.rank, 0)`);
  for (const [field, direction] of sortOrders(query.sort, ['nickname'], 'nickname'))
    list = list.orderBy(sql.ref(`sysUser.${field}`), direction);
  return pageRows(query, list, rows);
}
