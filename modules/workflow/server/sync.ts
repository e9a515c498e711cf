import type { FlowScope } from '#kit/server/flow.ts';
import type { Approval } from '../contract/approval.ts';
import { addDuration } from '../core/time.ts';
import type { InstanceState, Task } from '../core/engine/state.ts';
import { membersOfRoles } from './approvers.ts';
import { findNode, processOf } from './definitions-of.ts';
import type { Deed, Working } from './step.ts';
import type { Ending, StepWrites } from './step-writes.ts';
import { substitutesOf } from './substitutes.ts';

/** A task that a step has made. */
export interface OpenTask {
  readonly id: string;
  readonly engineTask: string;
  readonly nodeKey: string;
  readonly name: string;
  readonly assigneeId: string | null;
  readonly users: readonly string[];
  /** candidates who stand in for somebody who is away */
  readonly standsFor: ReadonlyMap<string, string>;
  readonly roles: readonly string[];
  /** why it passes by itself; null when a person must decide */
  readonly passes: string | null;
  readonly isRatio: boolean;
}

/** Who asked the person of a task in addition to those of its node. */
const addedBy = ({ state }: Working, task: Task): string | null => state?.tokens[task.token]?.added?.by ?? null;

/** The activity whose instances decide together; people who were added to one of them count with it. */
function activityOf({ state }: Working, { token: id }: Task): string | null {
  const token = state?.tokens[id];
  return token?.instanceOf ?? state?.tokens[token?.added?.to ?? '']?.instanceOf ?? null;
}

/** A task of an instance, as far as a step looks at it. */
export interface TaskLine {
  readonly id: string;
  readonly engineTask: string;
  readonly nodeKey: string;
  /** multi-instance activity of the engine; null for none, and for tasks from before it was stored */
  readonly activity: string | null;
  readonly state: string;
  readonly result: string | null;
  readonly endTime: Date | null;
  readonly endedBy: string | null;
}
/** The tasks of an instance, read once for a step and kept up to date by it. */
export async function linesOf({ db }: Pick<FlowScope, 'db'>, work: Working): Promise<TaskLine[]> {
  work.tasks ??= await db
    .selectFrom('flowTask')
    .select(['id', 'engineTask', 'nodeKey', 'activity', 'state', 'result', 'endTime', 'endedBy'])
    .where('instanceId', '=', work.row.id)
    .execute();
  return work.tasks;
}

/** Makes tasks follow the state: what was completed is done, what is gone is cancelled, what is new is made and answered. */
export async function syncTasks(scope: FlowScope, work: Working, deed: Deed, writes: StepWrites): Promise<OpenTask[]> {
  const { now: endTime } = scope;
  const end = (line: TaskLine, ending: Ending): TaskLine => {
    writes.end(line.id, ending);
    return { ...line, ...ending };
  };
  const { state, task: done } = { state: work.state, task: deed.task };
  const wanted = new Map(Object.values(state?.status === 'running' ? state.tasks : {}).map((task) => [task.id, task]));
  const lines = (await linesOf(scope, work)).map((line) => {
    if (line.id === done?.id)
      return end(line, { state: 'done', result: done.result, opinion: deed.opinion ?? null, endTime, endedBy: deed.actorId });
    if (line.state !== 'todo' || wanted.has(line.engineTask)) return line;
    return end(line, { state: 'cancelled', result: null, opinion: null, endTime, endedBy: null });
  });
  const present = new Set(lines.flatMap((line) => (line.state === 'todo' ? line.engineTask : [])));
  const fresh = [...wanted.values()].filter(({ id }) => !present.has(id));
  work.tasks = lines;
  return fresh.length === 0 ? [] : makeTasks(scope, work, fresh, writes);
}

type NewTask = OpenTask & {
  kind: string;
  processKey: string | null;
  activity: string | null;
  delegatedFrom: string | null;
  addedBy: string | null;
  dueTime: Date | null;
  timeoutTime: Date | null;
};

