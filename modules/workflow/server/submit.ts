import { AppError } from '#kit/contract/errors.ts';
import type { Picks } from '../contract/request.ts';
import type { ComingStep, FlowComparison, FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { assertFlow, flowScopeOf, type BusinessType, type FlowRecord } from '#kit/server/flow.ts';
import { starterPicksOf, stepsOf } from './asking.ts';
import { comparisonAgain, comparisonOf } from './comparison.ts';
import { calledBy, definitionsOf, latestOf, processesOf } from './definitions-of.ts';
import { keepRecordFiles } from './files.ts';
import { hashOf } from './snapshot.ts';
import { runStep, takeInstance, type FieldChange, type Working } from './step.ts';
import { typeOf } from './types.ts';

export interface Submission {
  readonly businessCode: string;
  readonly businessType: string;
  readonly id: string;
  /** approvers whom the starter picks, by node; without it nobody was asked to pick */
  readonly picks?: Picks;
}
/** The signal that starts a process, and how many led to it. */
interface BySignal {
  readonly signal: string;
  readonly chain: number;
}
export interface Submitted {
  readonly processInstanceId: string;
  readonly flowStatus: FlowStatus;
}

export async function businessOf(ctx: Ctx, { businessCode, businessType }: Submission) {
  const business = await ctx.db
    .selectFrom('flowBusiness')
    .selectAll()
    .where('businessCode', '=', businessCode)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!business || business.businessType !== businessType) throw new AppError('flow.notConfigured');
  if (business.status !== '1') throw new AppError('flow.notConfigured', '该业务的流程已禁用，请联系管理员');
  const definition = await latestOf(ctx.db, business.definitionKey);
  if (!definition) throw new AppError('flow.notConfigured');
  if (definition.suspensionState === '2') throw new AppError('flow.notConfigured', '流程已挂起，暂时不能提交，请联系管理员');
  return { business, definition };
}

/** Variables that expressions of the process may use: the fields of the record, and what the product family calls them. */
export const variablesOf = (
  ctx: Ctx,
  submission: Submission,
  record: Pick<FlowRecord, 'snapshot'>,
  group: string | null,
  name: string,
) => ({
  ...record.snapshot,
  submitter: ctx.user.id,
  businessKey: submission.id,
  businessCode: submission.businessCode,
  businessName: name,
  businessAuditGroup: group ?? '',
  starterPicks: {},
});

