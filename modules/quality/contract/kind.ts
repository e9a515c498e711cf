import * as z from 'zod';
import { Id, PageQuery, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

export const RuleType = z.object({ id: Id, code: z.string(), name: z.string() });
/** One field of the form of a rule type, see `ConfigField` of the core. */
const Field = z.object({
  key: z.string(),
  label: z.string(),
  control: z.string(),
  isRequired: z.boolean().optional(),
  unit: z.string().optional(),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
});
export const RuleItem = z.object({
  id: Id,
  ruleTypeId: Id,
  itemCode: z.string(),
  itemName: z.string(),
  itemExplain: z.string(),
  /** table, one column or several */
  target: z.enum(['table', 'column', 'columns']),
  /** kinds of columns that it is about; null = any */
  columnKinds: z.array(z.string()).nullable(),
  /** where its parameters stand in `ruleConfig` */
  group: z.string().nullable(),
  fields: z.array(Field),
  /** what a missing value counts as unless the rule says otherwise; null = the question does not arise */
  nulls: z.enum(['ignore', 'bad']).nullable(),
  hasFilter: z.boolean(),
  needsLiteral: z.boolean(),
});
export const RuleLevel = z.object({ id: Id, code: z.string(), name: z.string() });
/** What the type tree of 问题统计 shows: errors of the last result of each enabled rule. */
const TypeReport = RuleType.extend({ ruleCount: z.number().int(), checkErrorCount: z.number().int() });

const access = perm('quality:rule:list', 'quality:stat:list', 'quality:report:list');
const params = z.object({ id: Id });
const plain = <R extends z.ZodType>(base: string, label: string, row: R) => ({
  page: route.get(`${base}/page`, { summary: `${label}分页`, access, query: PageQuery.omit({ sort: true }), reply: pageReply(row) }),
  list: route.get(`${base}/list`, { summary: `${label}列表`, access, reply: z.array(row) }),
  get: route.get(`${base}/:id`, { summary: `${label}详情`, access, params, reply: row }),
});

/** 规则类型 */
export const ruleType = defineContract({
  report: route.get('/data/quality/ruleTypes/report/list', {
    summary: '规则类型与最近错误数',
    access: perm('quality:stat:list', 'quality:rule:list'),
    isPassive: true,
    reply: z.array(TypeReport),
  }),
  ...plain('/data/quality/ruleTypes', '规则类型', RuleType),
});
/** 核查项 */
export const ruleItem = defineContract(plain('/data/quality/ruleItems', '核查项', RuleItem));
/** 规则级别 */
export const ruleLevel = defineContract(plain('/data/quality/ruleLevels', '规则级别', RuleLevel));
