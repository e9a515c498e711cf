import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { daysBefore } from '../day.ts';
import { definitionsOf, findNode } from '../definitions-of.ts';
import { waitingOf } from '../waiting.ts';
import { causesOf } from './causes.ts';
import { leaderFor, nameOf, openTasks, tracked, type Standing, type Tracked } from './standing-tasks.ts';

const PERIOD = 30;

/** What the rule of the node does next with a task that nobody does in time. */
async function nextOf(ctx: Ctx, row: Tracked, tasks: readonly Standing[], of: Standing) {
  if (of.timeoutTime === null || row.suspensionState === '2') return null;
  const node = findNode(await definitionsOf(ctx.db, row.definitionId, row.called), of.nodeKey, of.processKey);
  const timeout = node?.kind === 'userTask' ? node.approval?.timeout : undefined;
  if (!timeout) return null;
  const leader = timeout.action === 'leader' ? await leaderFor(ctx, row, tasks, of) : null;
  return { action: timeout.action, time: of.timeoutTime, person: leader === null ? null : await nameOf(ctx, leader) };
}

/** How long instances of a process took that ended in the last 30 days. */
async function medianOf({ db, now }: Ctx, key: string): Promise<number | null> {
  const { rows } = await sql<{ median: number | null }>`
    select round(percentile_cont(0.5) within group (order by extract(epoch from i.end_time - i.start_time)))::int as median
    from flow_instance i join flow_definition d on d.id = i.definition_id
    where i.end_time >= ${daysBefore(now, PERIOD)} and i.flow_status in ('4', '5') and d.def_key = ${key}`.execute(db);
  return rows[0]?.median ?? null;
}

/** Where a running instance stands, why it does not go on there, and what would help. */
export async function standingOf(ctx: Ctx, id: string) {
  const row = await tracked(ctx, id);
  const tasks = await openTasks(ctx, id);
  const people = new Map((await waitingOf(ctx, id)).filter(({ isPending }) => !isPending).map((one) => [one.taskId, one.people]));
  const told = [];
  for (const task of tasks)
    told.push({
      taskId: task.id,
      nodeKey: task.nodeKey,
      name: task.name,
      kind: task.kind,
      assigneeId: task.assigneeId,
      people: people.get(task.id) ?? [],
      createTime: task.createTime,
      dueTime: task.dueTime,
      urgedTime: task.urgedTime,
      reminded: task.reminded,
      next: await nextOf(ctx, row, tasks, task),
    });
  return { tasks: told, causes: await causesOf(ctx, row, tasks), median: await medianOf(ctx, row.defKey) };
}
