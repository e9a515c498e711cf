import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowDeskOf, isGoverned } from '#kit/server/flow.ts';
import { scope } from '#kit/server/scope.ts';
import type { RowFilter } from '../../contract/row-filter.ts';
import { renewalRefusal } from '../../core/subscription.ts';
import { subscriptionType } from './approval.ts';
import { tellOwners } from './messages.ts';
import { assertOffered, offered } from './offers.ts';
import { ofApp } from '../reach.ts';
import { ASKS_FOR, fieldsOf, lockedRow, ofApplicant, ofAsker, OPEN, rowsOf, statusOf } from './rows.ts';
import { takenPlan } from '../plans/offered.ts';
import { approve, asJson, turn } from './turn.ts';

interface Terms {
  readonly days: number;
  readonly reason: string;
}
interface NextTerms extends Terms {
  /** absent: the plan that it has */
  readonly planId?: string | null | undefined;
}
interface Asked extends Terms {
  readonly appId: string;
  readonly apiId: string;
  readonly fields: string[] | null;
  readonly rows: RowFilter;
  readonly planId: string | null;
}
const TAKEN = '该应用已订阅或正在申请此API';

/** Writes a request down and hands it to whoever decides: the process of the business, else the owner of the API. */
async function hand(ctx: Ctx, asked: Asked, renewsId: string | null) {
  const governed = await isGoverned(ctx, subscriptionType);
  const id = ctx.app.ids.next();
  const { appId, apiId, days, reason, fields, rows, planId } = asked;
  const { agreedBy } = await takenPlan(ctx.db, { apiId, planId, days, applyBy: ctx.user.id });
  await ctx.db
    .insertInto('marketSubscription')
    .values({
      id,
      appId,
      apiId,
      status: '1',
      fields: asJson(fields),
      rowFilter: asJson(rows),
      days,
      reason,
      planId,
      renewsId,
      flowStatus: governed ? '1' : null,
      applyBy: ctx.user.id,
      applyTime: ctx.now,
    })
    .execute();
  const row = await lockedRow(ctx, id);
  ctx.audit.change({ entity: '订阅', id, name: `${row.appName} → ${row.apiName}`, before: null, after: { days, reason, fields, rows } });
  if (governed) return submit(ctx, id);
  if (agreedBy !== null) await approve(ctx, row, { decideBy: agreedBy, opinion: '按调用方案自动通过' });
  else await tellOwners(ctx, row);
  return { id, status: agreedBy === null ? ('1' as const) : ('2' as const), flowStatus: null, processInstanceId: null };
}
async function submit(ctx: Ctx, id: string) {
  const submitted = await flowDeskOf(ctx.app)!.submit(ctx, { businessType: subscriptionType.code, id });
  // its steps may have passed at once
  return { id, status: statusOf(await lockedRow(ctx, id), ctx.now), ...submitted };
}

/** The subscription of an application to an API that nobody has ended, locked. */
const openRows = (ctx: Ctx, { appId, apiId }: { appId: string; apiId: string }) =>
  ctx.db
    .selectFrom('marketSubscription')
    .select(['id', 'status', 'endTime'])
    .where('appId', '=', appId)
    .where('apiId', '=', apiId)
    .where('status', 'in', OPEN)
    .forUpdate()
    .execute();

export async function ask(ctx: Ctx, asked: Asked) {
  const app = await ctx.db
    .selectFrom('marketApp as app')
    .select('app.id')
    .where('app.id', '=', asked.appId)
    .where('app.deletedAt', 'is', null)
    .where(scope(ctx, ofApp, ASKS_FOR))
    // one request of an application at a time
    .forUpdate()
    .executeTakeFirst();
  if (!app) throw new AppError('entity.notFound', '应用不存在或不在您的数据范围内');
  await assertOffered(ctx, asked);
  for (const open of await openRows(ctx, asked)) {
    if (statusOf(open, ctx.now) !== '6') throw new AppError('entity.duplicate', TAKEN);
    // one that ended by itself makes room
    await turn(ctx, await lockedRow(ctx, open.id), 'supersede');
  }
  return hand(ctx, asked, null);
}

export async function renew(ctx: Ctx, id: string, { planId, ...terms }: NextTerms) {
  const row = await ofAsker(ctx, id);
  const refusal = renewalRefusal(statusOf(row, ctx.now));
  if (refusal !== null) throw new AppError('rule.broken', refusal);
  const { offlineTime } = await offered(ctx.db, row.apiId);
  if (offlineTime !== null) throw new AppError('rule.broken', 'API已预告下线，不能续期，请申请新版本');
  const open = await openRows(ctx, row);
  if (open.some(({ status }) => status === '1')) throw new AppError('entity.duplicate', '续期申请正在审批');
  return hand(
    ctx,
    {
      ...terms,
      appId: row.appId,
      apiId: row.apiId,
      fields: fieldsOf(row.fields),
      rows: rowsOf(row.rowFilter),
      planId: planId === undefined ? row.planId : planId,
    },
    row.id,
  );
}

/** The own request that came back from its approval goes again, with what was changed about it. */
export async function submitAgain(ctx: Ctx, id: string, { days, reason, ...asked }: NextTerms) {
  const row = await ofApplicant(ctx, id);
  if (!row) throw new AppError('entity.notFound');
  if (row.status !== '1' || row.flowStatus !== '2') throw new AppError('flow.closed', '只有已退回的申请可以重新提交');
  const planId = asked.planId === undefined ? row.planId : asked.planId;
  await takenPlan(ctx.db, { apiId: row.apiId, planId, days, applyBy: ctx.user.id });
  await ctx.db.updateTable('marketSubscription').set({ days, reason, planId }).where('id', '=', id).execute();
  const before = { days: row.days, reason: row.reason, planId: row.planId };
  ctx.audit.change({ entity: '订阅', id, name: `${row.appName} → ${row.apiName}`, before, after: { days, reason, planId } });
  return submit(ctx, id);
}
