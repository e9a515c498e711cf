/** Signals of one instance that others hear: the step that throws one keeps it for each of them (`hear-signal.ts` lets them hear it). */
import { AppError } from '#kit/contract/errors.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import type { EngineEvent, InstanceState } from '../core/engine/state.ts';
import { signalStartOf } from '../core/model.ts';
import { findNode, latestOf, processesOf } from './definitions-of.ts';
import type { Working } from './step.ts';
import { businessTypes } from './types.ts';

/** Processes that answer each other's signals without a person go on for ever: such a chain ends here. */
const MAX_CHAIN = 20;
/** Rows of one statement. */
const PER_STATEMENT = 1_000;

/** What the outbox keeps of a signal for one who hears it. */
export interface SignalWork {
  readonly signal: string;
  /** the event that threw it, for people who look after failures */
  readonly node: { readonly id: string; readonly name: string };
  /** how many signals led to this one, each thrown by who had received the one before */
  readonly chain: number;
  /** business whose process it starts; null: the instance of the row hears it */
  readonly starts: string | null;
}
export const isSignal = (work: unknown): work is SignalWork => typeof work === 'object' && work !== null && 'signal' in work;

/** Businesses whose process in force begins by a signal, of types that can make a record for it. */
async function startedBy(scope: FlowScope, signal: string): Promise<string[]> {
  const types = businessTypes(scope.app).flatMap(({ code, begin }) => (begin ? code : []));
  if (types.length === 0) return [];
  const rows = await scope.db
    .selectFrom('flowBusiness')
    .select(['businessCode', 'definitionKey'])
    .where('businessType', 'in', types)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .orderBy('businessCode')
    .limit(1_000)
    .execute();
  const found: string[] = [];
  for (const { businessCode, definitionKey } of rows) {
    const definition = await latestOf(scope.db, definitionKey);
    if (definition?.suspensionState !== '1') continue;
    const [process] = await processesOf(scope.db, definition.id);
    if (signalStartOf(process, signal)) found.push(businessCode);
  }
  return found;
}

/** Keeps the signals of a step for every other instance that waits for them now and for every process that they start. Throws rule.broken. */
export async function keepSignals(scope: FlowScope, work: Working, events: readonly EngineEvent[], chain: number): Promise<void> {
  for (const event of events) {
    if (event.type !== 'signalThrown' || event.isLocal) continue;
    const { name } = event;
    const waiting = await scope.db
      .selectFrom('flowAwaitedSignal')
      .select('instanceId')
      .distinct()
      .where('name', '=', name)
      .where('instanceId', '!=', work.row.id)
      .execute();
    const starts = await startedBy(scope, name);
    if (waiting.length + starts.length > 0 && chain >= MAX_CHAIN)
      throw new AppError('rule.broken', `信号“${name}”使流程互相触发超过 ${MAX_CHAIN} 次，请检查模型`);
    const node = { id: event.node, name: findNode(work.definitions, event.node)?.name || `信号“${name}”` };
    const row = (instanceId: string, business: string | null) => {
      const id = scope.app.ids.next();
      const kept: SignalWork = { signal: name, node, chain: chain + 1, starts: business };
      const times = { nextTime: scope.now, createTime: scope.now };
      return { id, instanceId, rev: work.rev, kind: `signal:${id}`, work: JSON.stringify(kept), ...times };
    };
    const rows = [...waiting.map(({ instanceId }) => row(instanceId, null)), ...starts.map((business) => row(work.row.id, business))];
    for (let at = 0; at < rows.length; at += PER_STATEMENT)
      await scope.db
        .insertInto('flowOutbox')
        .values(rows.slice(at, at + PER_STATEMENT))
        .execute();
  }
}

/** Makes the rows of awaited signals follow the state. */
export async function syncSignals(
  { db }: Pick<FlowScope, 'db'>,
  { row, state }: Pick<Working, 'row' | 'state'>,
  before: InstanceState | null,
): Promise<void> {
  const now = awaitedIn(state);
  const had = awaitedIn(before);
  const gone = had.filter(({ id }) => !now.some((one) => one.id === id)).map(({ id }) => id);
  if (gone.length > 0)
    await db.deleteFrom('flowAwaitedSignal').where('instanceId', '=', row.id).where('subscription', 'in', gone).execute();
  const fresh = now.filter(({ id }) => !had.some((one) => one.id === id));
  if (fresh.length > 0)
    await db
      .insertInto('flowAwaitedSignal')
      .values(fresh.map(({ id, name }) => ({ instanceId: row.id, subscription: id, name })))
      .execute();
}
/** Signals from outside that an instance waits for. */
export const awaitedIn = (state: InstanceState | null) =>
  state?.status === 'running' ? Object.values(state.subscriptions).filter(({ kind, isLocal }) => kind === 'signal' && !isLocal) : [];
