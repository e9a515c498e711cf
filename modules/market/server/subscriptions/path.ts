import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowDeskOf, isGoverned } from '#kit/server/flow.ts';
import { scope } from '#kit/server/scope.ts';
import type { subscription as contract, SubscriptionPath } from '../../contract/subscription.ts';
import { takenPlan } from '../plans/offered.ts';
import { ofApp } from '../reach.ts';
import { snapshotOf, subscriptionType } from './approval.ts';
import { decidersOf } from './messages.ts';
import { assertOffered, offersIn } from './offers.ts';
import { ASKS_FOR } from './rows.ts';

type Asked = z.output<(typeof contract)['steps']['body']>;

/** People who are named, at most. */
const MAX_NAMED = 20;

/** The name of an application that the caller may ask for; empty while none is chosen. */
async function appNameOf(ctx: Ctx, appId: string | null | undefined): Promise<string> {
  if (!appId) return '';
  const app = await ctx.db
    .selectFrom('marketApp as app')
    .select('app.appName')
    .where('app.id', '=', appId)
    .where('app.deletedAt', 'is', null)
    .where(scope(ctx, ofApp, ASKS_FOR))
    .executeTakeFirst();
  return app?.appName ?? '';
}

async function byOwner(ctx: Ctx, { apiId, planId, days }: Asked): Promise<SubscriptionPath> {
  const isPlanned = planId !== null && (await takenPlan(ctx.db, { apiId, planId, days, applyBy: ctx.user.id })).agreedBy !== null;
  if (isPlanned) return { decidedBy: 'plan', steps: [] };
  const { told } = await decidersOf(ctx, apiId);
  const rows =
    told.length > 0 ? await ctx.db.selectFrom('sysUser').select('nickname').where('id', 'in', told.slice(0, MAX_NAMED)).execute() : [];
  const people = rows.map(({ nickname }) => nickname).toSorted((a, b) => a.localeCompare(b, 'zh'));
  const note = people.length > 0 ? null : '没有可以审批的人，请联系管理员';
  return { decidedBy: 'owner', steps: [{ id: 'owner', name: 'API负责人审批', kind: 'task', people, note, isConditional: false }] };
}

/** Who would decide about a request as it is now: the process, whoever answers for the API, or nobody any more. Throws as a request does. */
export async function pathOf(ctx: Ctx, asked: Asked): Promise<SubscriptionPath> {
  const { apiId, fields, rows, planId, days } = asked;
  await assertOffered(ctx, asked);
  const desk = flowDeskOf(ctx.app);
  if (!desk || !(await isGoverned(ctx, subscriptionType))) return byOwner(ctx, asked);
  const api = await ctx.db
    .selectFrom(offersIn(ctx.db))
    .select(['apiName', 'apiVersion', 'apiUrl', 'releaseBy'])
    .where('id', '=', apiId)
    .executeTakeFirstOrThrow();
  const { releaseBy, ...named } = api;
  const request = { id: '', apiId, fields, rowFilter: rows, planId, days, renewsId: null, reason: '', applyBy: ctx.user.id };
  const snapshot = await snapshotOf(ctx.db, { ...named, ...request, appName: await appNameOf(ctx, asked.appId) });
  const steps = await desk.preview(ctx, subscriptionType, { snapshot, dataOwners: releaseBy === null ? [] : [releaseBy] });
  return { decidedBy: 'process', steps: [...steps] };
}
