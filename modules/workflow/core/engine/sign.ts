/** 加签 and 减签: people who decide before, after or beside the one whose task it is. */
import type { UserTask } from '../model.ts';
import { cancel } from './cancel.ts';
import { makeTask } from './execute.ts';
import { appendInstance, endInstances, removeInstance } from './multi-instance.ts';
import { addToken, later, nextId, nodeOf, tokenOf, tokensAddedTo, type Run } from './run.ts';
import { EngineError, type Task, type Token } from './state.ts';

export interface AddSigners {
  readonly task: string;
  readonly users: readonly string[];
  /** before 前加签: the task waits for them · after 后加签: they are asked when it is done · beside 并行加签: all decide at once */
  readonly order: 'before' | 'after' | 'beside';
  /** who adds them and has taken the task by that */
  readonly by: string | null;
}
export interface RemoveSigner {
  /** the task of the added person, or the task after which a person waits who is not asked yet */
  readonly task: string;
  /** the person who is not asked yet */
  readonly user?: string;
}

/** More people at one task are a mistake. */
const MAX_SIGNERS = 100;

function taskOf(run: Run, id: string): Task {
  const task = Object.hasOwn(run.state.tasks, id) ? run.state.tasks[id] : undefined;
  if (!task) throw new EngineError('任务已被处理');
  return task;
}

function userTaskOf(run: Run, token: Token): UserTask {
  const node = nodeOf(run, token);
  if (node.kind !== 'userTask') throw new EngineError('该任务不能加签');
  return node;
}

/** 加签. Throws EngineError for a task that is not one of an approval. */
export function addSigners(run: Run, { task: id, users, order, by }: AddSigners): void {
  const task = taskOf(run, id);
  const token = tokenOf(run, task.token);
  const node = userTaskOf(run, token);
  if (users.length === 0) throw new EngineError('没有加签的人');
  if (tokensAddedTo(run, token.id).length + users.length > MAX_SIGNERS) throw new EngineError(`一个任务最多加签 ${MAX_SIGNERS} 人`);
  if (by !== null) task.assignee = by;
  const loop = node.multiInstance;
  if (order === 'beside' && token.instanceOf !== null && loop && !loop.isSequential && node.assignee === `\${${loop.elementVariable}}`) {
    // one who decides together with others is one more of them: the votes count alike
    for (const user of users) appendInstance(run, tokenOf(run, token.instanceOf), loop, user, by);
    return;
  }
  token.signing ??= { held: null, after: [] };
  if (order === 'after') {
    token.signing.after.push(...users.map((user) => ({ user, by })));
    return;
  }
  for (const user of users) addSigner(run, token, user, by);
  if (order === 'beside') return;
  token.signing.held = task;
  token.state = 'held';
  delete run.state.tasks[id];
  run.events.push({ type: 'taskCancelled', node: task.node, task: id, reason: 'addSigners' });
}

function addSigner(run: Run, host: Token, user: string, by: string | null): void {
  const token = addToken(run, host.scope, host.node, { state: 'waiting', added: { to: host.id, by } });
  makeTask(run, token, userTaskOf(run, token), { assignee: user, candidateUsers: [], candidateGroups: [] });
}

/** The task of a token is done: the token goes on when nobody is to decide after it or beside it. */
export function decided(run: Run, token: Token): void {
  const { signing } = token;
  const after = signing?.after.splice(0) ?? [];
  if (!signing || (after.length === 0 && tokensAddedTo(run, token.id).length === 0)) return goOn(run, token);
  token.state = 'held';
  for (const { user, by } of after) addSigner(run, token, user, by);
}

function goOn(run: Run, token: Token): void {
  delete token.signing;
  if (token.added && token.added.to !== null) {
    const host = tokenOf(run, token.added.to);
    cancel(run, token, null);
    return settle(run, host);
  }
  later(run, { kind: 'leave', token: token.id });
}

/** One who was added to a token has decided or was taken away. */
function settle(run: Run, host: Token): void {
  if (host.state !== 'held' || tokensAddedTo(run, host.id).length > 0) return;
  const held = host.signing?.held ?? null;
  if (held === null || !host.signing) return goOn(run, host);
  host.signing.held = null;
  host.state = 'waiting';
  const task: Task = { ...held, id: nextId(run), created: run.now };
  run.state.tasks[task.id] = task;
  run.events.push({ type: 'taskCreated', node: task.node, task: task.id });
}

/** 减签: an added person decides no more. Throws EngineError for a person who was not added. */
export function removeSigner(run: Run, { task: id, user }: RemoveSigner): void {
  const token = tokenOf(run, taskOf(run, id).token);
  if (user !== undefined) {
    const after = token.signing?.after ?? [];
    const at = after.findIndex((one) => one.user === user);
    if (at < 0) throw new EngineError('该人员不在加签名单中');
    after.splice(at, 1);
    return;
  }
  if (!token.added) throw new EngineError('该任务不是加签任务，不能减签');
  const loop = nodeOf(run, token).multiInstance;
  if (token.added.to === null && loop) return removeInstance(run, token, loop);
  const host = tokenOf(run, token.added.to ?? '');
  cancel(run, token, 'removeInstance');
  settle(run, host);
}

/** The decision of a task is that of its whole node: nobody else is asked there any more, added people included. */
export function decidedForAll(run: Run, token: Token): void {
  let host = token;
  while (host.added && host.added.to !== null) host = tokenOf(run, host.added.to);
  for (const added of tokensAddedTo(run, host.id)) cancel(run, added, 'completionCondition');
  for (const task of Object.values(run.state.tasks))
    if (task.token === host.id) {
      delete run.state.tasks[task.id];
      run.events.push({ type: 'taskCancelled', node: task.node, task: task.id, reason: 'completionCondition' });
    }
  delete host.signing;
  const body = host.instanceOf === null ? null : tokenOf(run, host.instanceOf);
  if (body) endInstances(run, body);
  else later(run, { kind: 'leave', token: host.id });
}
