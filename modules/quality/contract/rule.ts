import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { proposalFields } from '#kit/contract/flow.ts';
import { Id, optionalText, requiredText, rowFields, secret, Status, StatusInput, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { RuleConfig } from './rule-config.ts';
import { ReportState } from './state.ts';
import { TrendPoint } from './trend.ts';

/** Weight, percent and the like: a number as people type it. */
const Weight = z.coerce.number({ error: '权重应为数字' }).min(0, '权重不能小于0').max(1000, '权重不能大于1000');
const Percent = z.coerce.number({ error: '通过线应为数字' }).min(0, '通过线不能小于0').max(100, '通过线不能大于100');

export const RuleInput = z.object({
  ruleName: requiredText(100, '规则名称').meta({ title: '规则名称' }),
  ruleTypeId: Id.meta({ title: '规则类型' }),
  ruleItemId: Id.meta({ title: '核查项' }),
  ruleLevelId: Id.meta({ title: '级别' }),
  ruleSourceId: Id.meta({ title: '数据源' }),
  ruleTableId: Id.meta({ title: '数据表' }),
  ruleColumnId: Id.nullish()
    .transform((id) => id ?? null)
    .meta({ title: '字段' }),
  /** what it holds columns against is nothing for everybody who reads logs */
  ruleConfig: secret(RuleConfig.meta({ title: '规则参数' })),
  ruleWeight: Weight.nullish()
    .transform((weight) => weight ?? 1)
    .meta({ title: '规则权重' }),
  /** 1 弱 (警告), 2 强 (拦住下游任务) */
  ruleStrength: z
    .enum(['1', '2'])
    .nullish()
    .transform((strength) => strength ?? '1')
    .meta({ title: '强弱' }),
  /** good rows in percent from which it passes */
  ruleThreshold: Percent.nullish()
    .transform((percent) => percent ?? 100)
    .meta({ title: '通过线' }),
  status: StatusInput.meta({ title: '状态' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
export type RuleInput = z.output<typeof RuleInput>;

const names = {
  ruleTypeName: z.string(),
  ruleItemName: z.string(),
  ruleLevelName: z.string(),
  ruleDbType: z.string().nullable(),
  ruleSource: z.string().nullable(),
  ruleSchema: z.string().nullable(),
  ruleTable: z.string().nullable(),
  ruleTableComment: z.string().nullable(),
  ruleColumn: z.string().nullable(),
  ruleColumnComment: z.string().nullable(),
};
export const RuleRow = z.object({
  ...rowFields,
  status: Status,
  ruleName: z.string(),
  ruleTypeId: Id,
  ruleItemId: Id,
  ruleLevelId: Id,
  ruleSourceId: Id,
  ruleTableId: Id,
  ruleColumnId: Id.nullable(),
  ...names,
  ruleWeight: z.number(),
  ruleStrength: z.enum(['1', '2']),
  ruleThreshold: z.number(),
  ownerId: Id,
  ownerName: z.string().nullable(),
  remark: z.string().nullable(),
  lastCheckBatch: z.string().nullable(),
  lastReportId: Id.nullable(),
  lastState: ReportState.nullable(),
  lastCheckTime: Time.nullable(),
  lastErrorCount: z.number().nullable(),
  lastTotalCount: z.number().nullable(),
  /** the approval that its release is in */
  ...proposalFields,
});
export const RuleDetail = RuleRow.extend({
  ruleConfig: RuleConfig,
  /** the rule in Chinese; null when its table or columns are gone */
  ruleSentence: z.string().nullable(),
  /** what is asked of the source; null for rules that ask nothing of rows, or when its table is gone */
  ruleSql: z.string().nullable(),
  /** source of the other table that it names; null where it names none */
  relatedSourceId: Id.nullable(),
  /** why sentence and statement cannot be made any more */
  ruleProblem: z.string().nullable(),
});
export const RuleSearch = z.object({
  ruleName: z.string().max(100).optional(),
  ruleTypeId: Id.optional(),
  ruleItemId: Id.optional(),
  ruleLevelId: Id.optional(),
  ruleSourceId: Id.optional(),
  ruleTableId: Id.optional(),
  ruleColumnId: Id.optional(),
  lastState: ReportState.optional(),
  status: Status.optional(),
});

/** What a 试跑 answers. */
export const Trial = z.object({
  state: ReportState,
  message: z.string().nullable(),
  ruleSentence: z.string(),
  ruleSql: z.string().nullable(),
  checkTotalCount: z.number().nullable(),
  checkErrorCount: z.number().nullable(),
  value: z.string().nullable(),
  /** bounds that the past of the rule expects; null = it is not judged by its past, or has none */
  expected: z.object({ low: z.number().nullable(), high: z.number().nullable() }).nullable(),
  ms: z.number().int(),
});

/** Results of a rule, the oldest first. */
export const Trend = z.object({
  /** the numbers are withheld from who asks */
  isWithheld: z.boolean(),
  /** what `value` is: bad rows, or the number that the rule measures */
  of: z.enum(['badRows', 'value']),
  points: z.array(TrendPoint),
});

/** What became of a rule at one place that it was to be copied to. */
const Copied = z.object({
  ruleId: Id,
  ruleName: z.string(),
  tableId: Id,
  columnId: Id.nullable(),
  /** where to, as people read it */
  target: z.string(),
  state: z.enum(['made', 'exists', 'refused']),
  /** the new rule, or the one that is there already */
  copyId: Id.nullable(),
  /** why it could not be copied */
  message: z.string().nullable(),
});
/** Rules times places of one call. */
export const MAX_COPIES = 500;

const base = '/data/quality/checkRules';
const params = z.object({ id: Id });
const runs = perm('quality:rule:run');
const writes = perm('quality:rule:add', 'quality:rule:edit');
const Batch = z.object({ batch: Id });

/** 核查规则 */
export const rule = defineContract({
  ...crudRoutes(base, '核查规则', 'quality:rule', { row: RuleRow, input: RuleInput, search: RuleSearch, detail: RuleDetail }),
  ...excelRoutes(base, '核查规则', 'quality:rule', { search: RuleSearch, updates: true }),
  sentence: route.post(`${base}/sentence`, {
    summary: '规则的含义与语句',
    access: writes,
    isPassive: true,
    body: RuleInput.pick({ ruleSourceId: true, ruleTableId: true, ruleColumnId: true, ruleConfig: true }),
    reply: z.object({ ruleSentence: z.string().nullable(), ruleSql: z.string().nullable(), ruleProblem: z.string().nullable() }),
  }),
  preview: route.post(`${base}/preview`, {
    summary: '试跑规则',
    access: writes,
    body: RuleInput.partial({ ruleName: true, ruleTypeId: true, ruleItemId: true, ruleLevelId: true }).extend({
      /** the stored rule that is tried: its own past counts */
      id: Id.nullish(),
    }),
    reply: Trial,
    timeoutMs: 60_000,
  }),
  trend: route.get(`${base}/:id/trend`, {
    summary: '规则结果的趋势',
    access: perm('quality:rule:list', 'quality:rule:detail'),
    params,
    reply: Trend,
  }),
  runMany: route.post(`${base}/run`, {
    summary: '执行多条规则',
    access: runs,
    body: z.object({ ids: z.array(Id).min(1, '请选择规则').max(500, '一次最多执行500条规则') }),
    reply: Batch,
    audit: '执行核查规则',
  }),
  copy: route.post(`${base}/copy`, {
    summary: '复制规则到其他表或字段',
    access: perm('quality:rule:add'),
    body: z
      .object({
        ids: z.array(Id).min(1, '请选择规则').max(200, '一次最多复制200条规则').meta({ title: '规则' }),
        /** a table, where columns of the same names are checked, or one column of it */
        targets: z
          .array(z.object({ tableId: Id.meta({ title: '数据表' }), columnId: Id.nullish().meta({ title: '字段' }) }))
          .min(1, '请选择要复制到的表或字段')
          .max(200, '一次最多复制到200处')
          .meta({ title: '复制到' }),
      })
      .refine(({ ids, targets }) => ids.length * targets.length <= MAX_COPIES, `一次最多复制出${MAX_COPIES}条规则`),
    reply: z.object({ results: z.array(Copied) }),
    audit: '复制核查规则',
    timeoutMs: 120_000,
  }),
  run: route.post(`${base}/:id/run`, { summary: '执行规则', access: runs, params, reply: Batch, audit: '执行核查规则' }),
  enable: route.post(`${base}/status`, {
    summary: '启用或禁用规则',
    access: perm('quality:rule:edit'),
    body: z.object({ ids: z.array(Id).min(1).max(500), status: Status }),
    /** how many of them wait for an approval before they are on */
    reply: z.object({ waiting: z.number().int() }),
    audit: '启用或禁用规则',
  }),
  submit: route.post(`${base}/:id/submit`, {
    summary: '提交启用规则',
    access: perm('quality:rule:submit'),
    params,
    reply: z.object({ ...proposalFields, status: Status }),
    audit: '提交启用规则',
  }),
});
