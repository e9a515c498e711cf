import type { App } from '#kit/server/ctx.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { notify } from '#modules/notices/server/index.ts';
import type { Timeout } from '../contract/approval.ts';
import { addDuration } from '../core/time.ts';
import { enabledOf, leadersAbove } from './approvers.ts';
import { findNode } from './definitions-of.ts';
import { decide } from './decide.ts';
import { sendBack, type TaskRow } from './execute.ts';
import { peopleOfTask, taskPath, notifyAdministrators } from './messages.ts';
import { runStep, takeInstance, type Working } from './step.ts';

/** Acted on in one round, each in its own transaction. */
const ROUND = 200;
/** A rule that fails is tried again after this. */
const RETRY_MS = 3_600_000;

/** Does what nodes say about tasks that nobody has done in time, each once on any number of nodes. Returns how many. */
export async function actOnTimeouts(app: App): Promise<number> {
  const due = await app.db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .select(['t.id', 't.instanceId'])
    .where('t.timeoutTime', '<=', app.now())
    .where('t.state', '=', 'todo')
    .where('i.suspensionState', '=', '1')
    .orderBy('t.timeoutTime')
    .limit(ROUND)
    .execute();
  let acted = 0;
  for (const task of due) if (await actOn(app, task)) acted += 1;
  return acted;
}

async function actOn(app: App, { id, instanceId }: { readonly id: string; readonly instanceId: string }): Promise<boolean> {
  try {
    return await app.db.transaction().execute(async (db) => {
      const locked = await db
        .selectFrom('flowInstance')
        .select('id')
        .where('id', '=', instanceId)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      const task = locked
        ? await db
            .selectFrom('flowTask')
            .selectAll()
            .where('id', '=', id)
            .where('state', '=', 'todo')
            .where('timeoutTime', '<=', app.now())
            .executeTakeFirst()
        : undefined;
      if (!task) return false;
      const scope = { app, db, now: app.now() };
      const work = await takeInstance(scope, instanceId);
      const node = findNode(work.definitions, task.nodeKey, task.processKey);
      const timeout = node?.kind === 'userTask' ? node.approval?.timeout : undefined;
      await db.updateTable('flowTask').set({ timeoutTime: null }).where('id', '=', id).execute();
      if (timeout) await follow(scope, work, task, timeout);
      return true;
    });
  } catch (error) {
    app.log.warn({ error: String(error), task: id }, 'the timeout of a task failed');
    await app.db
      .updateTable('flowTask')
      .set({ timeoutTime: new Date(app.now().getTime() + RETRY_MS) })
      .where('id', '=', id)
      // another node may have done it meanwhile
      .where('timeoutTime', '<=', app.now())
      .execute();
    await notifyFailure(app, { id, instanceId }, error instanceof AppError ? error.message : '系统错误');
    return false;
  }
}

const notifyFailure = (app: App, task: { readonly id: string; readonly instanceId: string }, text: string): Promise<void> =>
  notifyAdministrators(app, task.instanceId, {
    title: '流程任务超时处理失败',
    text,
    path: '/workflow/instance/running',
    key: `flow.timeout:${task.id}`,
  });

async function follow(scope: FlowScope, work: Working, task: TaskRow, timeout: Timeout): Promise<void> {
  // the rule decides for whoever holds the task, also when it was lent
  const held = { ...task, ownerId: null };
  const late = (message: string) => ({ actorId: null, opinion: `超时未办理，${message}` });
  switch (timeout.action) {
    case 'remind':
      return remind(scope, work, task, timeout);
    case 'approve':
      return decide(scope, work, held, { ...late('自动同意'), result: 'approved', action: '同意' });
    case 'reject':
      return decide(scope, work, held, { ...late('自动不同意'), result: 'rejected', action: '不同意' });
    case 'return':
      return sendBack({ scope, work, task: held, actorId: null, body: { message: '超时未办理，自动退回发起人', to: 'start' } });
    default:
      return handUp(scope, work, task, timeout);
  }
}

async function remind(scope: FlowScope, { row }: Working, task: TaskRow, { after, times }: Timeout): Promise<void> {
  const reminded = task.reminded + 1;
  const next = reminded < times ? new Date(addDuration(scope.now.getTime(), after)) : null;
  await scope.db.updateTable('flowTask').set({ reminded, timeoutTime: next }).where('id', '=', task.id).execute();
  await notify(scope.app, scope.db, {
    to: await peopleOfTask(scope, task),
    kind: 'flow',
    title: `待办已逾期：${task.name}`,
    text: row.title,
    path: taskPath(row.id),
    key: `flow.late:${task.id}:${reminded}`,
  });
}

/** 转上级: the leader above who holds the task; his time begins anew. Without one above, flow administrators hear of it and it stays. */
async function handUp(scope: FlowScope, work: Working, task: TaskRow, { after }: Timeout): Promise<void> {
  const holder = task.assigneeId ?? (await peopleOfTask(scope, task))[0];
  const dept = await scope.db
    .selectFrom('sysUser')
    .select('deptId')
    .where('id', '=', holder ?? '')
    .executeTakeFirst();
  const above = await enabledOf(scope, await leadersAbove(scope, dept?.deptId ?? work.row.deptId));
  const asked = await holdersOfNode(scope, task);
  const leader = above.find((id) => id !== holder && id !== work.row.starterId && !asked.has(id));
  if (leader === undefined) return notifyFailure(scope.app, { id: task.id, instanceId: work.row.id }, '没有可转的上级，请处理');
  const until = new Date(addDuration(scope.now.getTime(), after));
  await scope.db
    .updateTable('flowTask')
    .set({ assigneeId: leader, ownerId: null, readTime: null, dueTime: until, timeoutTime: until })
    .where('id', '=', task.id)
    .execute();
  await runStep(scope, work, {
    command: { type: 'assign', task: task.engineTask, user: leader },
    actorId: null,
    action: '转上级',
    opinion: '超时未办理，自动转上级',
    node: { key: task.nodeKey, name: task.name },
  });
  await todosChanged(scope.app, scope.db, [holder ?? null, leader]);
  await notify(scope.app, scope.db, {
    to: [leader],
    kind: 'flow',
    title: `超时转给您：${task.name}`,
    text: work.row.title,
    path: taskPath(work.row.id),
    key: null,
  });
}

/** Who holds an open task of this node in the instance: nobody is handed a second one of it. */
export async function holdersOfNode({ db }: FlowScope, task: Pick<TaskRow, 'instanceId' | 'nodeKey'>): Promise<Set<string>> {
  const rows = await db
    .selectFrom('flowTask')
    .select('assigneeId')
    .where('instanceId', '=', task.instanceId)
    .where('nodeKey', '=', task.nodeKey)
    .where('state', '=', 'todo')
    .execute();
  return new Set(rows.flatMap(({ assigneeId }) => assigneeId ?? []));
}