function textOf(ctx: Ctx, template: string, name: string, { id }: Submission, record: FlowRecord, most: number): string {
  const values: Record<string, unknown> = {
    ...record.snapshot,
    nickname: ctx.user.nickname,
    businessName: name,
    businessKey: id,
    datetime: ctx.now.toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false }),
  };
  const text = template.replace(/\{([A-Za-z]\w*)\}/g, (whole, field: string) => {
    const value = Object.hasOwn(values, field) ? values[field] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
  return text.slice(0, most);
}

/**
 * Submits a record for approval, or again after it was returned, in the caller's transaction. The module that owns the record has checked
 * that the caller may. Throws flow.closed when its status does not admit it, flow.notConfigured, rule.broken with a sentence of the process.
 */
export async function submit(ctx: Ctx, submission: Submission): Promise<Submitted> {
  const scope = flowScopeOf(ctx);
  const type = await typeOf(ctx, submission.businessType);
  const record = await type.load(scope, submission.id);
  assertFlow(record, 'submit');
  const running = await ctx.db
    .selectFrom('flowInstance')
    .select('id')
    .where('businessType', '=', type.code)
    .where('businessKey', '=', submission.id)
    .where('endTime', 'is', null)
    .executeTakeFirst();
  return running ? resubmit(ctx, running.id, { picks: submission.picks }) : start(ctx, submission, { type, record });
}

/** Starts the process of a record by a signal, in the caller's name and transaction. Throws flow.notConfigured, rule.broken. */
export async function submitForSignal(ctx: Ctx, submission: Submission, by: BySignal): Promise<Submitted> {
  const type = await typeOf(ctx, submission.businessType);
  return start(ctx, submission, { type, record: await type.load(flowScopeOf(ctx), submission.id), by });
}

/** The steps that a record would go through if the caller submitted it now, those of called processes included. Throws flow.notConfigured. */
export async function stepsAhead(
  ctx: Ctx,
  submission: Submission,
  given: Pick<FlowRecord, 'snapshot' | 'dataOwners'>,
): Promise<ComingStep[]> {
  const { business, definition } = await businessOf(ctx, submission);
  const [process] = await processesOf(ctx.db, definition.id);
  const definitions = await definitionsOf(ctx.db, definition.id, await calledBy(ctx.db, definition.id));
  const record: FlowRecord = { flowStatus: '1', ownerId: ctx.user.id, ...given };
  const variables = variablesOf(ctx, submission, record, business.businessAuditGroup, business.businessName);
  return stepsOf(ctx, { process, definitions, facts: { starterId: ctx.user.id, deptId: ctx.user.deptId, record, variables } });
}

const asColumn = (comparison: FlowComparison | null): string | null => comparison && JSON.stringify(comparison);

interface Starting {
  readonly type: BusinessType;
  readonly record: FlowRecord;
  readonly by?: BySignal;
}
async function start(ctx: Ctx, submission: Submission, { type, record, by }: Starting): Promise<Submitted> {
  const { business, definition } = await businessOf(ctx, submission);
  const [process] = await processesOf(ctx.db, definition.id);
  const variables = variablesOf(ctx, submission, record, business.businessAuditGroup, business.businessName);
  const facts = { starterId: ctx.user.id, deptId: ctx.user.deptId, record, variables };
  const called = await calledBy(ctx.db, definition.id);
  const definitions = await definitionsOf(ctx.db, definition.id, called);
  variables.starterPicks = (await starterPicksOf(ctx, submission.picks, { type, process, definitions, facts })) ?? {};
  const id = ctx.app.ids.next();
  const values = {
    id,
    definitionId: definition.id,
    called: JSON.stringify(called),
    businessCode: business.businessCode,
    businessType: type.code,
    businessKey: submission.id,
    title: textOf(ctx, business.titleTemplate, business.businessName, submission, record, 200),
    starterId: ctx.user.id,
    deptId: ctx.user.deptId,
    flowStatus: '3',
    state: '{}',
    snapshot: JSON.stringify(record.snapshot),
    snapshotHash: hashOf(record.snapshot),
    comparison: asColumn(await comparisonOf(flowScopeOf(ctx), type, submission.id)),
    message: business.messageTemplate ? textOf(ctx, business.messageTemplate, business.businessName, submission, record, 500) : null,
    startTime: ctx.now,
  };
  const row = await ctx.db.insertInto('flowInstance').values(values).returningAll().executeTakeFirstOrThrow();
  const work: Working = {
    row,
    definitions,
    type,
    record,
    state: null,
    flowStatus: '3',
    rev: 0,
    tasks: [],
  };
  await keepRecordFiles(ctx, row, type, record.snapshot);
  await runStep(flowScopeOf(ctx), work, {
    command: { type: 'start', process: process.id, variables, user: ctx.user.id, ...(by && { signal: by.signal }) },
    actorId: ctx.user.id,
    action: by ? '信号发起' : '提交',
    ...(by && { chain: by.chain }),
  });
  return { processInstanceId: id, flowStatus: work.flowStatus };
}

interface Resubmission {
  readonly picks: Submission['picks'];
  readonly opinion?: string | null;
  /** what the starter has changed with it */
  readonly changes?: readonly FieldChange[];
}
/** Completes the starter's own task of a returned instance with the record as it is now. Throws task.taken when there is none. */
export async function resubmit(ctx: Ctx, instanceId: string, { picks, opinion = null, changes = [] }: Resubmission): Promise<Submitted> {
  const scope = flowScopeOf(ctx);
  const work = await takeInstance(scope, instanceId);
  const task = await ctx.db
    .selectFrom('flowTask')
    .select(['id', 'engineTask', 'nodeKey', 'name', 'assigneeId'])
    .where('instanceId', '=', instanceId)
    .where('state', '=', 'todo')
    .where('kind', '=', 'submit')
    .executeTakeFirst();
  if (!task) throw new AppError('flow.closed');
  if (task.assigneeId !== ctx.user.id) throw new AppError('task.notYours');
  const { snapshot } = work.record;
  const before = work.row.snapshot as typeof snapshot;
  const comparison = await comparisonAgain(scope, work.type, { id: work.row.businessKey, before, after: snapshot });
  const changed = { snapshot: JSON.stringify(snapshot), snapshotHash: hashOf(snapshot), comparison: asColumn(comparison) };
  await ctx.db.updateTable('flowInstance').set(changed).where('id', '=', instanceId).execute();
  await keepRecordFiles(ctx, work.row, work.type, snapshot);
  Object.assign(work.row, { snapshot, snapshotHash: changed.snapshotHash });
  const [process] = await processesOf(ctx.db, work.row.definitionId);
  const held = { ...work.state?.scopes[work.state.root]?.variables, ...snapshot };
  const facts = { starterId: work.row.starterId, deptId: work.row.deptId, record: work.record, variables: held };
  const chosen = await starterPicksOf(ctx, picks, { type: work.type, process, definitions: work.definitions, facts });
  await runStep(scope, work, {
    command: { type: 'complete', task: task.engineTask, variables: { ...snapshot, ...(chosen && { starterPicks: chosen }) } },
    actorId: ctx.user.id,
    action: '重新提交',
    opinion,
    changes,
    task: { id: task.id, result: 'submitted' },
    node: { key: task.nodeKey, name: task.name },
  });
  return { processInstanceId: instanceId, flowStatus: work.flowStatus };
}
