import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, PageQuery, pageReply, requiredText, rowFields, Status, StatusInput } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { ApiStatus } from './api.ts';

/** A rule of the library for one output. The family names algorithms by two numbers instead, see `core/family-ciphers.ts`. */
const MaskedField = z.object({
  fieldName: z.string({ error: '返回字段不能为空' }).trim().min(1, '返回字段不能为空').max(200).meta({ title: '返回字段' }),
  maskRuleId: Id.nullish().meta({ title: '脱敏规则' }),
  cipherType: z.enum(['1', '2'], { error: '加密类型只能是 1 正则替换或 2 加密算法' }).nullish().meta({ title: '加密类型' }),
  cryptType: z.string().max(2, '加密方法不正确').nullish().meta({ title: '加密方法' }),
});
const Rules = z.array(MaskedField).min(1, '请至少设置一个返回字段').max(500, '最多500个返回字段').meta({ title: '脱敏字段' });
export const MaskInput = z.object({
  apiId: Id.meta({ title: '数据API' }),
  maskName: requiredText(50, '脱敏名称').meta({ title: '脱敏名称' }),
  rules: Rules,
  status: StatusInput.meta({ title: '状态' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
export const MaskRow = z.object({
  ...rowFields,
  status: Status,
  apiId: Id,
  apiName: z.string(),
  apiVersion: z.string(),
  apiUrl: z.string(),
  apiStatus: ApiStatus,
  maskName: z.string(),
  rules: z.array(
    z.object({
      fieldName: z.string(),
      maskRuleId: Id,
      /** null: the library has it no more, or it is disabled; the field is hidden whole */
      ruleName: z.string().nullable(),
    }),
  ),
  remark: z.string().nullable(),
});
const MaskSearch = z.object({
  maskName: z.string().max(50).optional().meta({ title: '脱敏名称' }),
  apiName: z.string().max(100).optional(),
  apiId: Id.optional(),
  status: Status.optional(),
});

/** How an output is shown without a mask of its API. */
export const Protected = z.enum(['none', 'common', 'class', 'whole']);
const MaskField = z.object({
  fieldName: z.string(),
  fieldComment: z.string().nullable(),
  protection: Protected,
  /** the mask in few words; null = in the clear */
  shown: z.string().nullable(),
  /** false: it comes from no column, and no mask can be put on it */
  isTraced: z.boolean(),
  /** rules of the library that reveal no more than what is shown now */
  allowed: z.array(Id),
});
/** How a sensitive output stands: masked by the rule of its class, or more strictly by the API; the others lack a rule. */
export const OutputState = z.enum(['class', 'api', 'noRule', 'conflict', 'ruleGone', 'unread']);
const SensitiveOutput = z.object({
  /** of the API and the field */
  id: z.string(),
  apiId: Id,
  apiName: z.string(),
  apiVersion: z.string(),
  /** null: the whole API could not be read */
  fieldName: z.string().nullable(),
  state: OutputState,
  /** what it is masked by */
  ruleName: z.string().nullable(),
});
const OutputSearch = z.object({
  apiName: z.string().max(100).optional(),
  /** 1 = has a rule, 0 = lacks one */
  ruled: z.enum(['0', '1'], { error: '脱敏规则的有无不正确' }).optional().meta({ title: '有无脱敏规则' }),
});

const base = '/data/market/apiMasks';
const MAY_SET = perm('market:mask:add', 'market:mask:edit', 'market:mask:detail');
/** 数据脱敏: stricter masks of single APIs */
export const apiMask = defineContract({
  ...crudRoutes(base, 'API脱敏', 'market:mask', { row: MaskRow, input: MaskInput, search: MaskSearch }),
  ofApi: route.get(`${base}/api/:apiId`, {
    summary: '数据API的脱敏',
    access: perm('market:mask:detail', 'market:mask:list', 'market:mask:edit'),
    params: z.object({ apiId: Id }),
    reply: MaskRow.nullable(),
  }),
  fields: route.get(`${base}/fields/:apiId`, {
    summary: '数据API的返回字段与现有脱敏',
    access: MAY_SET,
    params: z.object({ apiId: Id }),
    reply: z.object({ fields: z.array(MaskField), rules: z.array(z.object({ id: Id, ruleName: z.string(), shown: z.string() })) }),
    timeoutMs: 30_000,
  }),
  preview: route.post(`${base}/preview`, {
    summary: '预览数据API的脱敏',
    access: MAY_SET,
    body: z.object({
      apiId: Id.meta({ title: '数据API' }),
      rules: Rules,
      params: z.record(z.string(), z.unknown()).default({}).meta({ title: '参数' }),
    }),
    reply: z.object({
      /** names of the fields that have a rule */
      fields: z.array(z.string()),
      rows: z.array(z.object({ before: z.array(z.string().nullable()), after: z.array(z.string().nullable()) })),
    }),
    timeoutMs: 60_000,
  }),
  coverage: route.get(`${base}/coverage`, {
    summary: '数据API的脱敏覆盖情况',
    access: perm('market:mask:list'),
    reply: z.object({
      /** released APIs that were looked at, their outputs, those with sensitive values, those with a rule of class or API */
      apis: z.number().int(),
      outputs: z.number().int(),
      sensitive: z.number().int(),
      ruled: z.number().int(),
      tightened: z.number().int(),
    }),
    timeoutMs: 60_000,
  }),
  sensitive: route.get(`${base}/coverage/page`, {
    summary: '敏感返回字段的脱敏规则分页',
    access: perm('market:mask:list'),
    query: PageQuery.omit({ sort: true }).extend(OutputSearch.shape),
    reply: pageReply(SensitiveOutput),
    timeoutMs: 60_000,
  }),
});
