import * as z from 'zod';
import { Day, Id, PageQuery, pageReply, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { ReportState, RunCause, RunState } from './state.ts';

export const ReportRow = z.object({
  id: Id,
  checkRuleId: Id,
  checkBatch: z.string(),
  checkDate: Time,
  state: ReportState,
  checkResult: z.string().nullable(),
  checkTotalCount: z.number().nullable(),
  checkErrorCount: z.number().nullable(),
  value: z.string().nullable(),
  ms: z.number().int().nullable(),
  ruleName: z.string(),
  ruleTypeId: Id,
  ruleTypeName: z.string(),
  ruleItemCode: z.string(),
  ruleItemName: z.string(),
  ruleLevelId: Id,
  ruleLevelName: z.string(),
  ruleStrength: z.enum(['1', '2']),
  ruleSourceId: Id,
  ruleSource: z.string().nullable(),
  ruleTableId: Id,
  ruleTable: z.string().nullable(),
  ruleTableComment: z.string().nullable(),
  ruleColumnId: Id.nullable(),
  ruleColumn: z.string().nullable(),
  ruleColumnComment: z.string().nullable(),
  /** its rows can be looked at */
  hasRows: z.boolean(),
});
export const ReportSearch = z.object({
  ruleName: z.string().max(100).optional(),
  checkBatch: z.string().max(32).optional(),
  checkRuleId: Id.optional(),
  ruleTypeId: Id.optional(),
  ruleLevelId: Id.optional(),
  ruleSourceId: Id.optional(),
  ruleTableId: Id.optional(),
  ruleColumnId: Id.optional(),
  state: ReportState.optional(),
  /** a calendar day in Shanghai */
  checkDate: Day.optional(),
  /** 1 = the last result of each rule */
  latest: z.enum(['0', '1']).optional(),
});
/** Rows of a source as they are read now, masked for who looks. */
export const BadRows = z.object({
  total: z.number().int(),
  columns: z.array(z.object({ name: z.string(), comment: z.string().nullable(), isChecked: z.boolean(), isMasked: z.boolean() })),
  rows: z.array(z.array(z.unknown())),
});
const SourceSum = z.object({
  ruleSourceId: Id,
  ruleSource: z.string().nullable(),
  ruleLevelId: Id,
  ruleLevelName: z.string(),
  ruleCount: z.number().int(),
  checkTotalCount: z.number(),
  checkErrorCount: z.number(),
});
const TypeSum = z.object({
  ruleTypeId: Id,
  ruleTypeName: z.string(),
  checkRuleId: Id,
  ruleName: z.string(),
  checkTotalCount: z.number(),
  checkErrorCount: z.number(),
});
export const RunRow = z.object({
  id: Id,
  batch: Id,
  cause: RunCause,
  state: RunState,
  ruleCount: z.number().int(),
  doneCount: z.number().int(),
  passCount: z.number().int(),
  warnCount: z.number().int(),
  failCount: z.number().int(),
  errorCount: z.number().int(),
  skipCount: z.number().int(),
  isBlocked: z.boolean(),
  message: z.string().nullable(),
  createByName: z.string().nullable(),
  createTime: Time,
  startTime: Time.nullable(),
  endTime: Time.nullable(),
});

const base = '/data/quality/checkReports';
const list = perm('quality:report:list', 'quality:stat:list', 'quality:rule:list');
const detail = perm('quality:report:detail', 'quality:rule:detail');
const params = z.object({ id: Id });
const query = z.object({ checkDate: Day });

/** 核查报告 */
export const report = defineContract({
  page: route.get(`${base}/page`, {
    summary: '核查报告分页',
    access: list,
    query: PageQuery.extend(ReportSearch.shape),
    reply: pageReply(ReportRow),
  }),
  bySource: route.get(`${base}/getReportBySource`, {
    summary: '按数据源与级别汇总',
    access: perm('quality:report:list'),
    query,
    reply: z.array(SourceSum),
  }),
  byType: route.get(`${base}/getReportByType`, {
    summary: '按类型与规则汇总',
    access: perm('quality:report:list'),
    query,
    reply: z.array(TypeSum),
  }),
  detail: route.get(`${base}/getReportDetail`, {
    summary: '各类型的核查明细',
    access: perm('quality:report:list'),
    query,
    reply: z.record(z.string(), z.array(ReportRow)),
  }),
  rows: route.get(`${base}/:id/rows`, {
    summary: '不合格的行',
    access: detail,
    params,
    query: z.object({ pageSize: z.coerce.number().int().min(1).max(1000, '一次最多查看1000行').default(50) }),
    reply: BadRows,
    timeoutMs: 60_000,
  }),
  get: route.get(`${base}/:id`, { summary: '核查报告详情', access: detail, params, reply: ReportRow }),
});

/** 核查批次 */
export const run = defineContract({
  get: route.get('/data/quality/runs/:id', {
    summary: '核查批次',
    isPassive: true,
    access: perm('quality:rule:list', 'quality:job:list', 'quality:log:list', 'quality:report:list'),
    params,
    reply: RunRow,
  }),
  page: route.get('/data/quality/runs/page', {
    summary: '核查批次分页',
    access: perm('quality:job:list', 'quality:log:list', 'quality:report:list'),
    query: PageQuery.omit({ sort: true }).extend({ state: RunState.optional(), cause: RunCause.optional(), scheduleJobId: Id.optional() }),
    reply: pageReply(RunRow),
  }),
  cancel: route.post('/data/quality/runs/:id/cancel', {
    summary: '停止核查',
    access: perm('quality:rule:run', 'quality:job:run'),
    params,
    reply: z.null(),
    audit: '停止质量核查',
  }),
});
