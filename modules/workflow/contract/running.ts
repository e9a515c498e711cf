import * as z from 'zod';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, PageQuery, Time, pageReply, requiredText } from '#kit/contract/fields.ts';
import { FlowStatus } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { TimeoutAction } from './approval.ts';
import { Instance } from './instance.ts';

const BASE = '/workflow/instances/running';
const CODE = 'workflow:instance:running';
const count = z.number().int();
/** Seconds. */
const span = z.number().int();

/** overdue 逾期: an open task is past its limit · today 今天到期 · suspended 已挂起, whose limits stand still. */
export const RunningView = z.enum(['overdue', 'today', 'suspended'], { error: '请选择视图' });
export type RunningView = z.output<typeof RunningView>;
/** Which running instances, besides those in the caller's data scope. */
export const RunningFilter = z.object({
  /** in the title or the name of the starter, or the whole number of the instance */
  keyword: z.string().trim().max(100).optional().meta({ title: '关键词' }),
  title: z.string().max(100).optional(),
  businessCode: z.string().max(40).optional(),
  flowStatus: FlowStatus.optional(),
  /** process, by its key */
  processKey: z.string().max(100).optional().meta({ title: '流程标识' }),
  /** where it stands; `idle`: nowhere that people act */
  nodeKey: z.string().max(200).optional().meta({ title: '节点' }),
  view: RunningView.optional().meta({ title: '视图' }),
});

/** Where an instance stands, with the people who have to act there. */
export const OpenStep = z.object({
  nodeKey: z.string(),
  name: z.string(),
  people: z.array(z.string()),
  /** nobody has taken it: how many may */
  candidates: count,
  /** 会签 and other nodes that are done several times */
  progress: z.object({ done: count, total: count }).nullable(),
});
export const RunningRow = Instance.extend({
  processKey: z.string(),
  steps: z.array(OpenStep),
  /** the nearest limit of its open tasks */
  dueTime: Time.nullable(),
});

export const NodeLoad = z.object({
  processKey: z.string(),
  processName: z.string(),
  /** null: waits for a time, an event or a service */
  nodeKey: z.string().nullable(),
  name: z.string(),
  count,
  overdue: count,
  /** how long those that stand there now have stood there */
  median: span,
});

const StandingTask = z.object({
  taskId: Id,
  nodeKey: z.string(),
  name: z.string(),
  kind: z.enum(['approve', 'handle', 'submit']),
  assigneeId: z.string().nullable(),
  people: z.array(z.string()),
  createTime: Time,
  dueTime: Time.nullable(),
  urgedTime: Time.nullable(),
  /** how often the rule of the node has reminded */
  reminded: count,
  /** what the rule of the node does next, when, and to whom */
  next: z.object({ action: TimeoutAction, time: Time, person: z.string().nullable() }).nullable(),
});
/** Why an instance does not go on, and what would help: a task for somebody else, 激活, or 流程运维. */
const Cause = z.object({
  taskId: Id.nullable(),
  text: z.string(),
  isBad: z.boolean(),
  way: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('hand'), userId: Id, name: z.string(), relation: z.enum(['主管', '代理人']) }),
      z.object({ kind: z.literal('pick') }),
      z.object({ kind: z.literal('activate') }),
      z.object({ kind: z.literal('operation') }),
    ])
    .nullable(),
});

const params = z.object({ id: Id });
const { exportRows, exportJob } = excelRoutes(BASE, '运行中的流程', CODE, { search: RunningFilter });

/** 运行中的流程, as administrators of flows see them. */
export const running = defineContract({
  page: route.get('/workflow/instances/pageRunning', {
    summary: '运行中的流程分页',
    access: perm(`${CODE}:list`),
    query: PageQuery.extend(RunningFilter.shape),
    reply: pageReply(RunningRow),
  }),
  exportRows,
  exportJob,
  counts: route.get(`${BASE}/counts`, {
    summary: '运行中的流程数量',
    access: perm(`${CODE}:list`),
    query: RunningFilter.omit({ view: true }),
    reply: z.object({ all: count, overdue: count, today: count, suspended: count }),
  }),
  overview: route.get(`${BASE}/overview`, {
    summary: '运行中的流程概况',
    access: perm(`${CODE}:list`),
    reply: z.object({
      running: count,
      endedToday: count,
      overdue: count,
      /** how long the latest limit was missed by; null when none was */
      longest: span.nullable(),
      /** from start to end, of the last 30 days and of the 30 before; null when nothing has ended */
      median: span.nullable(),
      medianBefore: span.nullable(),
      /** part of those that ended in the last 30 days which were sent back at least once */
      returnRate: z.number().nullable(),
      nodes: z.array(NodeLoad),
    }),
  }),
  standing: route.get('/workflow/instances/:id/standing', {
    summary: '流程停留情况',
    access: perm('workflow:instance:track'),
    params,
    reply: z.object({
      tasks: z.array(StandingTask),
      causes: z.array(Cause),
      /** by how long this process took in the last 30 days; null when none has ended */
      median: span.nullable(),
    }),
  }),
  handOver: route.post('/workflow/instances/:id/handover', {
    summary: '移交流程任务',
    access: perm(`${CODE}:handover`),
    params,
    body: z.object({
      taskId: Id.meta({ title: '任务编号' }),
      userId: Id.meta({ title: '接收人编号' }),
      reason: requiredText(200, '原因'),
    }),
    /** who has the task now: the receiver, or the substitute */
    reply: z.object({ receiver: z.string() }),
    audit: '移交流程任务',
  }),
  urgeOverdue: route.post(`${BASE}/urge`, {
    summary: '催办逾期流程',
    access: perm(`${CODE}:urge`),
    body: RunningFilter.omit({ view: true }).extend({ message: z.string().trim().max(200).nullish() }),
    reply: z.object({
      instances: count,
      people: count,
      /** urged a moment ago */
      skipped: count,
      /** overdue ones beyond the most that one call urges */
      left: count,
    }),
    audit: '催办逾期流程',
  }),
});
