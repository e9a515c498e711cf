import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';
import { PlanApproval } from '../../contract/plan.ts';
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

/** Plans that an API is offered with, the enabled ones. */
export const offeredPlans = (db: Db, apiId: string) =>
  db
    .selectFrom('marketApiPlan as offer')
    .innerJoin('marketPlan as plan', 'plan.id', 'offer.planId')
    .select([...TERMS, 'offer.createBy as offeredBy'])
    .where('offer.apiId', '=', apiId)
    .where('plan.status', '=', '1')
    .where('plan.deletedAt', 'is', null)
    .orderBy('plan.createTime')
    .orderBy('plan.id')
    .execute();

type StoredTerms = Omit<Awaited<ReturnType<typeof offeredPlans>>[number], 'offeredBy'>;
export const asTerms = ({ approval, dayQuota, monthQuota, monthMegabytes, ...row }: StoredTerms) => ({
  ...row,
  approval: PlanApproval.parse(approval),
  dayQuota: numberOf(dayQuota),
  monthQuota: numberOf(monthQuota),
  monthMegabytes: numberOf(monthMegabytes),
});

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
  if (plan.maxDays !== null && days > plan.maxDays) throw fail('days', `方案“${plan.planName}”的有效天数最长 ${plan.maxDays} 天`);
  return { agreedBy: plan.approval === 'auto' && plan.offeredBy !== applyBy ? plan.offeredBy : null };
}
