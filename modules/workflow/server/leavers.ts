import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { holdersOf, notify } from '#modules/notices/server/index.ts';
import { ADMINISTERS, enabledOf, leadersAbove } from './approvers.ts';
import { definitionsOf, findNode } from './definitions-of.ts';
import { taskPath } from './messages.ts';
import { reassign, type Reason, type Receivers } from './reassign.ts';
import { runStep, takeInstance } from './step.ts';
import { substitutesOf } from './substitutes.ts';

/** Accounts and tasks of one round. */
const PEOPLE = 20;
const TASKS = 200;

interface Leaver {
  readonly id: string;
  readonly nickname: string;
  readonly deptId: string | null;
}
interface Task {
  readonly id: string;
  readonly instanceId: string;
  readonly nodeKey: string;
  readonly processKey: string | null;
  readonly businessCode: string;
  readonly definitionId: string;
  readonly called: unknown;
  readonly deptId: string | null;
  readonly starterId: string;
}

/** Accounts that cannot sign in any more and still have tasks; there are few of them, and each is looked up by the index of open tasks. */
const leavers = (db: Db, now: Date): Promise<Leaver[]> =>
  db
    .selectFrom('sysUser as u')
    .select(['u.id', 'u.nickname', 'u.deptId'])
    .where((e) => e.or([e('u.deletedAt', 'is not', null), e('u.status', '!=', '1'), e('u.expireTime', '<=', now)]))
    .where(sql<boolean>`exists (select 1 from flow_task t where t.assignee_id = u.id and t.state = 'todo' and t.kind <> 'submit')`)
    .orderBy('u.id')
    .limit(PEOPLE)
    .execute();

