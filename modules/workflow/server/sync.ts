import type { UpdateQueryBuilder } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import type { Approval } from '../contract/approval.ts';
import { addDuration } from '../core/time.ts';
import type { InstanceState, Task } from '../core/engine/state.ts';
import { findNode } from './definitions-of.ts';
import type { Deed, Working } from './step.ts';
import { substitutesOf } from './substitutes.ts';

/** Rows of one statement: its parameters are limited. */
const PER_INSERT = 1_000;

/** A task that a step has made. */
export interface OpenTask {
  readonly id: string;
  readonly engineTask: string;
  readonly nodeKey: string;
  readonly name: string;
  readonly assigneeId: string | null;
  readonly users: readonly string[];
  readonly roles: readonly string[];
  /** why it passes by itself; null when a person must decide */
  readonly passes: string | null;
  readonly isRatio: boolean;
}

/** Who asked the person of a task in addition to those of its node. */
const addedBy = ({ state }: Working, task: Task): string | null => state?.tokens[task.token]?.added?.by ?? null;

/** Makes the rows of tasks follow the state: what was completed is done, what is gone is cancelled, what is new is inserted and answered. */
export async function syncTasks(scope: FlowScope, work: Working, deed: Deed): Promise<OpenTask[]> {
  const { db, now } = scope;
  const { row, state } = work;
  if (deed.task) {
    const done = { state: 'done', result: deed.task.result, opinion: deed.opinion ?? null, endTime: now, endedBy: deed.actorId };
    await closing(db, db.updateTable('flowTask').set(done).where('id', '=', deed.task.id)).execute();
  }
  const open = await db
    .selectFrom('flowTask')
    .select(['id', 'engineTask'])
    .where('instanceId', '=', row.id)
    .where('state', '=', 'todo')
    .execute();
  const wanted = new Map(Object.values(state?.status === 'running' ? state.tasks : {}).map((task) => [task.id, task]));
  const gone = open.filter(({ engineTask }) => !wanted.has(engineTask)).map(({ id }) => id);
  if (gone.length > 0)
    await closing(db, db.updateTable('flowTask').set({ state: 'cancelled', endTime: now }).where('id', 'in', gone)).execute();
  const present = new Set(open.map(({ engineTask }) => engineTask));
  const fresh = [...wanted.values()].filter(({ id }) => !present.has(id));
  return fresh.length === 0 ? [] : insertTasks(scope, work, fresh);
}

/** Ends tasks and takes their candidates out of the index of the inbox, in one statement. */
const closing = (db: Db, ended: UpdateQueryBuilder<Tables, 'flowTask', 'flowTask', unknown>) =>
  db
    .with('ended', () => ended.returning('id'))
    .updateTable('flowCandidate')
    .set({ isOpen: false })
    .where('taskId', 'in', (e) => e.selectFrom('ended').select('id'));

type NewTask = OpenTask & {
  kind: string;
  delegatedFrom: string | null;
  addedBy: string | null;
  dueTime: Date | null;
  timeoutTime: Date | null;
};

async function insertTasks(scope: FlowScope, work: Working, tasks: readonly Task[]): Promise<OpenTask[]> {
  const { db, now } = scope;
  const people = tasks.flatMap((task) => [task.assignee ?? [], task.candidateUsers].flat());
  const substitutes = people.length > 0 ? await substitutesOf(scope, people, work.row.businessCode) : new Map<string, string>();
  // nobody approves what they asked for, as a substitute either
  for (const [from, to] of substitutes) if (to === work.row.starterId) substitutes.delete(from);
  const approved = await approvalsSoFar(scope, work);
  const made = tasks.map((task) => newTask(scope, work, task, { substitutes, approved }));
  const rows = made.map(({ id, engineTask, nodeKey, name, kind, assigneeId, delegatedFrom, addedBy: by, dueTime, timeoutTime }) => ({
    id,
    instanceId: work.row.id,
    engineTask,
    nodeKey,
    name,
    kind,
    assigneeId,
    delegatedFrom,
    addedBy: by,
    dueTime,
    timeoutTime,
    createTime: now,
  }));
  for (let at = 0; at < rows.length; at += PER_INSERT)
    await db
      .insertInto('flowTask')
      .values(rows.slice(at, at + PER_INSERT))
      .execute();
  const candidates = made.flatMap(({ id, users, roles }) => [
    ...users.map((ref) => ({ taskId: id, kind: 'user', ref, createTime: now })),
    ...[...new Set(roles)].map((ref) => ({ taskId: id, kind: 'role', ref, createTime: now })),
  ]);
  for (let at = 0; at < candidates.length; at += PER_INSERT)
    await db
      .insertInto('flowCandidate')
      .values(candidates.slice(at, at + PER_INSERT))
      .execute();
  return made;
}

