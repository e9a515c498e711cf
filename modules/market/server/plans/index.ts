import { AppError } from '#kit/contract/errors.ts';
import { Status } from '#kit/contract/fields.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { plan as contract, PlanInput, PlanRow, PlanSearch } from '../../contract/plan.ts';
import { ENTITY as API, lockedApi } from '../apis/locked.ts';
import { bumpRegistry } from '../calls/revision.ts';
import { services } from '../services/rows.ts';
import { ENTITY as SERVICE, lockedService, visible } from '../services/locked.ts';
import { offered } from '../subscriptions/offers.ts';
import { ofApi } from '../reach.ts';
import { ofGranter } from '../subscriptions/rows.ts';
import { allOffered, assertTerm, asTerms, mayOffer, offeredPlans, offerPlans } from './offered.ts';

const crud = crudHandlers(
  'marketPlan',
  { row: PlanRow, input: PlanInput, search: PlanSearch },
  {
    label: '调用方案',
    nameField: 'planName',
    search: { planName: 'like', status: 'eq' },
    sortable: ['planName', 'createTime', 'updateTime'],
    order: 'createTime',
    unique: { planName: '方案名称已存在' },
  },
);

async function refuseUsed(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const used = await ctx.db
    .selectFrom('marketSubscription as sub')
    .innerJoin('marketPlan as plan', 'plan.id', 'sub.planId')
    .select('plan.planName')
    .where('sub.planId', 'in', ids)
    .where('sub.status', 'in', ['1', '2', '4'])
    .executeTakeFirst();
  if (used) throw new AppError('entity.inUse', `方案“${used.planName}”有订阅在使用，请先更换它们的方案，或禁用它`);
}

function assertSound({ rate, burst, ...rest }: PlanBody): void {
  const fail = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
  if (burst !== null && rate === null) throw fail('burst', '填写突发次数时请填写每秒次数');
  if (rate !== null && burst !== null && burst < rate) throw fail('burst', '突发次数不能小于每秒次数');
  if (rest.dayQuota !== null && rest.monthQuota !== null && rest.dayQuota > rest.monthQuota)
    throw fail('dayQuota', '每日次数不能超过每月次数');
}
type PlanBody = Pick<ReturnType<(typeof PlanInput)['parse']>, 'rate' | 'burst' | 'dayQuota' | 'monthQuota'>;

/** A data API or a service of the caller's scope, locked, as the operation log names it. Throws entity.notFound. */
async function lockedOffer(ctx: Ctx, id: string): Promise<{ entity: string; id: string; name: string }> {
  const service = await services(ctx.db).select('service.id').where('service.id', '=', id).executeTakeFirst();
  if (service) return { entity: SERVICE, id, name: (await lockedService(ctx, id)).serviceName };
  return { entity: API, id, name: (await lockedApi(ctx, id)).apiName };
}
/** Whether a data API or a service is of the caller's scope. */
async function isOwn(ctx: Ctx, id: string): Promise<boolean> {
  const api = await ctx.db
    .selectFrom('marketApi as api')
    .select('api.id')
    .where('api.id', '=', id)
    .where('api.deletedAt', 'is', null)
    .where(scope(ctx, ofApi))
    .executeTakeFirst();
  return api !== undefined || (await visible(ctx).select('service.id').where('service.id', '=', id).executeTakeFirst()) !== undefined;
}

export const plans = implement(contract, {
  ...crud,
  create(ctx, input) {
    assertSound(input.body);
    return crud.create(ctx, input);
  },
  async update(ctx, input) {
    assertSound(input.body);
    const answer = await crud.update(ctx, input);
    await bumpRegistry(ctx.db);
    return answer;
  },
  async remove(ctx, input) {
    await refuseUsed(ctx, [input.params.id]);
    return crud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await refuseUsed(ctx, input.params.ids);
    return crud.removeBatch(ctx, input);
  },
  async offered(ctx, { params, query }) {
    // what is released is offered to everybody
    if (!(await isOwn(ctx, params.apiId))) await offered(ctx.db, params.apiId);
    const withDisabled = query.disabled === '1' && mayOffer(ctx);
    const rows = await (withDisabled ? allOffered : offeredPlans)(ctx.db, params.apiId);
    return rows.map(({ offeredBy: _, status, ...row }) => ({ ...asTerms(row), status: Status.parse(status) }));
  },
  async offer(ctx, { params, body }) {
    const of = await lockedOffer(ctx, params.apiId);
    const planIds = [...new Set(body.planIds)];
    const offeredNow = new Set((await allOffered(ctx.db, of.id)).map(({ id }) => id));
    const others = planIds.filter((id) => !offeredNow.has(id));
    const known =
      others.length === 0
        ? []
        : await ctx.db
            .selectFrom('marketPlan')
            .select('id')
            .where('id', 'in', others)
            .where('status', '=', '1')
            .where('deletedAt', 'is', null)
            .execute();
    if (known.length !== others.length) throw new AppError('entity.notFound', '调用方案不存在或已禁用');
    const had = await offerPlans(ctx, of.id, planIds);
    ctx.audit.change({ ...of, before: { planIds: had }, after: { planIds } });
    return null;
  },
  async assign(ctx, { params, body }) {
    const row = await ofGranter(ctx, params.id, '调用方案');
    if (body.planId !== null) {
      const plan = (await offeredPlans(ctx.db, row.apiId)).find(({ id }) => id === body.planId);
      if (!plan) throw new AppError('entity.notFound', '该API没有提供这个调用方案');
      assertTerm(plan, row.days, { path: 'planId', hint: `，这个订阅有效 ${row.days} 天，请选择其他方案` });
    }
    await ctx.db.updateTable('marketSubscription').set({ planId: body.planId }).where('id', '=', row.id).execute();
    const name = `${row.appName} → ${row.apiName}`;
    ctx.audit.change({ entity: '订阅', id: row.id, name, before: { planId: row.planId }, after: { planId: body.planId } });
    await bumpRegistry(ctx.db);
    return null;
  },
});
