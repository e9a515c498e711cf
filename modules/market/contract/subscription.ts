import * as z from 'zod';
import { Id, optionalText, PageQuery, pageReply, requiredText, Time } from '#kit/contract/fields.ts';
import { ComingStep, FlowStatus } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { PlanTerms } from './plan.ts';
import { RowFilter } from './row-filter.ts';
import { MAX_DAYS } from './term.ts';

/** 1 待审批, 2 生效, 3 已拒绝, 4 已暂停, 5 已关闭; what is past its end is 6 已到期 (dictionary market_subscription_status) */
export const SubscriptionStatus = z.enum(['1', '2', '3', '4', '5', '6']);
export type SubscriptionStatus = z.output<typeof SubscriptionStatus>;

const SubscriptionRow = z.object({
  id: Id,
  appId: Id,
  appName: z.string(),
  apiId: Id,
  apiName: z.string(),
  apiUrl: z.string(),
  apiVersion: z.string(),
  /** fields and rows can be limited of a data API only */
  kind: z.enum(['api', 'service']),
  status: SubscriptionStatus,
  /** names of the answer that the application gets; null = all */
  fields: z.array(z.string()).nullable(),
  /** rows that it gets; null = all */
  rows: RowFilter,
  planId: z.string().nullable(),
  /** what its plan allows, also of one that is not offered any more */
  plan: PlanTerms.nullable(),
  /** the subscription whose term it goes on with */
  renewsId: z.string().nullable(),
  /** the approval that decides; null where the owner of the API does */
  flowStatus: FlowStatus.nullable(),
  processInstanceId: z.string().nullable(),
  days: z.number().int(),
  reason: z.string(),
  applicant: z.string().nullable(),
  applyTime: Time,
  decider: z.string().nullable(),
  decideTime: Time.nullable(),
  opinion: z.string().nullable(),
  startTime: Time.nullable(),
  endTime: Time.nullable(),
  /** what the caller may do with it now */
  mayDecide: z.boolean(),
  mayClose: z.boolean(),
  /** fields, rows and plan */
  mayGrant: z.boolean(),
  mayRenew: z.boolean(),
  /** the own request that came back from its approval */
  mayResubmit: z.boolean(),
});
const Days = z
  .number({ error: '有效天数应为数字' })
  .int('有效天数应为整数')
  .min(1, '有效天数不能小于1')
  .max(MAX_DAYS, `有效天数不能超过${MAX_DAYS}`)
  .meta({ title: '有效天数' });
const Fields = z
  .array(z.string().min(1).max(200))
  .min(1, '请至少选择一个返回字段')
  .max(500)
  .nullish()
  .transform((names) => names ?? null)
  .meta({ title: '返回字段' });