const tasksOf = (db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<Task[]> =>
  db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .select([
      't.id',
      't.instanceId',
      't.nodeKey',
      't.processKey',
      'i.businessCode',
      'i.definitionId',
      'i.called',
      'i.deptId',
      'i.starterId',
    ])
    .where('t.state', '=', 'todo')
    .where('t.kind', '!=', 'submit')
    .where(condition)
    .orderBy('t.id')
    .limit(TASKS)
    .execute();

const administrators = async ({ db }: FlowScope, task: Task): Promise<Receivers | null> => {
  const [first, ...others] = (await holdersOf(db, ADMINISTERS, task.deptId)).filter((id) => id !== task.starterId);
  return first === undefined ? null : [first, ...others];
};

/** Who gets a task of somebody who is gone, by the rule of its node; pass when nobody has to decide. */
async function destinationOf(scope: FlowScope, leaver: Leaver, task: Task) {
  const node = findNode(await definitionsOf(scope.db, task.definitionId, task.called), task.nodeKey, task.processKey);
  const approval = node?.kind === 'userTask' ? node.approval : null;
  const substitute = (await substitutesOf(scope, [leaver.id], task.businessCode)).get(leaver.id);
  const gone = `“${leaver.nickname}”已禁用`;
  if (substitute !== undefined && substitute !== task.starterId)
    return { to: [substitute] as Receivers, note: `${gone}，转代理人`, passes: false };
  // a vote that nobody gives counts for nothing: of several who vote it goes to the administrators
  if (approval?.nobody === 'pass' && approval.mode !== 'ratio') return { to: null, note: `${gone}，按节点设置自动通过`, passes: true };
  if (approval?.nobody === 'leader') {
    const above = await enabledOf(scope, await leadersAbove(scope, leaver.deptId));
    const leader = above.find((id) => id !== task.starterId && id !== leaver.id);
    if (leader !== undefined) return { to: [leader] as Receivers, note: `${gone}，转上级`, passes: false };
  }
  return { to: await administrators(scope, task), note: `${gone}，转流程管理员`, passes: false };
}

async function pass(scope: FlowScope, leaver: Leaver, task: Task, opinion: string): Promise<boolean> {
  await scope.db.selectFrom('flowInstance').select('id').where('id', '=', task.instanceId).forUpdate().execute();
  const row = await scope.db
    .selectFrom('flowTask')
    .select(['engineTask', 'name'])
    .where('id', '=', task.id)
    .where('state', '=', 'todo')
    .where('assigneeId', '=', leaver.id)
    .executeTakeFirst();
  if (!row) return false;
  const work = await takeInstance(scope, task.instanceId);
  await runStep(scope, work, {
    command: { type: 'complete', task: row.engineTask, variables: {} },
    actorId: null,
    action: '自动通过',
    opinion,
    task: { id: task.id, result: 'passed' },
    node: { key: task.nodeKey, name: row.name },
  });
  return true;
}

interface Given {
  readonly to: Receivers | null;
  readonly note: string;
}
async function give(app: App, leaver: Leaver, task: Task): Promise<Given | null> {
  return app.db.transaction().execute(async (db) => {
    const scope: FlowScope = { app, db, now: app.now() };
    const { to, note, passes } = await destinationOf(scope, leaver, task);
    if (passes) return (await pass(scope, leaver, task, note)) ? { to: null, note } : null;
    const reason: Reason = { actorId: null, action: '转交', opinion: note };
    const open = { id: task.id, instanceId: task.instanceId, assigneeId: leaver.id };
    if (to === null || !(await reassign(scope, open, to, reason))) return null;
    await todosChanged(app, db, [...to]);
    return { to, note };
  });
}

/** Tasks of people whose account was disabled, deleted or has expired follow the rule of their node. Returns how many went elsewhere. */
export async function sweepLeavers(app: App): Promise<number> {
  let moved = 0;
  for (const leaver of await leavers(app.db, app.now())) {
    const given: Given[] = [];
    for (const task of await tasksOf(app.db, sql<boolean>`t.assignee_id = ${leaver.id}`)) {
      const one = await give(app, leaver, task).catch((error: unknown) => {
        app.log.warn({ error: String(error), task: task.id }, 'a task of a disabled account could not be given to others');
        return null;
      });
      if (one) given.push(one);
    }
    moved += given.length;
    if (given.length > 0) await tell(app, leaver, given);
  }
  return moved;
}

async function tell(app: App, leaver: Leaver, given: readonly Given[]): Promise<void> {
  const day = app.now().toISOString().slice(0, 10);
  const notes = [...new Set(given.map(({ note }) => note))].join('；');
  await notify(app, app.db, {
    to: await holdersOf(app.db, ADMINISTERS, leaver.deptId),
    kind: 'flow',
    title: `“${leaver.nickname}”的 ${given.length} 个流程任务已处理`,
    text: notes.slice(0, 500),
    path: '/workflow/instance/running',
    key: `flow.leaver:${leaver.id}:${day}:${given.length}`,
  });
  for (const to of new Set(given.flatMap((one) => one.to ?? [])))
    await notify(app, app.db, {
      to: [to],
      kind: 'flow',
      title: `“${leaver.nickname}”的流程任务转给您`,
      text: '账号已禁用，请尽快办理',
      path: taskPath(''),
      key: `flow.leaver:${leaver.id}:${day}:${to}`,
    });
}

/** Tasks without a person whose candidates are all gone go to the administrators. Returns how many. */
export async function sweepEmptied(app: App): Promise<number> {
  const enabled = sql`u.deleted_at is null and u.status = '1' and (u.expire_time is null or u.expire_time > ${app.now()})`;
  const nobody = sql<boolean>`t.assignee_id is null and not exists (select 1 from flow_candidate c
    where c.task_id = t.id and ((c.kind = 'user' and exists (select 1 from sys_user u where u.id = c.ref and ${enabled}))
      or (c.kind = 'role' and exists (select 1 from sys_user_role r join sys_user u on u.id = r.user_id where r.role_id = c.ref and ${enabled}))))`;
  let moved = 0;
  for (const task of await tasksOf(app.db, nobody)) {
    const isMoved = await app.db.transaction().execute(async (db) => {
      const scope: FlowScope = { app, db, now: app.now() };
      const to = await administrators(scope, task);
      const reason: Reason = { actorId: null, action: '转交', opinion: '候选人已全部禁用，转流程管理员' };
      const open = { id: task.id, instanceId: task.instanceId, assigneeId: null };
      if (to === null || !(await reassign(scope, open, to, reason))) return false;
      await todosChanged(app, db, [...to]);
      return true;
    });
    if (isMoved) moved += 1;
  }
  return moved;
}
