import * as z from 'zod';
import { Id, PageQuery, Time, pageReply, requiredText } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** waiting 待执行, done 已生效, dead 生效失败, skipped 已跳过. */
export const EffectState = z.enum(['waiting', 'done', 'dead', 'skipped']);
export type EffectState = z.output<typeof EffectState>;

const Effect = z.object({
  id: Id,
  processInstanceId: Id,
  title: z.string(),
  businessName: z.string().nullable(),
  /** service node whose work it is; null for what the passed approval brings about */
  nodeName: z.string().nullable(),
  state: EffectState,
  tries: z.number().int(),
  error: z.string().nullable(),
  reason: z.string().nullable(),
  createTime: Time,
  nextTime: Time,
  endTime: Time.nullable(),
});
const FlowTimer = z.object({
  /** instance and timer in one word */
  id: z.string(),
  processInstanceId: Id,
  timer: z.string(),
  nodeKey: z.string(),
  nodeName: z.string(),
  title: z.string(),
  businessName: z.string().nullable(),
  dueTime: Time,
  tries: z.number().int(),
  error: z.string().nullable(),
  /** null while it is tried by itself */
  deadTime: Time.nullable(),
});
const reason = z.object({ reason: requiredText(200, '原因') });
const timer = z.object({ id: Id, timer: z.string().max(20).meta({ title: '定时器编号' }) });
const sees = perm('workflow:operation:list');

/** 流程运维: what failed in the background, and what is stored wrongly. */
export const operation = defineContract({
  effects: route.get('/workflow/operations/effects/page', {
    summary: '生效任务分页',
    access: sees,
    query: PageQuery.extend({ state: EffectState.optional(), title: z.string().max(100).optional() }),
    reply: pageReply(Effect),
  }),
  retryEffect: route.post('/workflow/operations/effects/:id/retry', {
    summary: '重试生效任务',
    access: perm('workflow:operation:retry'),
    params: z.object({ id: Id }),
    reply: z.null(),
    audit: '重试生效任务',
  }),
  skipEffect: route.post('/workflow/operations/effects/:id/skip', {
    summary: '跳过生效任务',
    access: perm('workflow:operation:skip'),
    params: z.object({ id: Id }),
    body: reason,
    reply: z.null(),
    audit: '跳过生效任务',
  }),
  timers: route.get('/workflow/operations/timers/page', {
    summary: '异常定时器分页',
    access: sees,
    query: PageQuery.extend({ title: z.string().max(100).optional() }),
    reply: pageReply(FlowTimer),
  }),
  retryTimer: route.post('/workflow/operations/timers/:id/:timer/retry', {
    summary: '重试定时器',
    access: perm('workflow:operation:retry'),
    params: timer,
    reply: z.null(),
    audit: '重试定时器',
  }),
  skipTimer: route.post('/workflow/operations/timers/:id/:timer/skip', {
    summary: '跳过定时器',
    access: perm('workflow:operation:skip'),
    params: timer,
    body: reason,
    reply: z.null(),
    audit: '跳过定时器',
  }),
  check: route.get('/workflow/operations/check', {
    summary: '流程一致性检查',
    access: perm('workflow:operation:check'),
    /** one instance, or the newest ones */
    query: z.object({ processInstanceId: Id.optional() }),
    reply: z.object({
      checked: z.number().int(),
      faults: z.array(z.object({ processInstanceId: Id, title: z.string(), faults: z.array(z.string()) })),
    }),
    timeoutMs: 60_000,
  }),
});
