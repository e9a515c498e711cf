import * as z from 'zod';
import { Id, optionalText, PageQuery, pageReply, requiredText, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

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
  status: SubscriptionStatus,
  /** names of the answer that the application gets; null = all */
  fields: z.array(z.string()).nullable(),
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
});
export const SubscriptionInput = z.object({
  appId: Id.meta({ title: '应用' }),
  apiId: Id.meta({ title: '数据API' }),
  days: z
    .number({ error: '有效天数应为数字' })
    .int('有效天数应为整数')
    .min(1, '有效天数不能小于1')
    .max(3650, '有效天数不能超过3650')
    .default(180)
    .meta({ title: '有效天数' }),
  reason: requiredText(500, '申请用途').meta({ title: '申请用途' }),
  fields: z
    .array(z.string().min(1).max(200))
    .min(1, '请至少选择一个返回字段')
    .max(500)
    .nullish()
    .transform((names) => names ?? null)
    .meta({ title: '返回字段' }),
});
const base = '/data/market/subscriptions';
const params = z.object({ id: Id });
/** 订阅: which application may call which API until when */
export const subscription = defineContract({
  page: route.get(`${base}/page`, {
    summary: '订阅分页',
    access: perm('market:subscription:list', 'market:apply:list'),
    query: PageQuery.omit({ sort: true }).extend({
      apiId: Id.optional(),
      appId: Id.optional(),
      status: SubscriptionStatus.optional(),
      mine: z.enum(['0', '1']).optional(),
    }),
    reply: pageReply(SubscriptionRow),
  }),
  create: route.post(base, {
    summary: '申请订阅',
    access: perm('market:subscription:add', 'market:apply:add'),
    body: SubscriptionInput,
    reply: z.object({ id: Id }),
    audit: '申请订阅数据API',
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
