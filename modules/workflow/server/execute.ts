import type { Selectable } from 'kysely';
import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { runTogether } from '#kit/server/db/postponed.ts';
import { steadyQuery } from '#kit/server/db/steady.ts';
import { flowScopeOf, type FlowScope } from '#kit/server/flow.ts';
import type { flowTask, TaskAction } from '../contract/task.ts';
import { enabledOf } from './approvers.ts';
import { wantsToBeAsked } from './asking.ts';
import { assertOwnVariables, decide, nodeOf, placeOf } from './decide.ts';
import { findNode, processOfTask } from './definitions-of.ts';
import { forgetDraft } from './drafts.ts';
import { editFields, editOwnFields } from './field-rights.ts';
import { notifyCopies } from './messages.ts';
import { isCandidate, ofTask, tookPart } from './parties.ts';
import { keepFiles } from './files.ts';
import { hand } from './hand-over.ts';
import { completePicks, heldAt, pickedAfter, picksIn } from './picks.ts';
import { runStep, workOn, type Working } from './step.ts';
import { addSigners, removeSigner } from './signing.ts';
import { resubmit } from './submit.ts';
import { withdraw } from './withdraw.ts';

export type Body = z.output<(typeof flowTask)['execute']['body']>;
export type TaskRow = Selectable<Tables['flowTask']>;

