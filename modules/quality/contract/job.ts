import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { proposalFields } from '#kit/contract/flow.ts';
import { Id, optionalText, PageQuery, pageReply, requiredText, rowFields, Status, StatusInput, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { ReportState, RunState } from './state.ts';

export const TriggerKind = z.enum(['cron', 'sync', 'upstream', 'api']);
const Some = z
  .array(Id)
  .max(500, '一次最多选择500项')
  .nullish()
  .transform((ids) => ids ?? []);

export const JobInput = z.object({
  jobName: requiredText(100, '任务名称').meta({ title: '任务名称' }),
  triggerKind: TriggerKind.meta({ title: '触发方式' }),
  cronExpression: optionalText(100, '执行计划').meta({ title: '执行计划' }),
  sourceId: Id.nullish()
    .transform((id) => id ?? null)
    .meta({ title: '同步后触发的数据源' }),
  /** the plan after which it runs, when that one ended without a strong rule that failed */
  upstreamJobId: Id.nullish()
    .transform((id) => id ?? null)
    .meta({ title: '上游质量任务' }),
  sourceIds: Some.meta({ title: '数据源' }),
  tableIds: Some.meta({ title: '数据表' }),
  ruleIds: Some.meta({ title: '规则' }),
  status: StatusInput.meta({ title: '状态' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
export type JobInput = z.output<typeof JobInput>;

export const JobRow = z.object({
  ...rowFields,
  status: Status,
  jobName: z.string(),
  /** what the product family shows; the tasks of this product are registered by name, never by code */
  beanName: z.string(),
  methodName: z.string().nullable(),
  methodParams: z.string().nullable(),
  triggerKind: TriggerKind,
  cronExpression: z.string().nullable(),
  nextTime: Time.nullable(),
  sourceId: Id.nullable(),
  upstreamJobId: Id.nullable(),
  upstreamJobName: z.string().nullable(),
  sourceIds: z.array(Id),
  tableIds: z.array(Id),
  ruleIds: z.array(Id),
  ruleCount: z.number().int(),
  ownerId: Id,
  ownerName: z.string().nullable(),
  lastBatch: Id.nullable(),
  lastState: RunState.nullable(),
  lastTime: Time.nullable(),
  remark: z.string().nullable(),
  ...proposalFields,
});
export const JobSearch = z.object({
  jobName: z.string().max(100).optional(),
  triggerKind: TriggerKind.optional(),
  status: Status.optional(),
});

const base = '/data/quality/checkJobs';
const family = '/data/quality/scheduleJobs';
const params = z.object({ id: Id });
const row = { row: JobRow, input: JobInput, search: JobSearch };
const crud = crudRoutes(base, '质量定时任务', 'quality:job', row);

/** 定时任务: plans of rules. The family's `scheduleJobs` answer the same rows. */
export const job = defineContract({
  ...crud,
  page: { ...crud.page, aliases: [`${family}/page`] },
  get: route.get(`${base}/:id`, {
    summary: '质量定时任务详情',
    access: perm('quality:job:list', 'quality:job:edit'),
    aliases: [`${family}/:id`],
    params,
    reply: JobRow,
  }),
  pause: route.post(`${base}/pause/:id`, {
    summary: '暂停质量任务',
    access: perm('quality:job:pause'),
    aliases: [`${family}/pause/:id`],
    params,
    reply: z.null(),
    audit: '暂停质量任务',
  }),
  resume: route.post(`${base}/resume/:id`, {
    summary: '恢复质量任务',
    access: perm('quality:job:resume'),
    aliases: [`${family}/resume/:id`],
    params,
    reply: z.object({ ...proposalFields }),
    audit: '恢复质量任务',
  }),
  run: route.post(`${base}/:id/run`, {
    summary: '执行质量任务并等待结果',
    access: perm('quality:job:run'),
    params,
    query: z.object({ wait: z.coerce.number().int().min(0).max(300, '最多等待300秒').default(0) }),
    reply: z.object({
      batch: Id,
      state: RunState,
      /** null while it is not over */
      passed: z.boolean().nullable(),
      blocked: z.boolean(),
      warned: z.boolean(),
    }),
    timeoutMs: 310_000,
    audit: '执行质量任务',
  }),
});

export const LogRow = z.object({
  id: Id,
  status: z.enum(['0', '1']),
  executeJobId: Id.nullable(),
  executeJobName: z.string().nullable(),
  executeRuleId: Id,
  executeRuleName: z.string().nullable(),
  ruleTypeId: Id.nullable(),
  executeRuleTypeName: z.string().nullable(),
  executeDate: Time,
  executeResult: z.string().nullable(),
  executeBatch: z.string(),
  state: ReportState.nullable(),
});
const logBase = '/data/quality/scheduleLogs';
/** 任务日志. Logs have no call that deletes; they go after their time. */
export const log = defineContract({
  page: route.get(`${logBase}/page`, {
    summary: '质量任务日志分页',
    access: perm('quality:log:list'),
    query: PageQuery.omit({ sort: true }).extend({
      ruleTypeId: Id.optional(),
      executeJobId: Id.optional(),
      executeBatch: z.string().max(32).optional(),
      status: z.enum(['0', '1']).optional(),
      keyword: z.string().max(100).optional(),
    }),
    reply: pageReply(LogRow),
  }),
  get: route.get(`${logBase}/:id`, { summary: '质量任务日志详情', access: perm('quality:log:detail'), params, reply: LogRow }),
});
