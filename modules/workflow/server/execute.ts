import type { Selectable } from 'kysely';
import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { flowScopeOf, type FlowScope } from '#kit/server/flow.ts';
import { passedOf } from '../contract/approval.ts';
import type { flowTask, TaskAction } from '../contract/task.ts';
import { outcomeOf, type Votes } from '../core/approval/outcome.ts';
import { decidesItself } from '../core/approval/decides.ts';
import { earlierTasks } from '../core/approval/earlier.ts';
import type { UserTask } from '../core/model.ts';
import { enabledOf } from './approvers.ts';
import { allNodes, definitionsOf, findNode } from './definitions-of.ts';
import { tellCopies } from './messages.ts';
import { isCandidate, ofTask, tookPart } from './parties.ts';
import { hand } from './hand-over.ts';
import { runStep, takeInstance, type Working } from './step.ts';
import { addSigners, removeSigner } from './signing.ts';
import { resubmit } from './submit.ts';
import { withdraw } from './withdraw.ts';

export type Body = z.output<(typeof flowTask)['execute']['body']>;
export type TaskRow = Selectable<Tables['flowTask']>;

const NEEDS: Readonly<Record<TaskAction, readonly string[]>> = {
  complete: ['workflow:task:exam'],
  reject: ['workflow:task:exam'],
  return: ['workflow:task:exam'],
  withdraw: ['workflow:task:exam'],
  copy: ['workflow:task:exam'],
  claim: ['workflow:task:caim', 'workflow:task:claim'],
  unclaim: ['workflow:task:unclaim'],
  assignee: ['workflow:task:assignee'],
  delegate: ['workflow:task:delegate'],
  resolve: ['workflow:task:delegate', 'workflow:task:exam'],
  addSign: ['workflow:task:exam'],
  removeSign: ['workflow:task:exam'],
};

/** A task that concerns the caller; others learn nothing of it. Throws entity.notFound. */
async function taskOf(ctx: Ctx, id: string): Promise<TaskRow & { isMine: boolean }> {
  const row = await ctx.db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .selectAll('t')
    .select(isCandidate(ctx).as('isCandidate'))
    .where('t.id', '=', id)
    .where((e) => e.or([ofTask(ctx), tookPart(ctx), e('i.starterId', '=', ctx.user.id)]))
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  const { isCandidate: mayTake, ...task } = row;
  return { ...task, isMine: task.assigneeId === ctx.user.id || (task.assigneeId === null && mayTake === true) };
}

/** Does what a person wants with a task. Throws entity.notFound, task.taken, task.notYours, rule.broken. */
export async function execute(ctx: Ctx, taskId: string, body: Body) {
  if (!NEEDS[body.action].some((permission) => holds(ctx.user, permission))) throw new AppError('auth.noPermission');
  const first = await taskOf(ctx, taskId);
  if (body.processInstanceId !== undefined && body.processInstanceId !== first.instanceId) throw new AppError('entity.notFound');
  const scope = flowScopeOf(ctx);
  if (body.action === 'withdraw') return withdraw(ctx, scope, first);
  if (first.state !== 'todo') throw new AppError('task.taken');
  // whoever comes second waits here for the first, and then finds the task done
  await ctx.db.selectFrom('flowInstance').select('id').where('id', '=', first.instanceId).forUpdate().execute();
  const task = await taskOf(ctx, taskId);
  if (task.state !== 'todo') throw new AppError('task.taken');
  if (!task.isMine && !(body.action === 'removeSign' && task.addedBy === ctx.user.id)) throw new AppError('task.notYours');
  const work = await takeInstance(scope, task.instanceId);
  if (work.row.suspensionState === '2') throw new AppError('rule.broken', '流程已挂起，请联系管理员激活后办理');
  const done = await act({ ctx, scope, work, task, body });
  ctx.audit.note(`办理流程任务“${work.row.title}”：${task.name}`);
  return done ?? { processInstanceId: work.row.id, flowStatus: work.flowStatus };
}

/** A task that is being done: by a person, or by the rule of its node (`actorId` null). */
export interface Deciding {
  readonly scope: FlowScope;
  readonly work: Working;
  readonly task: TaskRow;
  readonly body: Pick<Body, 'message' | 'variables' | 'picks' | 'to' | 'mode'>;
  readonly actorId: string | null;
}
export interface Acting {
  readonly ctx: Ctx;
  readonly scope: FlowScope;
  readonly work: Working;
  readonly task: TaskRow;
  readonly body: Body;
}