export const NEEDS: Readonly<Record<TaskAction, readonly string[]>> = {
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

/** The task stays with the caller or comes back to him: what he has written so far is still wanted. */
const STAYS: ReadonlySet<TaskAction> = new Set(['claim', 'delegate', 'addSign', 'removeSign', 'copy']);

/** A task that concerns the caller; others learn nothing of it. Throws entity.notFound. */
export async function taskOf(ctx: Ctx, id: string): Promise<TaskRow & { isMine: boolean }> {
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

interface Of {
  readonly taskId: string;
}
const instanceOf = (db: Db, taskId: string) => db.selectFrom('flowTask as own').select('own.instanceId').where('own.id', '=', taskId);
const lockedInstance = steadyQuery((db, { taskId, userId }: Of & { readonly userId: string }) =>
  db
    .selectFrom('flowInstance as i')
    .selectAll('i')
    .select((e) => [
      e
        .exists(
          e
            .selectFrom('flowDraft as d')
            .innerJoin('flowTask as t', 't.id', 'd.taskId')
            .select('d.userId')
            .whereRef('t.instanceId', '=', 'i.id')
            .where('d.userId', '=', userId),
        )
        .as('hasDraft'),
    ])
    .where('i.id', '=', instanceOf(db, taskId))
    .forUpdate('i'),
);
const tasksBeside = steadyQuery((db, { taskId }: Of) =>
  db.selectFrom('flowTask').selectAll().where('flowTask.instanceId', '=', instanceOf(db, taskId)),
);

/**
 * The instance of a task, locked: whoever comes second waits here for the first. Its tasks are read after the lock: what the first has done is
 * seen by the second. Throws entity.notFound.
 */
async function lockOf({ db, user }: Ctx, taskId: string) {
  const [[row], tasks] = await runTogether(db, lockedInstance(db, { taskId, userId: user.id }), tasksBeside(db, { taskId }));
  if (!row) throw new AppError('entity.notFound');
  const { hasDraft, ...instance } = row;
  return { instance, hasDraft, tasks };
}

/** Whether a task waits for the caller. Throws entity.notFound when it does not concern him at all. */
async function waitsFor(ctx: Ctx, task: TaskRow, tasks: readonly TaskRow[], starterId: string): Promise<boolean> {
  const { id } = ctx.user;
  if (task.assigneeId === id) return true;
  const had = (row: TaskRow) => [row.assigneeId, row.ownerId, row.delegatedFrom, row.endedBy, row.addedBy].includes(id);
  if (task.assigneeId !== null && (starterId === id || tasks.some(had))) return false;
  // candidates and copies are asked for only where the rows themselves do not tell
  return (await taskOf(ctx, task.id)).isMine;
}

/** Does what a person wants with a task. Throws entity.notFound, task.taken, task.notYours, rule.broken. */
export async function execute(ctx: Ctx, taskId: string, body: Body) {
  if (!NEEDS[body.action].some((permission) => holds(ctx.user, permission))) throw new AppError('auth.noPermission');
  const scope = flowScopeOf(ctx);
  const { instance, hasDraft, tasks } = await lockOf(ctx, taskId);
  const task = tasks.find(({ id }) => id === taskId);
  if (!task) throw new AppError('entity.notFound');
  const isMine = await waitsFor(ctx, task, tasks, instance.starterId);
  if (body.processInstanceId !== undefined && body.processInstanceId !== instance.id) throw new AppError('entity.notFound');
  if (body.action === 'withdraw') return withdraw(ctx, scope, task);
  if (task.state !== 'todo') throw new AppError('task.taken');
  if (!isMine && !(body.action === 'removeSign' && task.addedBy === ctx.user.id)) throw new AppError('task.notYours');
  const work = await workOn(scope, instance, tasks);
  if (instance.suspensionState === '2') throw new AppError('rule.broken', '流程已挂起，请联系管理员激活后办理');
  if (body.files) await keepFiles(ctx, instance, body.files);
  if (task.assigneeId === null && body.action !== 'copy') await recordDelegation(scope, task.id, ctx.user.id);
  const done = await act({ ctx, scope, work, task, body });
  if (hasDraft && !STAYS.has(body.action)) await forgetDraft(ctx, task);
  ctx.audit.note(`办理流程任务“${instance.title}”：${task.name}`);
  return done ?? { processInstanceId: instance.id, flowStatus: work.flowStatus };
}

/** A candidate who acts for somebody who is away: the task says for whom, as one does that was given to a substitute alone. */
async function recordDelegation({ db }: FlowScope, taskId: string, userId: string): Promise<void> {
  await db
    .updateTable('flowTask as t')
    .from('flowCandidate as c')
    .set((e) => ({ delegatedFrom: e.ref('c.delegatedFrom'), delegationId: e.ref('c.delegationId') }))
    .where('t.id', '=', taskId)
    .whereRef('c.taskId', '=', 't.id')
    .where('c.kind', '=', 'user')
    .where('c.ref', '=', userId)
    .where('c.delegatedFrom', 'is not', null)
    .execute();
}

/** A task that is sent back: by a person, or by the rule of its node (`actorId` null). */
export interface Returning {
  readonly scope: FlowScope;
  readonly work: Working;
  readonly task: TaskRow;
  readonly body: Pick<Body, 'message' | 'to' | 'mode' | 'files'>;
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
  switch (body.action) {
    case 'complete':
    case 'reject':
      if (task.kind === 'submit') return submitAgain(acting);
      await decideAs(acting);
      return null;
    case 'return':
      await sendBack({ scope, work, task, body, actorId: ctx.user.id });
      return null;
    case 'copy': {
      const people = await enabledOf(scope, body.userIds ?? []);
      if (people.length === 0) throw new AppError('input.invalid', '请选择抄送人', [{ path: 'userIds', message: '请选择抄送人' }]);
      await notifyCopies(scope, work, [{ node: task.nodeKey, name: task.name, people }], ctx.user.id);
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

/** 修改并提交: the starter corrects the record in his task and submits it again. */
async function submitAgain({ ctx, scope, work, body }: Acting) {
  const changes = await editOwnFields(ctx, scope, work, body.fields ?? {});
  const picks = body.picks ?? (wantsToBeAsked(ctx) ? undefined : {});
  return resubmit(ctx, work.row.id, { picks, opinion: body.message ?? null, changes });
}

/** 同意 or 不同意 of the caller, with his changes of the record. */
async function decideAs({ ctx, scope, work, task, body }: Acting): Promise<void> {
  const result = body.action === 'complete' && body.variables?.['approved'] !== false ? 'approved' : 'rejected';
  if (task.ownerId === null) assertOwnVariables(work, body.variables);
  const changes = result === 'approved' ? await editFields(ctx, scope, work, { task, values: body.fields ?? {} }) : [];
  const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  const picks = result === 'approved' ? await lastPicks(scope, work, task, { ...body, variables: changed }) : {};
  await decide(scope, work, task, {
    result,
    actorId: ctx.user.id,
    action: result === 'approved' ? '同意' : '不同意',
    opinion: body.message ?? null,
    files: body.files ?? null,
    changes,
    variables: { ...body.variables, ...changed, ...picks },
  });
}

/** Whom the caller picks for what comes right after him. Throws input.invalid with the name of a node that misses somebody. */
async function lastPicks(scope: FlowScope, work: Working, task: TaskRow, { picks, variables: changed }: Pick<Body, 'picks' | 'variables'>) {
  const process = work.definitions[processOfTask(work, task)];
  const held = { ...heldAt(work.state, task.engineTask), ...changed };
  const nodes = process ? pickedAfter(process, task.nodeKey, held, work.definitions) : [];
  return nodes.length > 0 || picks ? { lastPicks: await completePicks(scope, nodes, picks, picksIn(held, 'lastPicks')) } : {};
}

/** 退回 to an earlier node or to the starter. Throws rule.broken, input.invalid. */
export async function sendBack({ actorId, scope, work, task, body }: Returning): Promise<void> {
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
    files: body.files ?? null,
    task: { id: task.id, result: 'returned' },
    node: placeOf(task),
  });
}
