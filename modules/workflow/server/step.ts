import type { Selectable } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import type { BusinessType, FlowRecord, FlowScope } from '#kit/server/flow.ts';
import { passedOf } from '../contract/approval.ts';
import { apply, type Command, type Step } from '../core/engine/apply.ts';
import type { Asker } from '../core/engine/run.ts';
import { EngineError, type EngineEvent, type InstanceState } from '../core/engine/state.ts';
import type { Definitions, NodeModel, UserTask } from '../core/model.ts';
import { answerKey } from '../core/replay.ts';
import { TimeError } from '../core/time.ts';
import { approversOfNode, peopleOfSources, type Approvers, type Facts } from './approvers.ts';
import { definitionsOf, findNode } from './definitions-of.ts';
import { notifyCopies, notifyEnd, notifyTasks } from './messages.ts';
import { picksBehind, picksIn, type Picker, type Variables } from './picks.ts';
import { StepWrites } from './step-writes.ts';
import { finished, syncTasks, syncTimers, type OpenTask, type TaskLine } from './sync.ts';
import { keepServices } from './services/keep.ts';
import { keepSignals, syncSignals } from './signals.ts';
import { typeOf } from './types.ts';
import { isAsSubmitted } from './snapshot.ts';

export type InstanceRow = Selectable<Tables['flowInstance']>;

/** An instance that is being worked on, its row locked. */
export interface Working {
  readonly row: InstanceRow;
  readonly definitions: Definitions;
  readonly type: BusinessType;
  readonly record: FlowRecord;
  state: InstanceState | null;
  flowStatus: FlowStatus;
  rev: number;
  /** its tasks, once they were read */
  tasks: TaskLine[] | null;
}
/** A field of the record that a step has changed. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}
/** What a step is, besides its command. */
export interface Deed {
  readonly command: Command;
  readonly actorId: string | null;
  /** word of the trail: 提交, 同意, 退回 … */
  readonly action: string;
  readonly opinion?: string | null;
  /** stored names of files that belong to the opinion */
  readonly files?: string | null;
  readonly changes?: readonly FieldChange[];
  /** row of the task that the command completes, and how */
  readonly task?: { readonly id: string; readonly result: 'approved' | 'rejected' | 'returned' | 'submitted' | 'passed' };
  readonly node?: { readonly key: string; readonly name: string };
  /** status of the record when the command ends the instance; the engine's own end passes it */
  readonly becomes?: FlowStatus;
  /** how many signals led here, each thrown by who had received the one before */
  readonly chain?: number;
}

/** Locks an instance and reads what a step needs. Throws entity.notFound; flow.ended unless it runs. */
export async function takeInstance(scope: FlowScope, id: string): Promise<Working> {
  const row = await scope.db.selectFrom('flowInstance').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return workOn(scope, row);
}

/** What a step on a locked instance needs. Throws flow.ended unless it runs. */
export async function workOn(scope: FlowScope, row: InstanceRow, tasks: TaskLine[] | null = null): Promise<Working> {
  if (row.endTime !== null) throw new AppError('flow.ended');
  const type = await typeOf(scope, row.businessType);
  return {
    row,
    definitions: await definitionsOf(scope.db, row.definitionId, row.called),
    type,
    record: await type.load(scope, row.businessKey),
    state: row.state as InstanceState,
    flowStatus: row.flowStatus as FlowStatus,
    rev: row.rev,
    tasks,
  };
}

