import { sql } from 'kysely';
import type * as z from 'zod';
import type { Db } from '#kit/server/ctx.ts';
import type { OpenStep } from '../../contract/running.ts';

/** Open tasks that are read for one page: a 会签 of a thousand people shows its first ones. */
const MAX_TASKS = 2_000;
const MAX_NAMED = 5;

type Step = z.input<typeof OpenStep>;

/** How many accounts may take each of these tasks. */
async function candidateCounts(db: Db, tasks: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (tasks.length === 0) return new Map();
  const rows = await db
    .selectFrom('flowCandidate as c')
    .leftJoin('sysUserRole as r', (join) => join.onRef('r.roleId', '=', 'c.ref').on('c.kind', '=', 'role'))
    .select(['c.taskId', sql<number>`count(distinct case c.kind when 'user' then c.ref else r.user_id end)::int`.as('count')])
    .where('c.taskId', 'in', tasks)
    .groupBy('c.taskId')
    .execute();
  return new Map(rows.map(({ taskId, count }) => [taskId, count]));
}

/** Where instances stand, one entry of each node, with the people who have to act there. */
export async function openSteps(db: Db, instanceIds: readonly string[]): Promise<ReadonlyMap<string, readonly Step[]>> {
  const steps = new Map<string, Step[]>();
  if (instanceIds.length === 0) return steps;
  const votes = (name: string) => sql<string | null>`i.state #>> array['tokens', t.activity, 'variables', ${name}]`;
  const tasks = await db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .leftJoin('sysUser as u', 'u.id', 't.assigneeId')
    .select(['t.id', 't.instanceId', 't.nodeKey', 't.name', 't.assigneeId', 'u.nickname'])
    .select([votes('nrOfInstances').as('total'), votes('nrOfCompletedInstances').as('done')])
    .where('t.instanceId', 'in', instanceIds)
    .where('t.state', '=', 'todo')
    .orderBy('t.createTime')
    .orderBy('t.id')
    .limit(MAX_TASKS)
    .execute();
  const counts = await candidateCounts(
    db,
    tasks.filter(({ assigneeId }) => assigneeId === null).map(({ id }) => id),
  );
  for (const { id, instanceId, nodeKey, name, assigneeId, nickname, total, done } of tasks) {
    const own = steps.get(instanceId) ?? [];
    if (own.length === 0) steps.set(instanceId, own);
    let step = own.find((one) => one.nodeKey === nodeKey);
    if (!step) {
      step = {
        nodeKey,
        name,
        people: [],
        candidates: 0,
        progress: total === null ? null : { done: Number(done ?? 0), total: Number(total) },
      };
      own.push(step);
    }
    if (assigneeId === null) step.candidates += counts.get(id) ?? 0;
    else if (step.people.length < MAX_NAMED) step.people.push(nickname ?? assigneeId);
  }
  return steps;
}
