import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import type { SubscriptionStatus } from '../../contract/subscription.ts';
import { endOfTerm, transition, type SubscriptionAction } from '../../core/subscription.ts';
import { noteAppLineage } from '../apis/lineage.ts';
import { bumpRegistry } from '../calls/revision.ts';
import { lockedRow, statusOf, type Stored } from './rows.ts';

/** Where a subscription changes: in a call, or in the step of an approval. */
export interface Turning {
  readonly app: App;
  readonly db: Db;
  readonly now: Date;
}
export interface Decided {
  readonly decideBy: string;
  readonly opinion: string | null;
}
interface Turn {
  startTime?: Date;
  endTime?: Date;
  decideBy?: string;
  decideTime?: Date;
  opinion?: string | null;
  fields?: string | null;
  rowFilter?: string | null;
}
export const asJson = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

/** Moves a subscription on, if its state admits it. Throws rule.broken. */
export async function turn(
  { app, db, now }: Turning,
  row: Stored,
  action: SubscriptionAction,
  values: Turn = {},
): Promise<SubscriptionStatus> {
  const found = transition(statusOf(row, now), action);
  if ('refusal' in found) throw new AppError('rule.broken', found.refusal);
  await db
    .updateTable('marketSubscription')
    .set({ status: found.to, ...values })
    .where('id', '=', row.id)
    .execute();
  await bumpRegistry(db);
  await noteAppLineage({ app, db }, row.appId);
  return found.to;
}

/** The same in a call, for the operation log. */
export async function turnInCall(ctx: Ctx, row: Stored, action: SubscriptionAction, values: Turn = {}): Promise<null> {
  noteTurn(ctx, row, { status: await turn(ctx, row, action, values) });
  return null;
}
export const noteTurn = (ctx: Ctx, { id, appName, apiName, status }: Stored, after: Record<string, unknown>): void =>
  ctx.audit.change({ entity: '订阅', id, name: `${appName} → ${apiName}`, before: { status }, after });

/** Brings a request into force; a renewal takes over from what it renews, with the fields and rows that one has by now. */
export async function approve(turning: Turning, row: Stored, { decideBy, opinion }: Decided): Promise<void> {
  const { now } = turning;
  const decided = { decideBy, decideTime: now, opinion, startTime: now };
  if (row.renewsId === null) {
    await turn(turning, row, 'approve', { ...decided, endTime: endOfTerm(row.days, now, null) });
    return;
  }
  const before = await lockedRow(turning, row.renewsId);
  await turn(turning, before, 'supersede');
  await turn(turning, row, 'approve', {
    ...decided,
    endTime: endOfTerm(row.days, now, before.endTime),
    fields: asJson(before.fields),
    rowFilter: asJson(before.rowFilter),
  });
}
