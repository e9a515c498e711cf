import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, requiredText, rowFields, Status, StatusInput } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { MAX_DAYS } from './term.ts';

const bound = (label: string, most: number) =>
  z
    .number({ error: `${label}应为数字` })
    .int(`${label}应为整数`)
    .min(1, `${label}不能小于1`)
    .max(most, `${label}不能超过${most}`)
    .nullish()
    .transform((value) => value ?? null)
    .meta({ title: label });
/** auto: who offers the plan has agreed in advance; manual: each subscription is decided */
export const PlanApproval = z.enum(['auto', 'manual'], { error: '审批方式只能是自动或人工' });
export const PlanInput = z.object({
  planName: requiredText(50, '方案名称').meta({ title: '方案名称' }),
  rate: bound('每秒次数', 100_000),
  burst: bound('突发次数', 1_000_000),
  concurrency: bound('并发数', 10_000),
  dayQuota: bound('每日次数', 1_000_000_000),
  monthQuota: bound('每月次数', 10_000_000_000),
  monthMegabytes: bound('每月流量', 10_000_000),
  maxDays: bound('最长天数', MAX_DAYS),
  approval: PlanApproval.default('manual').meta({ title: '审批方式' }),
  status: StatusInput.meta({ title: '状态' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
const count = z.number().int().nullable();
export const PlanRow = z.object({
  ...rowFields,
  status: Status,
  planName: z.string(),
  /** calls a second in the long run, and what may come at once */
  rate: count,
  burst: count,
  /** calls under way at once, on each node */
  concurrency: count,
  dayQuota: z.coerce.number().int().nullable(),
  monthQuota: z.coerce.number().int().nullable(),
  monthMegabytes: z.coerce.number().int().nullable(),
  /** longest term of a subscription */
  maxDays: count,
  approval: PlanApproval,
  remark: z.string().nullable(),
});
export const PlanSearch = z.object({
  planName: z.string().max(50).optional().meta({ title: '方案名称' }),
  status: Status.optional(),
});
/** What a plan allows. */
export const PlanTerms = PlanRow.pick({
  id: true,
  planName: true,
  rate: true,
  burst: true,
  concurrency: true,
  dayQuota: true,
  monthQuota: true,
  monthMegabytes: true,
  maxDays: true,
  approval: true,
});
/** A plan of an API with whether it can be taken: one that was disabled stays offered, and is told only to who may offer plans. */
export const OfferedPlan = PlanTerms.extend({ status: Status });
const base = '/data/market/plans';
const ofApi = z.object({ apiId: Id });
/** 调用方案: how much an application may call */
export const plan = defineContract({
  ...crudRoutes(base, '调用方案', 'market:plan', { row: PlanRow, input: PlanInput, search: PlanSearch }),
  offered: route.get(`${base}/api/:apiId`, {
    summary: '数据API提供的调用方案',
    access: perm('market:plan:list', 'market:square:list', 'market:apply:add', 'market:subscription:add', 'market:subscription:decide'),
    params: ofApi,
    query: z.object({ disabled: z.enum(['0', '1']).default('0') }),
    reply: z.array(OfferedPlan),
  }),
  offer: route.put(`${base}/api/:apiId`, {
    summary: '设置数据API提供的调用方案',
    access: perm('market:plan:offer'),
    params: ofApi,
    body: z.object({ planIds: z.array(Id).max(20, '最多提供20个方案').meta({ title: '调用方案' }) }),
    reply: z.null(),
    audit: '设置数据API的调用方案',
  }),
  assign: route.put(`${base}/subscription/:id`, {
    summary: '更换订阅的调用方案',
    access: perm('market:subscription:decide'),
    params: z.object({ id: Id }),
    body: z.object({ planId: Id.nullable().meta({ title: '调用方案' }) }),
    reply: z.null(),
    audit: '更换订阅的调用方案',
  }),
});
