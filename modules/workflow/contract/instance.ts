import * as z from 'zod';
import { Id, PageQuery, Time, pageReply, requiredText } from '#kit/contract/fields.ts';
import { ComingStep, FlowComparison, FlowStatus } from '#kit/contract/flow.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { Suspension } from './definition.ts';
import { EffectState } from './operation.ts';
import { Tree } from './tree.ts';

export const Instance = z.object({
  id: Id,
  businessCode: z.string(),
  businessName: z.string().nullable(),
  businessKey: z.string(),
  title: z.string(),
  definitionId: z.string(),
  definitionName: z.string(),
  versionNo: z.number().int(),
  starterId: z.string(),
  starterName: z.string().nullable(),
  deptName: z.string().nullable(),
  flowStatus: FlowStatus,
  suspensionState: Suspension,
  /** what became of the effect of a passed approval; null when it has none */
  effectState: EffectState.nullable(),
  /** names of the nodes with open tasks */
  currentNodes: z.array(z.string()),
  startTime: Time,
  endTime: Time.nullable(),
});
/** One line of the trail (审批记录): a step, or what somebody said. */
export const TrailEntry = z.object({
  kind: z.enum(['step', 'comment', 'urge']),
  time: Time,
  actorId: z.string().nullable(),
  actorName: z.string().nullable(),
  action: z.string(),
  nodeKey: z.string().nullable(),
  nodeName: z.string().nullable(),
  opinion: z.string().nullable(),
  /** stored names of files, comma-separated */
  files: z.string().nullable(),
  /** fields of the record that the step has changed, as far as the caller sees them */
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
});
/** Who has to act now; `isPending`: was added by 加签 and is asked when the task is done. */
export const Waiting = z.object({
  taskId: Id,
  nodeKey: z.string(),
  name: z.string(),
  kind: z.string(),
  people: z.array(z.string()),
  assigneeId: z.string().nullable(),
  addedBy: z.string().nullable(),
  addedByName: z.string().nullable(),
  isPending: z.boolean(),
  /** the caller added this person and may take the person away (减签) */
  mayRemove: z.boolean(),
  readTime: Time.nullable(),
  dueTime: Time.nullable(),
  /** last time that somebody urged */
  urgedTime: Time.nullable(),
  createTime: Time,
});
const TrackNode = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  /** now: stands there · next: not reached yet · skipped: will not be reached any more · returned: sent back from there */
  state: z.enum(['done', 'now', 'next', 'returned', 'skipped']),
  /** somebody there is late */
  isOverdue: z.boolean(),
  people: z.array(z.string()),
  /** 会签 and other nodes that are done several times: how often, of how many while it is under way */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** the process that the node calls, when the instance can show it */
  calls: z.object({ key: z.string(), name: z.string() }).nullable(),
  /** who was asked there and what they said, in order */
  visits: z.array(
    z.object({
      /** null: nobody has taken the task */
      person: z.string().nullable(),
      /** approved, rejected, returned, submitted, passed; copied or read of a copy; null while it waits */
      result: z.string().nullable(),
      opinion: z.string().nullable(),
      startTime: Time,
      endTime: Time.nullable(),
      dueTime: Time.nullable(),
    }),
  ),
});
const query = PageQuery.extend({
  title: z.string().max(100).optional(),
  businessCode: z.string().max(40).optional(),
  flowStatus: FlowStatus.optional(),
});
const params = z.object({ id: Id });
const reason = z.object({ reason: requiredText(200, '原因') });
const Place = z.object({ id: z.string(), name: z.string(), kind: z.string() });
const Awaited = z.object({ id: z.string(), name: z.string(), people: z.array(z.string()) });

/** message 消息, signal 信号, receive 接收任务. */
export const AwaitedKind = z.enum(['message', 'signal', 'receive']);
const AwaitedEvent = z.object({
  kind: AwaitedKind,
  /** of the message or the signal; of a receive task its node */
  name: z.string(),
  node: z.string(),
  nodeName: z.string(),
});

