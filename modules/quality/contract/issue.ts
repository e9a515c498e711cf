import * as z from 'zod';
import { proposalFields } from '#kit/contract/flow.ts';
import { Day, Id, PageQuery, pageReply, requiredText, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { BadRows } from './report.ts';
import { ReportState } from './state.ts';
import { TrendPoint } from './trend.ts';

export const IssueStatus = z.enum(['1', '2', '3', '4', '5', '6']);
export const IssueMoveName = z.enum(['assign', 'start', 'submit', 'approve', 'return', 'close', 'refute', 'reopen', 'waive']);

export const IssueRow = z.object({
  id: Id,
  version: z.number().int(),
  issueNo: z.string(),
  state: IssueStatus,
  checkRuleId: Id,
  ruleName: z.string(),
  ruleTypeId: Id,
  ruleTypeName: z.string(),
  ruleLevelId: Id,
  ruleLevelName: z.string(),
  ruleSourceId: Id,
  ruleSource: z.string().nullable(),
  ruleSchema: z.string().nullable(),
  ruleTableId: Id,
  ruleTable: z.string().nullable(),
  ruleTableComment: z.string().nullable(),
  ruleColumnId: Id.nullable(),
  ruleColumn: z.string().nullable(),
  ruleColumnComment: z.string().nullable(),
  assigneeId: Id.nullable(),
  assigneeName: z.string().nullable(),
  reviewerId: Id.nullable(),
  reviewerName: z.string().nullable(),
  firstTime: Time,
  openTime: Time,
  dueTime: Time,
  isOverdue: z.boolean(),
  lastFailTime: Time,
  failCount: z.number().int(),
  reopenCount: z.number().int(),
  /** bad rows of the last failure; null where the reader may not know them, or none were counted */
  lastErrorCount: z.number().nullable(),
  closedBy: z.enum(['recheck', 'person', 'rule']).nullable(),
  closedByName: z.string().nullable(),
  closedTime: Time.nullable(),
  waiveUntil: Time.nullable(),
  waiveReason: z.string().nullable(),
  ...proposalFields,
});
export const IssueDetail = IssueRow.extend({
  /** the rule in Chinese; null where its reader may not know it, or its table is gone */
  ruleSentence: z.string().nullable(),
  lastState: ReportState.nullable(),
  lastCheckTime: Time.nullable(),
  lastCheckBatch: z.string().nullable(),
  /** its numbers are withheld: the rule holds columns that the reader sees masked against values */
  isWithheld: z.boolean(),
  /** the report of its last failure, for the file of its rows; null when it was removed */
  lastFailReportId: Id.nullable(),
  /** points of the table now */
  tableScore: z.number().nullable(),
  /** the last results, the oldest first; `value` is the number of rules that count no rows */
  results: z.array(TrendPoint.extend({ checkErrorCount: z.number().nullable() })),
  /** what the reader may do now */
  moves: z.array(IssueMoveName),
  mayComment: z.boolean(),
  mayRecheck: z.boolean(),
});
export const IssueSearch = z.object({
  issueNo: z.string().max(30).optional(),
  ruleName: z.string().max(100).optional(),
  state: IssueStatus.optional(),
  checkRuleId: Id.optional(),
  ruleTypeId: Id.optional(),
  ruleLevelId: Id.optional(),
  ruleSourceId: Id.optional(),
  ruleTableId: Id.optional(),
  assigneeId: Id.optional(),
  /** 1 = those that wait for the caller */
  mine: z.enum(['0', '1']).optional(),
  /** 1 = those that are not closed, waived or false */
  open: z.enum(['0', '1']).optional(),
  overdue: z.enum(['0', '1']).optional(),
});
const Log = z.object({
  id: Id,
  action: z.string(),
  stateFrom: IssueStatus.nullable(),
  stateTo: IssueStatus.nullable(),
  errorCount: z.number().nullable(),
  accountName: z.string().nullable(),
  content: z.string().nullable(),
  createByName: z.string().nullable(),
  createTime: Time,
});
const TableAround = z.object({
  id: Id,
  tableName: z.string(),
  label: z.string().nullable(),
  schemaName: z.string(),
  sourceName: z.string(),
  qualityScore: z.number().nullable(),
  openIssues: z.number().int(),
});
const Sum = z.object({
  id: z.string(),
  name: z.string().nullable(),
  open: z.number().int(),
  overdue: z.number().int(),
  closed: z.number().int(),
  meanHours: z.number().nullable(),
});
const Stat = z.object({
  open: z.number().int(),
  overdue: z.number().int(),
  unassigned: z.number().int(),
  waiting: z.number().int(),
  mine: z.number().int(),
  /** closed in the last 30 days, and the mean time from opening to closing of those */
  closed: z.number().int(),
  meanHours: z.number().nullable(),
  byTable: z.array(Sum),
  byOwner: z.array(Sum),
  byType: z.array(Sum),
});

const base = '/data/quality/checkIssues';
const params = z.object({ id: Id });
const list = perm('quality:issue:list');
const note = z
  .string()
  .trim()
  .max(500, '说明不能超过500个字符')
  .nullish()
  .transform((text) => text || null)
  .meta({ title: '说明' });
const Note = z.object({ note });
const ids = z.array(Id).min(1, '请选择工单').max(500, '一次最多处理500张工单');
const reply = z.null();
const move = (path: string, label: string, permission: string) =>
  route.post(`${base}/:id/${path}`, { summary: label, access: perm(permission), params, body: Note, reply, audit: label });
export const WaiveInput = z.object({
  reason: requiredText(500, '豁免原因').meta({ title: '豁免原因' }),
  /** the last day on which no failure opens it again */
  until: Day.meta({ title: '豁免至' }),
});

/** 问题工单 */
export const issue = defineContract({
  page: route.get(`${base}/page`, {
    summary: '问题工单分页',
    access: list,
    query: PageQuery.extend(IssueSearch.shape),
    reply: pageReply(IssueRow),
  }),
  stat: route.get(`${base}/stat`, { summary: '问题工单统计', access: list, query: IssueSearch.pick({ ruleSourceId: true }), reply: Stat }),
  people: route.get(`${base}/people`, {
    summary: '可处理工单的人',
    access: perm('quality:issue:assign'),
    query: z.object({ keyword: z.string().max(50).optional() }),
    reply: z.array(z.object({ id: Id, nickname: z.string(), deptName: z.string().nullable() })),
  }),
  assign: route.post(`${base}/assign`, {
    summary: '转派问题工单',
    access: perm('quality:issue:assign'),
    body: z.object({ ids, assigneeId: Id.meta({ title: '处理人' }), note }),
    reply,
    audit: '转派问题工单',
  }),
  closeMany: route.post(`${base}/close`, {
    summary: '关闭问题工单',
    access: perm('quality:issue:review'),
    body: z.object({ ids, note }),
    reply,
    audit: '关闭问题工单',
  }),
  get: route.get(`${base}/:id`, { summary: '问题工单详情', access: list, params, reply: IssueDetail }),
  logs: route.get(`${base}/:id/logs`, {
    summary: '问题工单经过',
    access: list,
    params,
    query: PageQuery.omit({ sort: true }),
    reply: pageReply(Log),
  }),
  rows: route.get(`${base}/:id/rows`, {
    summary: '问题工单中不合格的行',
    access: list,
    params,
    query: z.object({ pageSize: z.coerce.number().int().min(1).max(1000, '一次最多查看1000行').default(50) }),
    reply: BadRows,
    timeoutMs: 60_000,
  }),
  around: route.get(`${base}/:id/lineage`, {
    summary: '问题工单的上下游表',
    access: list,
    params,
    reply: z.object({ upstream: z.array(TableAround), downstream: z.array(TableAround) }),
  }),
  start: move('start', '开始处理问题工单', 'quality:issue:handle'),
  submit: move('submit', '提交问题工单复核', 'quality:issue:handle'),
  approve: move('approve', '复核通过问题工单', 'quality:issue:review'),
  return: move('return', '复核退回问题工单', 'quality:issue:review'),
  refute: move('refute', '标记问题工单误报', 'quality:issue:review'),
  reopen: move('reopen', '重新打开问题工单', 'quality:issue:review'),
  comment: route.post(`${base}/:id/comments`, {
    summary: '问题工单留言',
    access: perm('quality:issue:handle', 'quality:issue:assign', 'quality:issue:review'),
    params,
    body: z.object({ content: requiredText(1000, '留言').meta({ title: '留言' }) }),
    reply,
    audit: '问题工单留言',
  }),
  recheck: route.post(`${base}/:id/recheck`, {
    summary: '复检问题工单',
    access: perm('quality:issue:handle', 'quality:issue:review'),
    params,
    reply: z.object({ batch: Id }),
    audit: '复检问题工单',
  }),
  waive: route.post(`${base}/:id/waive`, {
    summary: '豁免问题工单',
    access: perm('quality:issue:waive'),
    params,
    body: WaiveInput,
    reply: z.object({ ...proposalFields }),
    audit: '豁免问题工单',
  }),
});
export type WaiveInput = z.output<typeof WaiveInput>;
