import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { TaskAction } from '../contract/task.ts';
import { earlierTasks } from '../core/approval/earlier.ts';
import { nodeOf } from './decide.ts';
import type { InstanceState } from '../core/engine/state.ts';
import { definitionsOf, processOfTask } from './definitions-of.ts';
import { draftOf, forgetDraft } from './drafts.ts';
import { NEEDS, taskOf, type TaskRow } from './execute.ts';
import { ownFields, rightsAt, type Rights } from './field-rights.ts';
import { keepFiles } from './files.ts';
import { askedPicks, heldAt, pickedAfter, pickedByStarter, picksIn } from './picks.ts';
import type { Working } from './step.ts';
import { typeOf } from './types.ts';

interface Draft {
  readonly text: string | null;
  readonly files: string | null;
}
interface Offer {
  readonly actions: TaskAction[];
  readonly returnable: { id: string; name: string }[];
  readonly fields: Rights;
  readonly picks: Awaited<ReturnType<typeof askedPicks>>;
  readonly draft: (Draft & { readonly updateTime: Date }) | null;
}
const NOTHING: Offer = { actions: [], returnable: [], fields: {}, picks: [], draft: null };

/** What the caller may do with a task now, and the nodes it can be sent back to. */
export async function actionsOf(ctx: Ctx, taskId: string): Promise<Offer> {
  const task = await taskOf(ctx, taskId);
  const may = (action: TaskAction) => NEEDS[action].some((permission) => holds(ctx.user, permission));
  if (task.state !== 'todo' || !task.isMine) {
    const mayTakeBack = task.endedBy === ctx.user.id && may('withdraw') && (await hasUndo(ctx, task));
    return { ...NOTHING, actions: mayTakeBack ? ['withdraw'] : [] };
  }
  const work = await readOnly(ctx, task.instanceId);
  if (work.isSuspended) return NOTHING;
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
  return {
    actions,
    returnable: actions.includes('return') ? earlierTasks(work.definitions, task.nodeKey) : [],
    fields: actions.includes('complete') ? await fieldsAt(ctx, work, task) : {},
    picks: actions.includes('complete') ? await picksAt(ctx, work, task) : [],
    draft: (await draftOf(ctx, task)) ?? null,
  };
}

/** 暂存: keeps an opinion that was begun; an empty one is forgotten. Throws entity.notFound, task.taken, task.notYours. */
export async function saveDraft(ctx: Ctx, taskId: string, { text, files }: Draft): Promise<null> {
  const task = await taskOf(ctx, taskId);
  if (task.state !== 'todo') throw new AppError('task.taken');
  if (!task.isMine) throw new AppError('task.notYours');
  if (!text && !files) {
    await forgetDraft(ctx, task);
    return null;
  }
  if (files) {
    const row = await ctx.db
      .selectFrom('flowInstance')
      .select(['id', 'starterId', 'deptId'])
      .where('id', '=', task.instanceId)
      .executeTakeFirstOrThrow();
    await keepFiles(ctx, row, files);
  }
  const draft = { text, files, updateTime: ctx.now };
  await ctx.db
    .insertInto('flowDraft')
    .values({ taskId, userId: ctx.user.id, ...draft })
    .onConflict((c) => c.columns(['taskId', 'userId']).doUpdateSet(draft))
    .execute();
  return null;
}

async function fieldsAt(ctx: Ctx, work: Readable, task: TaskRow): Promise<Rights> {
  const type = await typeOf(ctx, work.businessType);
  return task.kind === 'submit' ? ownFields(type) : rightsAt(type, nodeOf(work, task));
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

/** What the caller is asked to pick when he agrees, or submits again. */
function picksAt(ctx: Ctx, work: Pick<Working, 'definitions' | 'state'>, task: TaskRow) {
  const process = work.definitions[processOfTask(work, task)];
  const variables = heldAt(work.state, task.engineTask);
  if (!process) return [];
  return task.kind === 'submit'
    ? askedPicks(ctx.db, pickedByStarter(process, task.nodeKey, variables, work.definitions), picksIn(variables, 'starterPicks'))
    : askedPicks(ctx.db, pickedAfter(process, task.nodeKey, variables, work.definitions), picksIn(variables, 'lastPicks'));
}

interface Readable extends Pick<Working, 'definitions' | 'state'> {
  readonly isSuspended: boolean;
  readonly businessType: string;
}
async function readOnly(ctx: Ctx, id: string): Promise<Readable> {
  const row = await ctx.db
    .selectFrom('flowInstance')
    .select(['definitionId', 'called', 'state', 'suspensionState', 'businessType'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    definitions: await definitionsOf(ctx.db, row.definitionId, row.called),
    state: row.state as InstanceState,
    isSuspended: row.suspensionState === '2',
    businessType: row.businessType,
  };
}