interface Known {
  readonly substitutes: ReadonlyMap<string, string>;
  readonly approved: readonly Approved[];
}
function newTask({ app, now }: FlowScope, work: Working, task: Task, { substitutes, approved }: Known): NewTask {
  const node = findNode(work.definitions, task.node);
  const approval = node?.kind === 'userTask' ? node.approval : null;
  const isSubmit = node?.kind === 'startEvent';
  const only = task.assignee ?? (task.candidateUsers.length === 1 && task.candidateGroups.length === 0 ? task.candidateUsers[0]! : null);
  const by = addedBy(work, task);
  const timeoutTime = approval?.timeout ? new Date(addDuration(now.getTime(), approval.timeout.after)) : null;
  const substitute = only === null ? undefined : substitutes.get(only);
  const users = only === null ? [...new Set(task.candidateUsers.map((id) => substitutes.get(id) ?? id))] : [];
  return {
    id: app.ids.next(),
    engineTask: task.id,
    nodeKey: task.node,
    name: task.name,
    kind: isSubmit ? 'submit' : approval?.isHandling ? 'handle' : 'approve',
    assigneeId: substitute ?? only,
    delegatedFrom: substitute === undefined ? null : only,
    users,
    roles: task.candidateGroups,
    addedBy: by,
    passes: approval && by === null ? reasonToPass(approval, substitute ?? only, users, approved) : null,
    isRatio: approval?.mode === 'ratio',
    dueTime: task.due === null ? timeoutTime : new Date(task.due),
    timeoutTime,
  };
}

interface Approved {
  readonly node: string;
  readonly by: string | null;
}
/** Who has agreed in this instance since it was last submitted, in order. */
async function approvalsSoFar({ db }: FlowScope, { row }: Working): Promise<Approved[]> {
  const rows = await db
    .selectFrom('flowTask')
    .select(['nodeKey', 'endedBy', 'result'])
    .where('instanceId', '=', row.id)
    .where('state', '=', 'done')
    .orderBy('endTime')
    .orderBy('id')
    .execute();
  const from = rows.findLastIndex(({ result }) => result === 'submitted' || result === 'returned') + 1;
  return rows.slice(from).map(({ nodeKey, endedBy }) => ({ node: nodeKey, by: endedBy }));
}

function reasonToPass(approval: Approval, assignee: string | null, users: readonly string[], approved: readonly Approved[]): string | null {
  if (assignee === null && users.length === 0) return '没有审批人，按节点设置自动通过';
  if (assignee === null || approval.repeated === 'ask') return null;
  const last = approved.at(-1)?.node;
  const counted = approval.repeated === 'any' ? approved : approved.filter(({ node }) => node === last);
  return counted.some(({ by }) => by === assignee) ? '审批人已在之前的节点同意，自动通过' : null;
}

/** Makes the rows of timers follow the state; one that failed keeps its tries. */
export async function syncTimers(
  { db }: FlowScope,
  { row, state }: Pick<Working, 'row' | 'state'>,
  before: InstanceState | null,
): Promise<void> {
  const timers = state?.status === 'running' ? Object.values(state.timers) : [];
  const had = Object.keys(before?.timers ?? {});
  const gone = had.filter((id) => !timers.some((timer) => timer.id === id));
  if (gone.length > 0) await db.deleteFrom('flowTimer').where('instanceId', '=', row.id).where('timer', 'in', gone).execute();
  const changed = timers.filter(({ id, due }) => before?.timers[id]?.due !== due);
  if (changed.length === 0) return;
  await db
    .insertInto('flowTimer')
    .values(changed.map(({ id, node, due }) => ({ instanceId: row.id, timer: id, nodeKey: node, dueTime: new Date(due) })))
    .onConflict((conflict) =>
      conflict
        .columns(['instanceId', 'timer'])
        .doUpdateSet((e) => ({ dueTime: e.ref('excluded.dueTime'), tries: 0, error: null, deadTime: null })),
    )
    .execute();
}
