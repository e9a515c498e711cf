/** 代理 with 包括已有待办: open tasks go to the substitute when it begins, and come back when it ends. */
import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { notify } from '#modules/notices/server/index.ts';
import { enabledOf } from './approvers.ts';
import { inFlowTransaction } from './flow-transaction.ts';
import { taskPath } from './messages.ts';
import { reassign, replaceCandidate } from './reassign.ts';
import { substitutesOf } from './substitutes.ts';

/** Why tasks come back. */
const ENDED = { actorId: null, action: '代理结束', opinion: '代理结束，未办理的任务交还本人' };
/** Delegations of one round. */
const ROUND = 50;

interface Delegation {
  readonly id: string;
  readonly fromUserId: string;
  readonly scope: string;
  readonly businessCodes: unknown;
}
interface OpenTask {
  readonly id: string;
  readonly instanceId: string;
  readonly businessCode: string;
  readonly assigneeId: string | null;
}

const waitingFor = ({ db }: App) =>
  db
    .selectFrom('flowDelegation')
    .select(['id', 'fromUserId', 'scope', 'businessCodes'])
    .where('takesOpen', '=', true)
    .where('endedTime', 'is', null)
    .orderBy('validFrom')
    .limit(ROUND);
const openTasks = ({ db }: App) =>
  db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .select(['t.id', 't.instanceId', 't.assigneeId', 'i.businessCode'])
    .where('t.state', '=', 'todo')
    .where('t.kind', '!=', 'submit')
    .orderBy('t.id');

/** Begins and ends delegations that are due, each task in its own transaction. Returns how many tasks changed hands. */
export async function followDelegations(app: App): Promise<number> {
  const now = app.now();
  const begun = await waitingFor(app)
    .where('begunTime', 'is', null)
    .where('deletedAt', 'is', null)
    .where('validFrom', '<=', now)
    .where('validUntil', '>', now)
    .execute();
  let moved = 0;
  for (const each of begun) moved += await begin(app, each);
  const ended = await app.db
    .selectFrom('flowDelegation')
    .select(['id', 'fromUserId', 'scope', 'businessCodes'])
    .where('endedTime', 'is', null)
    .where((e) =>
      e.or([
        // one that was broken off while it began has moved tasks too
        e.and([e('takesOpen', '=', true), e.or([e('validUntil', '<=', now), e('deletedAt', 'is not', null)])]),
        e.and([e('takesOpen', '=', false), e('begunTime', 'is not', null)]),
      ]),
    )
    .limit(ROUND)
    .execute();
  for (const each of ended) moved += await end(app, each);
  return moved;
}

async function begin(app: App, { id, fromUserId, scope, businessCodes }: Delegation): Promise<number> {
  const codes = businessCodes as string[];
  // two lists by index: an OR over both would read every open task
  const own = await openTasks(app).where('t.assigneeId', '=', fromUserId).execute();
  const among = await openTasks(app).where(isOpenFor(fromUserId)).execute();
  const tasks = [...own, ...among].filter(({ businessCode }) => scope === 'all' || codes.includes(businessCode));
  const counts = new Map<string, number>();
  for (const task of tasks) {
    const to = await inFlowTransaction(app, async (step) => {
      const substitute = (await substitutesOf(step, [fromUserId], task.businessCode)).get(fromUserId);
      const reason = { actorId: null, action: '代理', opinion: '代理开始，已有待办由代理人办理' };
      if (substitute === undefined) return null;
      if (task.assigneeId === null) {
        const isCandidate = await candidateAt(step, task.id, substitute);
        const replaced = { from: fromUserId, to: substitute, delegationId: id };
        return !isCandidate && (await replaceCandidate(step, task, replaced, reason)) ? substitute : null;
      }
      if (!(await reassign(step, task, [substitute], reason))) return null;
      await step.db.updateTable('flowTask').set({ delegatedFrom: fromUserId, delegationId: id }).where('id', '=', task.id).execute();
      return substitute;
    });
    if (to !== null) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  // done again by nobody: a task that could not be handed over stays where it is
  await app.db.updateTable('flowDelegation').set({ begunTime: app.now() }).where('id', '=', id).execute();
  for (const [to, count] of counts) await tell(app, { id, from: fromUserId, to, title: `${count} 个待办由您代理` });
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Condition: a candidate (alias `c`) is an account, by name or by one of its roles. */
const isAmong = (user: string) =>
  sql<boolean>`((c.kind = 'user' and c.ref = ${user})
    or (c.kind = 'role' and c.ref in (select role_id from sys_user_role where user_id = ${user})))`;

/** Condition: a task (alias `t`) that nobody has taken waits for an account among others. */
const isOpenFor = (user: string) =>
  sql<boolean>`(t.assignee_id is null and t.id in (select c.task_id from flow_candidate c where c.is_open and ${isAmong(user)}))`;

const candidateAt = async ({ db }: FlowScope, task: string, user: string): Promise<boolean> => {
  const own = db.selectFrom('flowCandidate as c').select('c.taskId').where('c.taskId', '=', task).where(isAmong(user)).limit(1);
  return (await own.executeTakeFirst()) !== undefined;
};

/** Puts who was away back among the candidates in whose place somebody stands. Answers the tasks that wait for him again. */
async function endStandIns(app: App, id: string, fromUserId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('flowCandidate as c')
    .innerJoin('flowTask as t', 't.id', 'c.taskId')
    .select(['c.taskId as id', 'c.ref as to', 't.instanceId'])
    .where('c.delegationId', '=', id)
    .where('c.isOpen', '=', sql<boolean>`true`)
    .orderBy('c.taskId')
    .execute();
  const had: string[] = [];
  for (const { to, ...task } of rows) {
    if (await inFlowTransaction(app, (step) => replaceCandidate(step, task, { from: to, to: fromUserId }, ENDED))) had.push(to);
  }
  return had;
}

async function end(app: App, { id, fromUserId }: Delegation): Promise<number> {
  const isBack = (await enabledOf({ app, db: app.db, now: app.now() }, [fromUserId])).length > 0;
  const tasks: OpenTask[] = isBack ? await openTasks(app).where('t.delegationId', '=', id).execute() : [];
  const had = new Set<string>();
  const standIns = isBack ? await endStandIns(app, id, fromUserId) : [];
  for (const each of standIns) had.add(each);
  let count = standIns.length;
  for (const task of tasks) {
    const isDone = await inFlowTransaction(app, async (step) => {
      if (!(await reassign(step, task, [fromUserId], ENDED))) return false;
      await step.db.updateTable('flowTask').set({ delegatedFrom: null }).where('id', '=', task.id).execute();
      return true;
    });
    if (!isDone) continue;
    count += 1;
    if (task.assigneeId !== null) had.add(task.assigneeId);
  }
  await app.db.updateTable('flowDelegation').set({ endedTime: app.now() }).where('id', '=', id).execute();
  await todosChanged(app, app.db, [...had]);
  if (count > 0) await tell(app, { id, from: null, to: fromUserId, title: `代理结束，${count} 个待办交还给您` });
  return count;
}

async function tell(app: App, { id, from, to, title }: { id: string; from: string | null; to: string; title: string }): Promise<void> {
  await todosChanged(app, app.db, from === null ? [to] : [from, to]);
  await notify(app, app.db, {
    to: [to],
    kind: 'flow',
    title,
    text: '流程代理',
    path: taskPath('').split('?')[0] ?? '',
    key: `flow.delegation:${id}:${to}:${title}`,
  });
}
