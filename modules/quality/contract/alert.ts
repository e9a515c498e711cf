import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, PageQuery, pageReply, requiredText, rowFields, Status, StatusInput, Time, YesNo } from '#kit/contract/fields.ts';
import { robotInput, robotReply } from '#kit/contract/robot.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** Changes of a result that people may hear of. */
export const AlertKind = z.enum(['fail', 'warn', 'error', 'recover']);
export type AlertKind = z.output<typeof AlertKind>;

const Some = z
  .array(Id)
  .max(500, '一次最多选择500项')
  .nullish()
  .transform((ids) => ids ?? []);
const Flag = (initial: '0' | '1') => YesNo.nullish().transform((flag): '0' | '1' => flag ?? initial);
const Clock = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应为 22:00 的格式')
  .or(z.literal(''))
  .nullish()
  .transform((text) => text || null);
export const AlertInput = z.object({
  alertName: requiredText(100, '告警名称').meta({ title: '告警名称' }),
  sourceIds: Some.meta({ title: '数据源' }),
  tableIds: Some.meta({ title: '数据表' }),
  ruleIds: Some.meta({ title: '规则' }),
  levelIds: Some.meta({ title: '级别' }),
  kinds: z.array(AlertKind).min(1, '请至少选择一种变化').meta({ title: '告警时机' }),
  toRuleOwner: Flag('1').meta({ title: '通知规则负责人' }),
  toTableOwner: Flag('0').meta({ title: '通知数据表负责人' }),
  userIds: Some.meta({ title: '通知人员' }),
  byMail: Flag('0').meta({ title: '同时发邮件' }),
  ...robotInput,
  quietFrom: Clock.meta({ title: '免打扰开始' }),
  quietTo: Clock.meta({ title: '免打扰结束' }),
  groupMinutes: z.coerce
    .number({ error: '合并时间应为数字' })
    .int('合并时间应为整数')
    .min(0, '合并时间不能小于0')
    .max(1440, '合并时间不能超过1440分钟')
    .nullish()
    .transform((minutes) => minutes ?? 0)
    .meta({ title: '合并时间' }),
  status: StatusInput.meta({ title: '状态' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
export type AlertInput = z.output<typeof AlertInput>;

export const AlertRow = z.object({
  ...rowFields,
  status: Status,
  alertName: z.string(),
  sourceIds: z.array(Id),
  tableIds: z.array(Id),
  ruleIds: z.array(Id),
  levelIds: z.array(Id),
  kinds: z.array(AlertKind),
  toRuleOwner: YesNo,
  toTableOwner: YesNo,
  userIds: z.array(Id),
  byMail: YesNo,
  ...robotReply,
  quietFrom: z.string().nullable(),
  quietTo: z.string().nullable(),
  groupMinutes: z.number().int(),
  remark: z.string().nullable(),
});
export const AlertSearch = z.object({ alertName: z.string().max(100).optional(), status: Status.optional() });

const base = '/data/quality/alertRules';
/** 告警规则 */
export const alertRule = defineContract({
  ...crudRoutes(base, '质量告警规则', 'quality:alert', { row: AlertRow, input: AlertInput, search: AlertSearch }),
  test: route.post(`${base}/:id/test`, {
    summary: '测试质量告警',
    access: perm('quality:alert:edit'),
    params: z.object({ id: Id }),
    /** a line per way: what came of it */
    reply: z.array(z.object({ way: z.string(), isSent: z.boolean(), message: z.string() })),
    timeoutMs: 60_000,
  }),
});

export const AlertLogRow = z.object({
  id: Id,
  alertRuleId: Id,
  alertName: z.string(),
  checkRuleId: Id,
  ruleName: z.string(),
  tableName: z.string().nullable(),
  kind: AlertKind,
  state: z.enum(['waiting', 'sent', 'failed', 'merged']),
  message: z.string().nullable(),
  createTime: Time,
  sendTime: Time,
  sentTime: Time.nullable(),
});
/** 告警记录. They go after their time. */
export const alertLog = defineContract({
  page: route.get('/data/quality/alertLogs/page', {
    summary: '质量告警记录分页',
    access: perm('quality:alert:list'),
    query: PageQuery.omit({ sort: true }).extend({
      alertRuleId: Id.optional(),
      checkRuleId: Id.optional(),
      state: z.enum(['waiting', 'sent', 'failed', 'merged']).optional(),
    }),
    reply: pageReply(AlertLogRow),
  }),
});
