import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { SubscriptionStatus } from '../../contract/subscription.ts';
import { ofApp } from '../reach.ts';
import { ASKS_FOR, fieldsOf, joined, rowsOf, statusOf } from '../subscriptions/rows.ts';

/** Subscriptions of applications that the caller may ask for, to APIs; the latest first. */
export const ownRows = (ctx: Ctx, apiIds: readonly string[]) =>
  joined(ctx)
    .select(['sub.id', 'sub.appId', 'sub.apiId', 'sub.status', 'sub.fields', 'sub.rowFilter', 'sub.endTime', 'app.appName'])
    .where('sub.apiId', 'in', apiIds)
    .where('app.deletedAt', 'is', null)
    .where(scope(ctx, ofApp, ASKS_FOR))
    .orderBy('sub.applyTime', 'desc')
    .orderBy('sub.id', 'desc')
    .limit(1000)
    .execute();

/** States from the one that matters most: what may be called, what waits, what stands still. */
const ORDER: readonly SubscriptionStatus[] = ['2', '1', '4', '6'];

/** How far the applications of the caller are with each API. */
export async function ownStates(ctx: Ctx, apiIds: readonly string[]): Promise<ReadonlyMap<string, SubscriptionStatus>> {
  const states = new Map<string, SubscriptionStatus>();
  if (apiIds.length === 0) return states;
  const rows = (await ownRows(ctx, apiIds)).map((row) => ({ apiId: row.apiId, status: statusOf(row, ctx.now) }));
  for (const state of ORDER.toReversed()) for (const { apiId, status } of rows) if (status === state) states.set(apiId, status);
  return states;
}

/** What the applications of the caller may use of one API, or have asked for. */
export async function ownSubscriptions(ctx: Ctx, apiId: string) {
  const rows = (await ownRows(ctx, [apiId])).map(({ fields, rowFilter, ...row }) => ({
    ...row,
    status: statusOf(row, ctx.now),
    fields: fieldsOf(fields),
    rows: rowsOf(rowFilter),
  }));
  return rows.filter(({ status }) => ORDER.includes(status));
}
