import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { actAs, type FlowScope } from '#kit/server/flow.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { request } from '../contract/request.ts';
import { findNode } from './definitions-of.ts';
import { inFlowTransaction } from './flow-transaction.ts';
import { markDone } from './outbox.ts';
import { awaitedIn, type SignalWork } from './signals.ts';
import { runStep, takeInstance, type InstanceRow } from './step.ts';
import { submitForSignal } from './submit.ts';
import { typeOf } from './types.ts';

/** A suspended instance is looked at again after this. */
const SUSPENDED_MS = 60_000;

/** Lets who was meant hear a signal, in one transaction with the mark that it is done. Throws what the step throws: then neither holds. */
export async function receiveSignal(app: App, id: string, instance: InstanceRow, work: SignalWork): Promise<void> {
  await inFlowTransaction(app, async (scope) => {
    if (work.starts !== null) await begin(scope, instance, work, work.starts);
    else if (!(await hear(scope, instance.id, work))) return postpone(scope.db, scope.now, id);
    await markDone(scope.db, scope.now, id);
  });
}

const postpone = async (db: Db, now: Date, id: string): Promise<void> => {
  const nextTime = new Date(now.getTime() + SUSPENDED_MS);
  await db.updateTable('flowOutbox').set({ nextTime, tries: 0 }).where('id', '=', id).execute();
};

/** Answers false for a suspended instance, which hears it when it is activated again. */
async function hear(scope: FlowScope, instanceId: string, { signal, chain }: SignalWork): Promise<boolean> {
  const locked = scope.db.selectFrom('flowInstance').select(['endTime', 'suspensionState']).where('id', '=', instanceId).forUpdate();
  const { endTime, suspensionState } = await locked.executeTakeFirstOrThrow();
  if (endTime !== null) return true;
  if (suspensionState === '2') return false;
  const work = await takeInstance(scope, instanceId);
  const awaited = awaitedIn(work.state).find(({ name }) => name === signal);
  // it has gone on since: nobody waits for the signal any more
  if (!awaited) return true;
  await runStep(scope, work, {
    command: { type: 'signal', name: signal },
    actorId: null,
    action: '收到信号',
    opinion: signal,
    node: { key: awaited.node, name: findNode(work.definitions, awaited.node)?.name || awaited.node },
    chain,
  });
  return true;
}

/** Starts the process of a business in the name of who started the instance that threw the signal. */
async function begin(scope: FlowScope, { starterId }: InstanceRow, { signal, chain }: SignalWork, businessCode: string): Promise<void> {
  const business = await scope.db
    .selectFrom('flowBusiness')
    .select(['businessType', 'businessName'])
    .where('businessCode', '=', businessCode)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!business) throw new AppError('flow.notConfigured');
  const starter = await loadAccount(scope.db, starterId);
  if (!starter) throw new AppError('rule.broken', '触发信号的流程的发起人已禁用，不能以其名义发起流程');
  const type = await typeOf(scope, business.businessType);
  const title = `${business.businessName}（信号“${signal}”）`.slice(0, 100);
  await actAs(scope, starter, request.submit, async (ctx) => {
    const id = await type.begin?.(ctx, { businessCode, title });
    if (id === undefined) throw new AppError('flow.notConfigured');
    await submitForSignal(ctx, { businessCode, businessType: type.code, id }, { signal, chain });
  });
}