async function act(acting: Acting) {
  const { ctx, scope, work, task, body } = acting;
  const deciding: Deciding = { scope, work, task, body, actorId: ctx.user.id };
  switch (body.action) {
    case 'complete':
    case 'reject':
      if (task.kind === 'submit') return resubmit(ctx, work.row.id, body.picks, body.message ?? null);
      await decide(deciding, body.action === 'complete' && body.variables?.['approved'] !== false ? 'approved' : 'rejected');
      return null;
    case 'return':
      await sendBack(deciding);
      return null;
    case 'copy': {
      const people = await enabledOf(scope, body.userIds ?? []);
      if (people.length === 0) throw new AppError('input.invalid', '请选择抄送人', [{ path: 'userIds', message: '请选择抄送人' }]);
      await tellCopies(scope, work, [{ node: task.nodeKey, name: task.name, people }], ctx.user.id);
      return null;
    }
    case 'addSign':
      await addSigners(acting);
      return null;
    case 'removeSign':
      await removeSigner(acting);
      return null;
    default:
      await hand(acting);
      return null;
  }
}

const nodeOf = (work: Pick<Working, 'definitions'>, task: TaskRow): UserTask | null => {
  const node = findNode(work.definitions, task.nodeKey);
  return node?.kind === 'userTask' ? node : null;
};
const at = (task: TaskRow) => ({ key: task.nodeKey, name: task.name });

/** 同意 or 不同意. Throws rule.broken, input.invalid. */
export async function decide({ actorId, scope, work, task, body }: Deciding, result: 'approved' | 'rejected'): Promise<void> {
  const isApproved = result === 'approved';
  if (task.ownerId !== null) throw new AppError('rule.broken', '该任务是委派给您的，请填写意见后归还');
  assertOwnVariables(work, body.variables);
  const node = nodeOf(work, task);
  if (!isApproved && node?.approval?.isHandling) throw new AppError('rule.broken', '办理节点不能不同意，可以退回');
  const votes = await votesAt(scope, work, task, result);
  const outcome = node?.approval ? outcomeOf(node.approval, votes) : isApproved ? 'passed' : 'rejected';
  const base = { actorId, opinion: body.message ?? null, node: at(task) };
  const ending = { action: isApproved ? '同意' : '不同意', task: { id: task.id, result } };
  const rejects = outcome === 'rejected' && (node === null || !decidesItself(work.definitions, node.id));
  if (rejects) return runStep(scope, work, { ...base, ...ending, command: { type: 'terminate' }, becomes: '5' });
  const variables = {
    ...body.variables,
    approved: isApproved,
    ...(body.picks ? { lastPicks: body.picks } : {}),
    ...(node?.approval?.mode === 'ratio' ? { [passedOf(node.id)]: outcome === 'passed' } : {}),
  };
  // a process that asks for `approved` itself hears of 不同意 at once, whoever else has not answered yet
  const forAll = outcome === 'rejected' && (node?.approval != null || task.addedBy !== null);
  return runStep(scope, work, { ...base, ...ending, command: { type: 'complete', task: task.engineTask, variables, forAll } });
}

/** The votes at the node in the present round, the one now given included. Ids of the engine are counted: a round is what came after its activity. */
async function votesAt({ db }: FlowScope, { state, row }: Working, task: TaskRow, given: 'approved' | 'rejected'): Promise<Votes> {
  const token = state?.tokens[state.tasks[task.engineTask]?.token ?? ''];
  const activity = token?.instanceOf == null ? undefined : state?.tokens[token.instanceOf];
  if (!activity) return { approved: given === 'approved' ? 1 : 0, rejected: given === 'rejected' ? 1 : 0, total: 1 };
  const done = await db
    .selectFrom('flowTask')
    .select(['engineTask', 'result'])
    .where('instanceId', '=', row.id)
    .where('nodeKey', '=', task.nodeKey)
    .where('state', '=', 'done')
    .execute();
  const round = done.filter(({ engineTask }) => Number(engineTask) > Number(activity.id));
  const count = (...results: string[]) => round.filter(({ result }) => results.includes(result ?? '')).length;
  return {
    approved: count('approved', 'passed') + (given === 'approved' ? 1 : 0),
    rejected: count('rejected') + (given === 'rejected' ? 1 : 0),
    total: Number(activity.variables['nrOfInstances'] ?? 1),
  };
}

/** Variables that nobody sets by hand: who approves, what was submitted, and the fields of the record. */
const RESERVED = new Set([
  'submitter',
  'initiator',
  'businessKey',
  'businessCode',
  'businessName',
  'businessAuditGroup',
  'starterPicks',
  'lastPicks',
  // the engine counts with these: who sets them ends 会签 alone
  'nrOfInstances',
  'nrOfCompletedInstances',
  'nrOfActiveInstances',
  'loopCounter',
]);
const RESERVED_PREFIX = /^(?:approvers|passed)_/;