/** 流程实例 */
export const instance = defineContract({
  started: route.get('/workflow/instances/pageMyStarted', {
    summary: '我发起的流程分页',
    access: perm('workflow:instance:mystarted:list', 'workflow:request:submit'),
    query,
    reply: pageReply(Instance),
  }),
  involved: route.get('/workflow/instances/pageMyInvolved', {
    summary: '我参与的流程分页',
    access: perm('workflow:instance:myinvolved:list', 'workflow:task:todo:list'),
    query,
    reply: pageReply(Instance),
  }),
  copied: route.get('/workflow/instances/pageMyCopied', {
    summary: '抄送我的流程分页',
    access: perm('workflow:instance:mycopied:list', 'workflow:task:todo:list'),
    query,
    reply: pageReply(Instance),
  }),
  detail: route.get('/workflow/instances/:id/detail', {
    summary: '流程实例详情',
    access: signedIn,
    params,
    reply: Instance.extend({
      businessType: z.string(),
      businessComponent: z.string().nullable(),
      /** the record as it was submitted */
      snapshot: z.record(z.string(), z.unknown()),
      /** without those that are hidden from the caller */
      fields: z.array(z.object({ name: z.string(), label: z.string(), kind: z.enum(['text', 'area', 'amount', 'files']) })),
      /** what approving changes, without what is hidden from the caller; null for a record that was nothing before */
      comparison: FlowComparison.nullable(),
      trail: z.array(TrailEntry),
      waiting: z.array(Waiting),
    }),
  }),
  history: route.get('/workflow/instances/:id/history', {
    summary: '流程实例审批记录',
    access: signedIn,
    params,
    reply: z.array(TrailEntry),
  }),
  track: route.get('/workflow/instances/track', {
    summary: '流程跟踪',
    access: signedIn,
    /** `process`: a called process instead of the one that was started */
    query: z.object({ processInstanceId: Id, process: z.string().max(100).optional() }),
    reply: z.object({
      process: z.object({ key: z.string(), name: z.string() }),
      nodes: z.array(TrackNode),
      flows: z.array(z.object({ id: z.string(), from: z.string(), to: z.string(), taken: z.boolean() })),
      forecast: z.array(ComingStep),
      /** null for a process that only BPMN can say */
      tree: Tree.nullable(),
      bpmnXml: z.string(),
    }),
  }),
  urge: route.post('/workflow/instances/:id/urge', {
    summary: '催办流程',
    access: signedIn,
    params,
    body: z.object({ message: z.string().trim().max(200).nullish() }),
    reply: z.object({ people: z.number().int() }),
    audit: '催办流程',
  }),
  comment: route.post('/workflow/instances/:id/comments', {
    summary: '批注流程',
    access: signedIn,
    params,
    body: z.object({
      text: requiredText(1000, '批注'),
      files: z.string().max(2000).nullish(),
      /** accounts that get a message, and may see the instance from then on */
      userIds: z.array(Id).max(50).nullish(),
    }),
    reply: z.null(),
    audit: '批注流程',
  }),
  read: route.post('/workflow/instances/:id/read', {
    summary: '标记流程已阅',
    access: signedIn,
    params,
    reply: z.null(),
  }),
  cancel: route.delete('/workflow/instances/delete/:id', {
    summary: '撤销流程',
    access: signedIn,
    params,
    reply: z.null(),
    audit: '撤销流程',
  }),
  terminate: route.post('/workflow/instances/:id/terminate', {
    summary: '终止流程',
    access: perm('workflow:instance:running:remove'),
    params,
    body: reason,
    reply: z.null(),
    audit: '终止流程',
  }),
  places: route.get('/workflow/instances/:id/places', {
    summary: '流程可移动的节点',
    access: perm('workflow:instance:running:move'),
    params,
    reply: z.object({ standing: z.array(Awaited), targets: z.array(Place) }),
  }),
  move: route.post('/workflow/instances/:id/move', {
    summary: '移动流程',
    access: perm('workflow:instance:running:move'),
    params,
    body: reason.extend({
      /** nodes that are left; all where something stands unless given */
      from: z.array(z.string().max(200)).max(100).nullish(),
      to: z.array(z.string().max(200)).min(1, '请选择目标节点').max(100),
      /** answers what would happen and changes nothing */
      dryRun: z.boolean().default(false).meta({ title: '只预览' }),
    }),
    reply: z.object({
      flowStatus: FlowStatus,
      /** tasks that the move takes away, and those that it makes */
      cancelled: z.array(Awaited),
      created: z.array(Awaited),
    }),
    audit: '移动流程',
  }),
  events: route.get('/workflow/instances/:id/events', {
    summary: '流程等待的事件',
    access: perm('workflow:instance:running:trigger'),
    params,
    reply: z.array(AwaitedEvent),
  }),
  trigger: route.post('/workflow/instances/:id/trigger', {
    summary: '触发流程事件',
    access: perm('workflow:instance:running:trigger'),
    params,
    body: reason.extend({
      kind: AwaitedKind.meta({ title: '事件类型' }),
      name: requiredText(200, '事件'),
      /** what a message brings along */
      variables: z.record(z.string().max(100), z.unknown()).nullish(),
    }),
    reply: z.object({ flowStatus: FlowStatus }),
    audit: '触发流程事件',
  }),
  activate: route.put('/workflow/instances/activate/:id', {
    summary: '激活流程实例',
    access: perm('workflow:instance:running:activate'),
    params,
    reply: z.null(),
    audit: '激活流程实例',
  }),
  suspend: route.put('/workflow/instances/suspend/:id', {
    summary: '挂起流程实例',
    access: perm('workflow:instance:running:suspend'),
    params,
    reply: z.null(),
    audit: '挂起流程实例',
  }),
});
