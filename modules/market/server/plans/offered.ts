import { may } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { plan as contract, PlanApproval } from '../../contract/plan.ts';
import { numberOf } from '../numbers.ts';

const TERMS = [
  'plan.id',
  'plan.planName',
  'plan.rate',
  'plan.burst',
  'plan.concurrency',
  'plan.dayQuota',
  'plan.monthQuota',
  'plan.monthMegabytes',
  'plan.maxDays',
  'plan.approval',
] as const;

/** Plans that an API is offered with, also those that were disabled meanwhile. */
export const allOffered = (db: Db, apiId: string) =>
  db
    .selectFrom('marketApiPlan as offer')
    .innerJoin('marketPlan as plan', 'plan.id', 'offer.planId')
    .select([...TERMS, 'plan.status', 'offer.createBy as offeredBy'])
    .where('offer.apiId', '=', apiId)
    .where('plan.deletedAt', 'is', null)
    .orderBy('plan.createTime')
    .orderBy('plan.id')
    .execute();
type Offered = Awaited<ReturnType<typeof allOffered>>[number];

/** Plans that an API can be subscribed to with, the enabled ones. */
export const offeredPlans = async (db: Db, apiId: string): Promise<Offered[]> =>
  (await allOffered(db, apiId)).filter(({ status }) => status === '1');

type StoredTerms = Omit<Offered, 'offeredBy' | 'status'>;
export const asTerms = <T extends StoredTerms>({ approval, dayQuota, monthQuota, monthMegabytes, ...row }: T) => ({
  ...row,
  approval: PlanApproval.parse(approval),
  dayQuota: numberOf(dayQuota),
  monthQuota: numberOf(monthQuota),
  monthMegabytes: numberOf(monthMegabytes),
});

/** Whether the caller may say with which plans APIs are offered, and so agree to those that are approved automatically. */
export const mayOffer = (ctx: Ctx): boolean => may(ctx.user, contract.offer.access);

/** Offers an API with these plans and no others; what was offered before keeps who has offered it. Answers what was offered. */
export async function offerPlans(ctx: Ctx, apiId: string, planIds: readonly string[]): Promise<string[]> {
  const before = await ctx.db.selectFrom('marketApiPlan').select('planId').where('apiId', '=', apiId).execute();
  const had = before.map(({ planId }) => planId);
  const gone = had.filter((id) => !planIds.includes(id));
  if (gone.length > 0) await ctx.db.deleteFrom('marketApiPlan').where('apiId', '=', apiId).where('planId', 'in', gone).execute();
  const added = planIds.filter((id) => !had.includes(id));
  if (added.length > 0)
    await ctx.db
      .insertInto('marketApiPlan')
      .values(added.map((planId) => ({ apiId, planId, createBy: ctx.user.id, createTime: ctx.now })))
      .execute();
  return had;
}

/**
 * The plans of one version for the next. Whoever copies it offers them: plans that are approved automatically go along only with the right
 * to offer plans, so that nobody agrees in advance without it.
 */
export async function copyOffers(ctx: Ctx, from: string, to: string): Promise<void> {
  const plans = await allOffered(ctx.db, from);
  const taken = mayOffer(ctx) ? plans : plans.filter(({ approval }) => approval !== 'auto');
  await offerPlans(
    ctx,
    to,
    taken.map(({ id }) => id),
  );
}

/** Throws input.invalid, at `path`, for a term that is longer than a plan allows. */
export function assertTerm(
  plan: Pick<Offered, 'planName' | 'maxDays'>,
  days: number,
  { path, hint }: { path: string; hint: string },
): void {
  if (plan.maxDays === null || days <= plan.maxDays) return;
  const message = `方案“${plan.planName}”的有效天数最长 ${plan.maxDays} 天${hint}`;
  throw new AppError('input.invalid', message, [{ path, message }]);
}

/** Plans that subscriptions have, by id; also those that nobody is offered any more. */
export async function plansById(db: Db, planIds: readonly (string | null)[]): Promise<ReadonlyMap<string, ReturnType<typeof asTerms>>> {
  const ids = [...new Set(planIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('marketPlan as plan').select(TERMS).where('plan.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, asTerms(row)]));
}

/**
 * The plan that a request takes. An API that is offered with plans is not subscribed to without one. Answers by whom it was agreed to in
 * advance; null: somebody has to decide, as whoever offers a plan does about the own request. Throws input.invalid.
 */
export async function takenPlan(
  db: Db,
  { apiId, planId, days, applyBy }: { apiId: string; planId: string | null; days: number; applyBy: string },
): Promise<{ readonly agreedBy: string | null }> {
  const offered = await offeredPlans(db, apiId);
  const fail = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
  if (planId === null) {
    if (offered.length > 0) throw fail('planId', '请选择调用方案');
    return { agreedBy: null };
  }
  const plan = offered.find(({ id }) => id === planId);
  if (!plan) throw fail('planId', '该API没有提供这个调用方案');
  assertTerm(plan, days, { path: 'days', hint: '' });
  return { agreedBy: plan.approval === 'auto' && plan.offeredBy !== applyBy ? plan.offeredBy : null };
}

/** Names of the plans that APIs are offered with, in order, by API. */
export async function planNames(db: Db, apiIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom('marketApiPlan as offer')
    .innerJoin('marketPlan as plan', 'plan.id', 'offer.planId')
    .select(['offer.apiId', 'plan.planName'])
    .where('offer.apiId', 'in', apiIds)
    .where('plan.deletedAt', 'is', null)
    .orderBy('plan.createTime')
    .orderBy('plan.id')
    .execute();
  const names = new Map<string, string[]>();
  for (const { apiId, planName } of rows) names.set(apiId, [...(names.get(apiId) ?? []), planName]);
  return names;
}