async function makeTasks(scope: FlowScope, work: Working, tasks: readonly Task[], writes: StepWrites): Promise<OpenTask[]> {
  const { now: createTime } = scope;
  const members = await membersOfRoles(scope, [...new Set(tasks.flatMap(({ candidateGroups }) => candidateGroups))]);
  const people = tasks.flatMap((task) =>
    [task.assignee ?? [], task.candidateUsers, ...task.candidateGroups.map((role) => members.get(role) ?? [])].flat(),
  );
  const substitutes = people.length > 0 ? await substitutesOf(scope, people, work.row.businessCode) : new Map<string, string>();
  // nobody approves what they asked for, as a substitute either
  for (const [from, to] of substitutes) if (to === work.row.starterId) substitutes.delete(from);
  const lines = work.tasks ?? [];
  const approved = approvalsSoFar(lines);
  const made = tasks.map((task) => newTask(scope, work, task, { substitutes, approved, members }));
  for (const { passes: _, isRatio: __, users, roles, standsFor, ...task } of made) {
    const row = { ...task, instanceId: work.row.id, createTime };
    const candidate = (kind: 'user' | 'role', ref: string, delegatedFrom: string | null) => ({
      taskId: row.id,
      kind,
      ref,
      createTime,
      delegatedFrom,
    });
    const named = users.map((user) => candidate('user', user, standsFor.get(user) ?? null));
    writes.make(row, [...named, ...[...new Set(roles)].map((role) => candidate('role', role, null))]);
  }
  const open = made.map(({ id, engineTask, nodeKey, activity }) => ({
    id,
    engineTask,
    nodeKey,
    activity,
    state: 'todo',
    result: null,
    endTime: null,
    endedBy: null,
  }));
  work.tasks = [...lines, ...open];
  return made;
}

interface Known {
  readonly substitutes: ReadonlyMap<string, string>;
  readonly approved: readonly Approved[];
  /** accounts of the roles that are asked */
  readonly members: ReadonlyMap<string, readonly string[]>;
}
function newTask({ app, now }: FlowScope, work: Working, task: Task, known: Known): NewTask {
  const { substitutes, approved } = known;
  const processKey = processOf(work.state, task);
  const node = findNode(work.definitions, task.node, processKey);
  const approval = node?.kind === 'userTask' ? node.approval : null;
  const isSubmit = node?.kind === 'startEvent';
  const only = task.assignee ?? (task.candidateUsers.length === 1 && task.candidateGroups.length === 0 ? task.candidateUsers[0]! : null);
  const by = addedBy(work, task);
  const timeoutTime = approval?.timeout ? new Date(addDuration(now.getTime(), approval.timeout.after)) : null;
  const substitute = only === null ? undefined : substitutes.get(only);
  const standsFor = only === null ? standIns(task, known) : new Map<string, string>();
  const users = only === null ? [...new Set([...task.candidateUsers.map((id) => substitutes.get(id) ?? id), ...standsFor.keys()])] : [];
  return {
    id: app.ids.next(),
    engineTask: task.id,
    nodeKey: task.node,
    processKey,
    activity: activityOf(work, task),
    name: task.name,
    kind: isSubmit ? 'submit' : approval?.isHandling ? 'handle' : 'approve',
    assigneeId: substitute ?? only,
    delegatedFrom: substitute === undefined ? null : only,
    users,
    standsFor,
    roles: task.candidateGroups,
    addedBy: by,
    passes: approval && by === null ? reasonToPass(approval, substitute ?? only, users, approved) : null,
    isRatio: approval?.mode === 'ratio',
    dueTime: task.due === null ? timeoutTime : new Date(task.due),
    timeoutTime,
  };
}

/** Who stands in for candidates who are away, those of roles too; who is a candidate anyway stands in for nobody. */
function standIns({ candidateUsers, candidateGroups }: Task, { substitutes, members }: Known): Map<string, string> {
  const own = new Set([...candidateUsers, ...candidateGroups.flatMap((role) => members.get(role) ?? [])]);
  const found = new Map<string, string>();
  for (const from of own) {
    const to = substitutes.get(from);
    if (to !== undefined && !own.has(to)) found.set(to, from);
  }
  return found;
}

interface Approved {
  readonly node: string;
  readonly by: string | null;
}
const byEnd = (a: TaskLine, b: TaskLine): number => (a.endTime?.getTime() ?? 0) - (b.endTime?.getTime() ?? 0) || (a.id < b.id ? -1 : 1);
/** Finished tasks in the order in which they ended. */
export const finished = (lines: readonly TaskLine[]): TaskLine[] => lines.filter(({ state }) => state === 'done').toSorted(byEnd);

/** Who has agreed in this instance since it was last submitted, in order. */
function approvalsSoFar(lines: readonly TaskLine[]): Approved[] {
  const done = finished(lines);
  const from = done.findLastIndex(({ result }) => result === 'submitted' || result === 'returned') + 1;
  return done.slice(from).map(({ nodeKey, endedBy }) => ({ node: nodeKey, by: endedBy }));
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