class ApproversNeeded extends Error {
  readonly node: UserTask;
  readonly asker: Asker;
  constructor(node: UserTask, asker: Asker) {
    super(node.id);
    this.node = node;
    this.asker = asker;
  }
}
const PREFIX = 'approvers_';
/** The approvers of the nodes that a step has come to, under the name of their answers. */
export type KnownApprovers = Map<string, Approvers & { readonly node: NodeModel }>;
/** A step of the engine, and what it was answered: with that the step can be repeated. */
interface Applied extends Step {
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

/**
 * Applies a command. The engine is pure and asks for approvers in the middle of its work: it is begun anew with each answer, which costs
 * microseconds and keeps it free of waiting.
 */
export async function applied(
  scope: FlowScope,
  work: Pick<Working, 'definitions' | 'record' | 'state'> & { readonly row: Pick<InstanceRow, 'starterId' | 'deptId'> },
  command: Command,
  known: KnownApprovers,
): Promise<Applied> {
  let answers: Record<string, readonly string[]> = {};
  const outside = (name: string, asker: Asker): unknown => {
    if (!name.startsWith(PREFIX)) return undefined;
    const node = findNode(work.definitions, name.slice(PREFIX.length), asker.process);
    if (node?.kind !== 'userTask') return undefined;
    const key = answerKey(asker, name);
    const approvers = known.get(key);
    if (!approvers) throw new ApproversNeeded(node, asker);
    answers[key] = approvers.people;
    return approvers.people;
  };
  for (;;) {
    try {
      answers = {};
      const step = apply(work.definitions, work.state, scope.now.getTime(), command, outside);
      return { ...step, answers };
    } catch (error) {
      if (error instanceof ApproversNeeded) {
        const { node, asker } = error;
        const facts = factsFor(asker, factsOf(work, command));
        known.set(answerKey(asker, `${PREFIX}${node.id}`), { ...(await approversOfNode(scope, node, facts)), node });
      } else if (error instanceof EngineError || error instanceof TimeError)
        throw new AppError('rule.broken', error.message, null, { cause: error });
      else throw error;
    }
  }
}

function factsOf({ row, record, state }: Parameters<typeof applied>[1], command: Command) {
  const held = state?.scopes[state.root]?.variables ?? {};
  const given = 'variables' in command && command.variables ? command.variables : {};
  return { starterId: row.starterId, deptId: row.deptId, record, variables: { ...held, ...given } };
}

/** What a process sees of its own counts before what the root holds; whom people picked at a caller counts for the nodes behind its call. */
function factsFor({ instance, variables, callers }: Asker, facts: Facts): Facts {
  const own = variables();
  if (instance === null) return { ...facts, variables: { ...facts.variables, ...own } };
  const { starterPicks: _, lastPicks: __, ...others } = facts.variables;
  // the nearest counts first
  const around = callers().toReversed();
  const picksBy = (by: Picker) =>
    Object.assign({}, picksIn(own, by), ...around.map((caller) => picksBehind(picksIn(caller.variables, by), caller.path))) as Variables;
  return { ...facts, variables: { ...others, ...own, starterPicks: picksBy('starterPicks'), lastPicks: picksBy('lastPicks') } };
}

/** Characters of the state of an instance: what people bring along as variables adds up. */
const MAX_STATE = 5_000_000;
/** A model that passes node after node by itself stops here. */
const MAX_PASSED = 500;

/**
 * One step of an approval: the engine's new state, tasks, timers, trail, flow status of the record, messages and what follows, all in the
 * transaction of `scope`. What a business type throws undoes it. Throws rule.broken with the engine's sentence.
 */
export async function runStep(scope: FlowScope, work: Working, deed: Deed): Promise<void> {
  const before = work.state;
  const known: KnownApprovers = new Map();
  const created: OpenTask[] = [];
  const writes = new StepWrites();
  let ended: FlowStatus | null = null;
  const queue: Deed[] = [deed];
  for (let done = 0, next = queue.shift(); next; next = queue.shift(), done += 1) {
    if (done > MAX_PASSED) throw new AppError('rule.broken', '流程自动通过的节点过多，请检查模型');
    const step = await applied(scope, work, next.command, known);
    const { state, events } = step;
    work.state = state;
    work.rev += 1;
    writes.trail(trailRow(scope, work, next, { step, notes: notesOf(known, events) }));
    const added = await syncTasks(scope, work, next, writes);
    created.push(...added);
    await notifyCopies(scope, work, await copiesOf(scope, work, events, next.command));
    await keepServices(scope, work, events, factsOf(work, next.command));
    await keepSignals(scope, work, events, deed.chain ?? 0);
    if (events.some(({ type }) => type === 'instanceEnded')) {
      ended = next.becomes ?? (isRejected(events) ? '5' : '4');
      break;
    }
    for (const task of added) if (task.passes !== null) queue.push(passingOf(task, work));
  }
  await syncTimers(scope, work, before);
  await syncSignals(scope, work, before);
  const to = ended ?? (isReturned(work) ? '2' : '3');
  await store(scope, work, { to, isEnded: ended !== null, undo: undoOf(before, work, deed), writes });
  await notifyTasks(scope, work, created);
  if (ended !== null) await notifyEnd(scope, work, ended, deed);
}

const passingOf = (task: OpenTask, work: Working): Deed => ({
  command: { type: 'complete', task: task.engineTask, variables: task.isRatio ? { [passedOf(task.nodeKey)]: true } : {} },
  actorId: null,
  action: '自动通过',
  opinion: task.passes,
  task: { id: task.id, result: 'passed' },
  node: { key: task.nodeKey, name: nameOf(work, task.nodeKey) },
});
/** An instance that waits for its starter: his task stands at the start. */
const isReturned = ({ state, definitions }: Working): boolean =>
  Object.values(state?.tasks ?? {}).some(({ node }) => findNode(definitions, node)?.kind === 'startEvent');

const nameOf = (work: Working, key: string): string => findNode(work.definitions, key)?.name ?? key;

/** The end that processes of the product family name for refused records. */
const isRejected = (events: readonly EngineEvent[]): boolean =>
  events.some((event) => event.type === 'entered' && event.node === 'rejectEnd');

const notesOf = (known: KnownApprovers, events: readonly EngineEvent[]): string[] => {
  const entered = new Set(events.flatMap((event) => (event.type === 'entered' ? event.node : [])));
  return [...known.values()].flatMap(({ node, note }) => (note !== null && entered.has(node.id) ? note : []));
};

async function copiesOf(scope: FlowScope, work: Working, events: readonly EngineEvent[], command: Command) {
  const copies: { node: string; name: string; people: string[] }[] = [];
  for (const event of events) {
    const node = event.type === 'delegate' ? findNode(work.definitions, event.node) : null;
    if (node?.kind !== 'passTask' || !node.copy) continue;
    copies.push({ node: node.id, name: node.name, people: await peopleOfSources(scope, node.id, node.copy.who, factsOf(work, command)) });
  }
  return copies;
}

const trailRow = (
  { now: createTime }: FlowScope,
  { row, rev }: Working,
  deed: Deed,
  { step: { events, answers }, notes }: { readonly step: Applied; readonly notes: readonly string[] },
) => ({
  instanceId: row.id,
  rev,
  createTime,
  actorId: deed.actorId,
  action: deed.action,
  nodeKey: deed.node?.key ?? null,
  nodeName: deed.node?.name ?? null,
  opinion: [deed.opinion, ...notes].filter(Boolean).join('；') || null,
  files: deed.files ?? null,
  changes: JSON.stringify(deed.changes ?? []),
  command: JSON.stringify(deed.command),
  events: JSON.stringify(events),
  answers: JSON.stringify(answers),
});

/** The maker of a step may take it back as long as nothing has happened since: the state before it is kept for that. */
const undoOf = (before: InstanceState | null, work: Working, { actorId, task, node }: Deed): string | null =>
  before && actorId !== null && (task?.result === 'approved' || task?.result === 'returned') && node
    ? JSON.stringify({ rev: work.rev, actorId, node, state: before, flowStatus: work.flowStatus })
    : null;

async function store(
  scope: FlowScope,
  work: Working,
  {
    to,
    isEnded,
    undo,
    writes,
  }: { readonly to: FlowStatus; readonly isEnded: boolean; readonly undo: string | null; readonly writes: StepWrites },
): Promise<void> {
  const { row, type, record } = work;
  if (to === '4' && !isAsSubmitted(record.snapshot, row, type))
    throw new AppError('rule.broken', '记录在审批期间被修改，不能通过，请退回发起人重新提交');
  const state = JSON.stringify(work.state);
  if (state.length > MAX_STATE) throw new AppError('rule.broken', '流程数据不能超过 5 MB，请减少变量的内容');
  const values = {
    flowStatus: to,
    state,
    rev: work.rev,
    endTime: isEnded ? scope.now : null,
    undo: isEnded ? null : undo,
  };
  await writes.flush(scope.db, row.id, values);
  if (to !== record.flowStatus) {
    const approverId = to === '4' ? lastApprover(work) : null;
    await type.onStatus(scope, { id: row.businessKey, to, instanceId: row.id, approverId });
  }
  work.flowStatus = to;
  if (to === '4' && type.effect)
    await scope.db
      .insertInto('flowOutbox')
      .values({ id: scope.app.ids.next(), instanceId: row.id, rev: work.rev, kind: 'effect', nextTime: scope.now, createTime: scope.now })
      .execute();
}

/** Who agreed last in an instance, null when nobody did. */
const lastApprover = ({ tasks }: Working): string | null =>
  finished(tasks ?? []).findLast(({ result, endedBy }) => result === 'approved' && endedBy !== null)?.endedBy ?? null;
