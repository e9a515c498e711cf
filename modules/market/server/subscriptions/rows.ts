import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { RowFilter } from '../../contract/row-filter.ts';
import type { subscription as contract, SubscriptionStatus } from '../../contract/subscription.ts';
import { renewalRefusal, shownStatus } from '../../core/subscription.ts';
import { ofApi, ofApp } from '../reach.ts';
import { offersIn } from './offers.ts';

export const DECIDES = 'market:subscription:decide';
/** What lets somebody ask for an application within the data scope of it. */
export const ASKS_FOR = ['market:app:list', 'market:apply:add', 'market:subscription:add'];
export const BY_PROCESS = '该申请由流程审批，请在“待办”中办理';
/** States of one that nobody has ended. */
export const OPEN = ['1', '2', '4'] as const;

export const joined = ({ db }: { db: Db }) =>
  db
    .selectFrom('marketSubscription as sub')
    .innerJoin('marketApp as app', 'app.id', 'sub.appId')
    .innerJoin(offersIn(db), 'api.id', 'sub.apiId');

/** Subscriptions of APIs that the caller decides about, of applications within their reach, and their own. */
export const visible = (ctx: Ctx) =>
  joined(ctx).where((e) =>
    e.or([
      e('sub.applyBy', '=', ctx.user.id),
      ...(holds(ctx.user, DECIDES) ? [scope(ctx, ofApi, [DECIDES])] : []),
      ...(holds(ctx.user, 'market:app:list') ? [scope(ctx, ofApp, ['market:app:list'])] : []),
    ]),
  );

const stored = (rows: ReturnType<typeof joined>) =>
  rows
    .selectAll('sub')
    .select([
      'api.apiName',
      'api.apiUrl',
      'api.apiVersion',
      'api.releaseBy',
      'api.createBy as apiBy',
      'app.appName',
      'app.createBy as appBy',
    ]);
export type Stored = Awaited<ReturnType<ReturnType<typeof stored>['executeTakeFirstOrThrow']>>;

const locked = (rows: ReturnType<typeof joined>, id: string) => stored(rows).where('sub.id', '=', id).forUpdate('sub').executeTakeFirst();

/** A subscription, locked. Throws entity.notFound. */
export async function lockedRow(scoped: { db: Db }, id: string): Promise<Stored> {
  const row = await locked(joined(scoped), id);
  if (!row) throw new AppError('entity.notFound', '订阅不存在或已删除');
  return row;
}
/** A subscription that the caller may act on as the owner of the API, locked. Throws entity.notFound. */
export async function ofOwner(ctx: Ctx, id: string): Promise<Stored> {
  const row = await locked(joined(ctx).where(scope(ctx, ofApi, [DECIDES])), id);
  if (!row) throw new AppError('entity.notFound');
  return row;
}
/**
 * A subscription whose scope or plan the caller may change as the owner of the API, locked: not the own, not one that a process decides.
 * `what` names what is changed. Throws entity.notFound, rule.broken.
 */
export async function ofGranter(ctx: Ctx, id: string, what: string): Promise<Stored> {
  const row = await ofOwner(ctx, id);
  if (row.applyBy === ctx.user.id) throw new AppError('rule.broken', `不能调整自己申请的${what}，请由API的其他负责人调整`);
  if (!(OPEN as readonly string[]).includes(row.status)) throw new AppError('rule.broken', '订阅已结束');
  if (row.status === '1' && row.flowStatus !== null) throw new AppError('rule.broken', BY_PROCESS);
  return row;
}
/** An own request, locked; undefined for those of others. */
export const ofApplicant = (ctx: Ctx, id: string): Promise<Stored | undefined> =>
  locked(joined(ctx).where('sub.applyBy', '=', ctx.user.id), id);
/** A subscription of an application that the caller may ask for, locked. Throws entity.notFound. */
export async function ofAsker(ctx: Ctx, id: string): Promise<Stored> {
  const row = await locked(
    joined(ctx)
      .where('app.deletedAt', 'is', null)
      .where(scope(ctx, ofApp, ASKS_FOR)),
    id,
  );
  if (!row) throw new AppError('entity.notFound');
  return row;
}

export const statusOf = ({ status, endTime }: Pick<Stored, 'status' | 'endTime'>, now: Date): SubscriptionStatus =>
  shownStatus(status as SubscriptionStatus, endTime, now);
export const fieldsOf = (fields: unknown): string[] | null => (Array.isArray(fields) ? (fields as string[]) : null);
export const rowsOf = (rowFilter: unknown): RowFilter => RowFilter.parse(rowFilter);

type Reply = z.input<(typeof contract)['page']['reply']>['data'][number];
type Listed = Omit<Stored, 'apiBy' | 'appBy'> & {
  kind: Reply['kind'];
  applicant: string | null;
  decider: string | null;
  isOwner: unknown;
  mayAsk: unknown;
  plan: Reply['plan'];
};

/** A row of the list with what the caller may do with it now. */
export function asReply(ctx: Ctx, { isOwner, mayAsk, fields, rowFilter, releaseBy: _, ...row }: Listed): Reply {
  const status = statusOf(row, ctx.now);
  const isOpen = (OPEN as readonly string[]).includes(status);
  const isOwn = row.applyBy === ctx.user.id;
  const owns = Boolean(isOwner);
  return {
    ...row,
    fields: fieldsOf(fields),
    rows: rowsOf(rowFilter),
    status,
    flowStatus: row.flowStatus as FlowStatus | null,
    mayDecide: owns && status === '1' && row.flowStatus === null && !isOwn,
    mayClose: isOpen && (owns || isOwn),
    mayGrant: owns && !isOwn && isOpen && (status !== '1' || row.flowStatus === null),
    mayRenew: Boolean(mayAsk) && renewalRefusal(status) === null,
    mayResubmit: isOwn && status === '1' && row.flowStatus === '2',
  };
}
