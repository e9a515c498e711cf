import * as z from 'zod';
import { Id, PageQuery, Time, pageReply } from '#kit/contract/fields.ts';
import { AskedPick, FlowStatus } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { FieldRight } from './approval.ts';
import { Picks, Submitted } from './request.ts';

export const TaskAction = z.enum(
  ['complete', 'claim', 'unclaim', 'assignee', 'delegate', 'resolve', 'reject', 'return', 'withdraw', 'copy', 'addSign', 'removeSign'],
  { error: '不支持的操作' },
);
/** 加签: before 前, after 后, beside 并行. */
export const SignOrder = z.enum(['before', 'after', 'beside'], { error: '请选择加签方式' });
export type SignOrder = z.output<typeof SignOrder>;
export type TaskAction = z.output<typeof TaskAction>;

export const FlowTask = z.object({
  id: Id,
  processInstanceId: Id,
  taskDefinitionKey: z.string(),
  name: z.string(),
  kind: z.enum(['approve', 'handle', 'submit']),
  businessCode: z.string(),
  businessName: z.string().nullable(),
  businessKey: z.string(),
  title: z.string(),
  starterId: z.string(),
  starterName: z.string().nullable(),
  deptName: z.string().nullable(),
  flowStatus: FlowStatus,
  assigneeId: z.string().nullable(),
  assigneeName: z.string().nullable(),
  ownerId: z.string().nullable(),
  delegatedFrom: z.string().nullable(),
  /** 加签: who added this person */
  addedBy: z.string().nullable(),
  state: z.enum(['todo', 'done', 'cancelled']),
  result: z.string().nullable(),
  opinion: z.string().nullable(),
  dueTime: Time.nullable(),
  readTime: Time.nullable(),
  urgedTime: Time.nullable(),
  createTime: Time,
  endTime: Time.nullable(),
});
const YES = z.literal('1').optional();
const query = PageQuery.extend({
  title: z.string().max(100).optional(),
  businessCode: z.string().max(40).optional(),
  /** category of the process */
  categoryId: Id.optional(),
  starter: z.string().max(50).optional(),
  /** due before now */
  overdue: YES,
  /** due before the end of the day */
  dueToday: YES,
  /** nobody has taken it yet */
  claimable: YES,
  beginTime: z.iso.datetime({ offset: true }).optional(),
  endTime: z.iso.datetime({ offset: true }).optional(),
});
const params = z.object({ taskId: Id });
const act = perm(
  'workflow:task:exam',
  'workflow:task:caim',
  'workflow:task:claim',
  'workflow:task:unclaim',
  'workflow:task:delegate',
  'workflow:task:assignee',
);

/** 流程任务 */
export const flowTask = defineContract({
  todo: route.get('/workflow/tasks/pageTodo', {
    summary: '待办任务分页',
    access: perm('workflow:task:todo:list'),
    query,
    reply: pageReply(FlowTask),
  }),
  done: route.get('/workflow/tasks/pageDone', {
    summary: '已办任务分页',
    access: perm('workflow:task:done:list'),
    query,
    reply: pageReply(FlowTask),
  }),
  counts: route.get('/workflow/tasks/counts', {
    summary: '任务数量',
    access: perm('workflow:task:todo:list'),
    reply: z.object({
      todo: z.number().int(),
      claimable: z.number().int(),
      overdue: z.number().int(),
      dueToday: z.number().int(),
      /** copies that were not read yet */
      copied: z.number().int(),
    }),
    isPassive: true,
  }),
  actions: route.get('/workflow/tasks/:taskId/actions', {
    summary: '任务可用的操作',
    access: perm('workflow:task:todo:list'),
    params,
    reply: z.object({
      actions: z.array(TaskAction),
      returnable: z.array(z.object({ id: z.string(), name: z.string() })),
      /** what the node lets the approver do with fields of the record */
      fields: z.record(z.string(), FieldRight),
      /** 自选: nodes whose approvers the caller picks when he agrees or submits again */
      picks: z.array(AskedPick),
      /** an opinion that the caller has begun */
      draft: z.object({ text: z.string().nullable(), files: z.string().nullable(), updateTime: Time }).nullable(),
    }),
  }),
  /** businesses and categories of open tasks, for filters */
  filters: route.get('/workflow/tasks/filters', {
    summary: '待办筛选项',
    access: perm('workflow:task:todo:list'),
    reply: z.object({
      businesses: z.array(z.object({ code: z.string(), name: z.string() })),
      categories: z.array(z.object({ id: Id, name: z.string() })),
    }),
  }),
  saveDraft: route.put('/workflow/tasks/:taskId/draft', {
    summary: '暂存审批意见',
    access: perm('workflow:task:exam'),
    params,
    body: z.object({ text: z.string().max(1000).nullish(), files: z.string().max(2000).nullish() }),
    reply: z.null(),
    audit: '暂存审批意见',
  }),
  batch: route.post('/workflow/tasks/batch', {
    summary: '批量办理流程任务',
    access: act,
    body: z.object({
      action: z.enum(['complete', 'assignee']),
      taskIds: z.array(Id).min(1, '请选择任务').max(100, '一次最多办理100个任务'),
      message: z.string().trim().max(1000).nullish(),
      userId: Id.nullish(),
    }),
    reply: z.object({
      done: z.number().int(),
      /** one of each task, in the given order */
      results: z.array(z.object({ taskId: Id, title: z.string().nullable(), isDone: z.boolean(), message: z.string().nullable() })),
    }),
    audit: '批量办理流程任务',
  }),
  execute: route.post('/workflow/tasks/execute/:taskId', {
    summary: '办理流程任务',
    access: act,
    params,
    body: z.object({
      action: TaskAction,
      taskId: Id.optional(),
      processInstanceId: Id.optional(),
      /** 审批意见 */
      message: z.string().trim().max(1000, '审批意见不能超过1000个字符').nullish(),
      variables: z.record(z.string().max(100), z.unknown()).nullish(),
      /** 转办, 委派: the account; 抄送, 加签: accounts; 减签: the one who is asked after the caller's own task */
      userId: Id.nullish(),
      userIds: z.array(Id).max(200).nullish(),
      /** 退回: node or start */
      to: z.string().max(100).nullish(),
      /** 退回: again 重走 or direct 直达; what the node says unless given */
      mode: z.enum(['again', 'direct']).nullish(),
      picks: Picks,
      /** stored names of files that belong to the opinion, comma-separated */
      files: z.string().max(2000).nullish(),
      /** fields of the record that the node lets the approver edit */
      fields: z.record(z.string().max(64), z.unknown()).nullish(),
      /** 加签: whether the added people decide before the caller, after him or beside him */
      order: SignOrder.nullish(),
    }),
    reply: Submitted,
    audit: '办理流程任务',
  }),
});