/** Throws input.invalid when a person tries to set what decides who approves or which way the process takes. */
function assertOwnVariables({ type, definitions }: Working, variables: Body['variables']): void {
  const names = Object.keys(variables ?? {});
  if (names.length === 0) return;
  const fields = new Set(type.fields.map(({ name }) => name));
  const loops = Object.values(definitions).flatMap((process) => [...allNodes(process)].flatMap(({ multiInstance }) => multiInstance ?? []));
  const ofLoops = new Set(loops.flatMap(({ elementVariable, indexVariable }) => [elementVariable, indexVariable]));
  for (const name of names)
    if (RESERVED.has(name) || RESERVED_PREFIX.test(name) || fields.has(name) || ofLoops.has(name))
      throw new AppError('input.invalid', `不能设置变量 ${name}`, [{ path: 'variables', message: `不能设置变量 ${name}` }]);
}

/** 退回 to an earlier node or to the starter. Throws rule.broken, input.invalid. */
export async function sendBack({ actorId, scope, work, task, body }: Deciding): Promise<void> {
  const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
  if (!body.message) throw wrong('message', '请填写退回原因');
  if (!body.to) throw wrong('to', '请选择退回到哪个节点');
  if (task.kind === 'submit') throw new AppError('rule.broken', '提交任务不能退回');
  const approval = nodeOf(work, task)?.approval;
  if (approval && !approval.mayReturn) throw new AppError('rule.broken', '该节点不允许退回');
  const isToStart = body.to === 'start' || findNode(work.definitions, body.to)?.kind === 'startEvent';
  const isDirect = (body.mode ?? approval?.returnMode ?? 'again') === 'direct';
  await runStep(scope, work, {
    command: { type: 'return', task: task.engineTask, to: isToStart ? null : body.to, isDirect },
    actorId,
    action: '退回',
    opinion: body.message,
    task: { id: task.id, result: 'returned' },
    node: at(task),
  });
}

/** What the caller may do with a task now, and the nodes it can be sent back to. */
export async function actionsOf(ctx: Ctx, taskId: string): Promise<{ actions: TaskAction[]; returnable: { id: string; name: string }[] }> {
  const task = await taskOf(ctx, taskId);
  const may = (action: TaskAction) => NEEDS[action].some((permission) => holds(ctx.user, permission));
  if (task.state !== 'todo' || !task.isMine) {
    const mayTakeBack = task.endedBy === ctx.user.id && may('withdraw') && (await hasUndo(ctx, task));
    return { actions: mayTakeBack ? ['withdraw'] : [], returnable: [] };
  }
  const work = await readOnly(ctx, task.instanceId);
  if (work.isSuspended) return { actions: [], returnable: [] };
  const approval = nodeOf(work, task)?.approval ?? null;
  const isOpen = task.assigneeId === null;
  const wanted: (TaskAction | false)[] =
    task.kind === 'submit'
      ? ['complete', 'copy']
      : task.ownerId !== null
        ? ['resolve', 'copy']
        : [
            'complete',
            !approval?.isHandling && 'reject',
            approval?.mayReturn !== false && 'return',
            isOpen ? 'claim' : 'unclaim',
            'assignee',
            !isOpen && 'delegate',
            'addSign',
            'copy',
          ];
  const hasCandidates = await ctx.db.selectFrom('flowCandidate').select('taskId').where('taskId', '=', task.id).limit(1).executeTakeFirst();
  const actions = wanted.filter(
    (action): action is TaskAction => action !== false && may(action) && (action !== 'unclaim' || hasCandidates !== undefined),
  );
  return { actions, returnable: actions.includes('return') ? earlierTasks(work.definitions, task.nodeKey) : [] };
}

async function hasUndo({ db }: Ctx, task: TaskRow): Promise<boolean> {
  const { undo, rev } = await db
    .selectFrom('flowInstance')
    .select(['undo', 'rev'])
    .where('id', '=', task.instanceId)
    .executeTakeFirstOrThrow();
  const kept = undo as { rev: number; actorId: string } | null;
  return kept !== null && kept.rev === rev && kept.actorId === task.endedBy;
}

async function readOnly(ctx: Ctx, id: string): Promise<Pick<Working, 'definitions'> & { isSuspended: boolean }> {
  const row = await ctx.db
    .selectFrom('flowInstance')
    .select(['definitionId', 'called', 'suspensionState'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { definitions: await definitionsOf(ctx.db, row.definitionId, row.called), isSuspended: row.suspensionState === '2' };
}