const Reason = requiredText(500, '申请用途').meta({ title: '申请用途' });
export const SubscriptionInput = z.object({
  appId: Id.meta({ title: '应用' }),
  apiId: Id.meta({ title: '数据API' }),
  days: Days.default(180),
  reason: Reason,
  fields: Fields,
  rows: RowFilter.meta({ title: '行范围' }),
  /** where the API is offered with plans, one of them */
  planId: Id.nullish()
    .transform((id) => id ?? null)
    .meta({ title: '调用方案' }),
});
/** Another term; without a plan the one that it has. */
const term = { reason: Reason, planId: Id.nullish().meta({ title: '调用方案' }) };
const base = '/data/market/subscriptions';
const params = z.object({ id: Id });
const ASK = perm('market:subscription:add', 'market:apply:add');
/** What came of a request: in an approval, waiting for the owner, or in force by its plan. */
const Asked = z.object({
  id: Id,
  status: SubscriptionStatus,
  flowStatus: FlowStatus.nullable(),
  processInstanceId: z.string().nullable(),
});
/** Who would decide about a request. */
export const SubscriptionPath = z.object({
  /** a process, whoever answers for the API, or the plan, which is agreed to in advance */
  decidedBy: z.enum(['process', 'owner', 'plan']),
  steps: z.array(ComingStep),
});
export type SubscriptionPath = z.output<typeof SubscriptionPath>;
/** 订阅: which application may call which API until when */
export const subscription = defineContract({
  page: route.get(`${base}/page`, {
    summary: '订阅分页',
    access: perm('market:subscription:list', 'market:apply:list'),
    query: PageQuery.omit({ sort: true }).extend({
      apiId: Id.optional(),
      appId: Id.optional(),
      status: SubscriptionStatus.optional(),
      apiName: z.string().max(100).optional(),
      appName: z.string().max(100).optional(),
      mine: z.enum(['0', '1']).optional(),
    }),
    reply: pageReply(SubscriptionRow),
  }),
  create: route.post(base, {
    summary: '申请订阅',
    access: ASK,
    body: SubscriptionInput,
    reply: Asked,
    audit: '申请订阅数据API',
  }),
  /** who would decide about a request, before it is made; the application and the purpose may still be missing */
  steps: route.post(`${base}/steps`, {
    summary: '订阅申请由谁审批',
    access: ASK,
    body: SubscriptionInput.omit({ reason: true, appId: true }).extend({ appId: Id.nullish() }),
    reply: SubscriptionPath,
  }),
  /** a new term of a subscription, decided as the first one was */
  renew: route.post(`${base}/:id/renew`, {
    summary: '申请订阅续期',
    access: ASK,
    params,
    body: z.object({ ...term, days: Days.default(180) }),
    reply: Asked,
    audit: '申请订阅续期',
  }),
  /** a request that its approval sent back, submitted again */
  submit: route.post(`${base}/:id/submit`, {
    summary: '重新提交订阅申请',
    access: ASK,
    params,
    body: z.object({ ...term, days: Days }),
    reply: Asked,
    audit: '重新提交订阅申请',
  }),
  decide: route.post(`${base}/:id/decide`, {
    summary: '审批订阅',
    access: perm('market:subscription:decide'),
    params,
    body: z.object({
      approved: z.boolean({ error: '请选择同意或拒绝' }).meta({ title: '是否同意' }),
      opinion: optionalText(500, '意见').meta({ title: '意见' }),
    }),
    reply: z.null(),
    audit: '审批订阅',
  }),
  /** narrower or wider fields and rows of a subscription, felt within a second */
  grant: route.put(`${base}/grant/:id`, {
    summary: '调整订阅的授权范围',
    access: perm('market:subscription:decide'),
    params,
    body: z.object({ fields: Fields, rows: RowFilter.meta({ title: '行范围' }) }),
    reply: z.null(),
    audit: '调整订阅的授权范围',
  }),
  /** what a subscription can be limited to */
  grantable: route.get(`${base}/:id/grantable`, {
    summary: '订阅可授权的字段',
    access: perm('market:subscription:decide'),
    params,
    reply: z.object({
      outputs: z.array(
        z.object({
          name: z.string(),
          comment: z.string().nullable(),
          level: z.string().nullable(),
          /** how it is masked; null = as it is, for scripts: known by their answer only */
          mask: z.string().nullable(),
        }),
      ),
      /** columns that rows may be limited by; none for scripts */
      columns: z.array(z.object({ columnName: z.string(), comment: z.string().nullable(), dataType: z.string() })),
    }),
  }),
  pause: route.put(`${base}/pause/:id`, {
    summary: '暂停订阅',
    access: perm('market:subscription:decide'),
    params,
    reply: z.null(),
    audit: '暂停订阅',
  }),
  resume: route.put(`${base}/resume/:id`, {
    summary: '恢复订阅',
    access: perm('market:subscription:decide'),
    params,
    reply: z.null(),
    audit: '恢复订阅',
  }),
  close: route.put(`${base}/close/:id`, {
    summary: '关闭订阅',
    access: perm('market:subscription:decide', 'market:subscription:add', 'market:apply:withdraw'),
    params,
    reply: z.null(),
    audit: '关闭订阅',
  }),
});
