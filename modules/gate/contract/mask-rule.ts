import * as z from 'zod';
import { MASK_ALGORITHMS, PRESERVED_KINDS } from '#kit/core/mask/algorithms.ts';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, PageQuery, Status, Time, YesNo, optionalText, pageReply, requiredText, rowFields, secret } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

const names = <K extends string>(record: Record<K, string>) => Object.keys(record) as [K, ...K[]];
export const MaskAlgorithm = z.enum(names(MASK_ALGORITHMS), '脱敏算法不正确');
const count = (label: string) =>
  z.coerce.number(`${label}应为整数`).int(`${label}应为整数`).min(0, `${label}不能小于0`).max(100, `${label}不能超过100`);
const place = (label: string) =>
  z.coerce.number(`${label}应为整数`).int(`${label}应为整数`).min(1, `${label}不能小于1`).max(1000, `${label}不能超过1000`);
export const MaskParams = z.object({
  head: count('前保留位数').optional(),
  tail: count('后保留位数').optional(),
  unit: z.enum(['month', 'year'], '日期精度不正确').optional(),
  step: z.coerce.number('取整单位应为数字').positive('取整单位应大于0').max(1e12, '取整单位过大').optional(),
  pattern: z
    .string()
    .trim()
    .max(100, '遮盖样式不能超过100个字符')
    .regex(/^[#*]*$/, '遮盖样式只能由 # 和 * 组成')
    .optional(),
  from: place('遮盖起始位').optional(),
  to: place('遮盖结束位').optional(),
  char: z.string().max(10, '分隔字符不能超过10个字符').optional(),
  text: z.string().trim().max(50, '固定文本不能超过50个字符').optional(),
  decimals: z.coerce.number('小数位数应为整数').int('小数位数应为整数').min(0, '小数位数不能小于0').max(6, '小数位数不能超过6').optional(),
  kind: z.enum(names(PRESERVED_KINDS), '保形类型不正确').optional(),
  cipher: z.enum(['aes', 'sm4'], '加密算法不正确').optional(),
  hash: z.enum(['sha256', 'sm3'], '摘要算法不正确').optional(),
});
/** How a value is masked, apart from the rule that says so. */
const How = z.object({ algorithm: MaskAlgorithm, params: MaskParams.default({}) });

const MaskRuleFields = {
  ruleName: requiredText(50, '规则名称'),
  ruleCode: z
    .string('规则编码不能为空')
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{1,39}$/, '规则编码由字母、数字和下划线组成，以字母开头，2到40个字符'),
  algorithm: MaskAlgorithm,
  params: MaskParams.default({}),
  status: Status.default('1'),
  remark: optionalText(500, '备注'),
};
export const MaskRuleInput = z.object(MaskRuleFields);
/** 脱敏规则 */
export const MaskRule = z.object({
  ...rowFields,
  ruleName: z.string(),
  ruleCode: z.string(),
  algorithm: MaskAlgorithm,
  params: MaskParams,
  isBuiltin: YesNo,
  status: Status,
  remark: z.string().nullable(),
});
export const MaskRuleSearch = z.object({
  ruleName: z.string().max(50).optional(),
  algorithm: MaskAlgorithm.optional(),
  status: Status.optional(),
});

const MAY_TRY = perm('metadata:maskrule:list', 'metadata:maskrule:add', 'metadata:maskrule:edit');
const BASE = '/data/metadata/maskRules';
export const maskRule = defineContract({
  ...crudRoutes(BASE, '脱敏规则', 'metadata:maskrule', { row: MaskRule, input: MaskRuleInput, search: MaskRuleSearch }),
  list: route.get(`${BASE}/list`, {
    summary: '脱敏规则下拉',
    access: signedIn,
    reply: z.array(z.object({ id: Id, ruleName: z.string(), status: Status })),
  }),
  preview: route.post(`${BASE}/preview`, {
    summary: '试算脱敏规则',
    access: MAY_TRY,
    body: How.extend({ value: z.string().max(1000, '示例值不能超过1000个字符') }),
    /** `isSample`: made with a key of its own, so that nobody learns what a value of the data becomes */
    reply: z.object({ value: z.string().nullable(), isSample: z.boolean() }),
  }),
  sampleColumns: route.get(`${BASE}/columns`, {
    summary: '可对比脱敏效果的字段',
    access: MAY_TRY,
    query: z.object({ columnName: z.string().trim().max(100).optional() }),
    reply: z.array(
      z.object({ id: Id, columnName: z.string(), tableName: z.string(), sourceName: z.string(), level: z.string().nullable() }),
    ),
  }),
  compare: route.post(`${BASE}/compare`, {
    summary: '对比字段脱敏前后',
    access: MAY_TRY,
    body: How.extend({ columnId: Id }),
    reply: z.object({ rows: z.array(z.object({ before: z.string().nullable(), after: z.string().nullable() })) }),
  }),
  restore: route.post(`${BASE}/restore`, {
    summary: '还原密文',
    access: perm('metadata:maskrule:restore'),
    body: z.object({
      algorithm: z.enum(['preserve', 'encrypt'], '只有保形加密和可逆加密可以还原'),
      params: MaskParams.default({}),
      value: secret(z.string().trim().min(1, '密文不能为空').max(5000, '密文不能超过5000个字符')),
      /** version of the key for values that keep their form, which do not name it; the newest unless given */
      versionNo: z.number().int().positive().nullish(),
      reason: requiredText(200, '还原原因'),
    }),
    reply: z.object({ value: z.string() }),
    audit: '还原密文',
  }),
});

export const GAP_LABELS = { noClass: '未设置分类', noRule: '分类未绑定规则', disabled: '规则已禁用' } as const;
export const GapReason = z.enum(names(GAP_LABELS), '原因不正确');
export type GapReason = z.output<typeof GapReason>;
/** A sensitive column without a rule of its own: it is shown by the common mask, which keeps both ends. */
export const MaskGap = z.object({
  id: Id,
  sourceId: Id,
  sourceName: z.string(),
  tableId: Id,
  tableName: z.string(),
  columnName: z.string(),
  columnComment: z.string().nullable(),
  level: z.string(),
  className: z.string().nullable(),
  reason: GapReason,
  updateTime: Time.nullable(),
});
export const maskCoverage = defineContract({
  summary: route.get(`${BASE}/coverage`, {
    summary: '脱敏覆盖情况',
    access: perm('metadata:maskrule:list'),
    reply: z.object({
      sensitive: z.number().int(),
      ruled: z.number().int(),
      whole: z.number().int(),
      gaps: z.number().int(),
      byLevel: z.array(z.object({ level: z.string(), sensitive: z.number().int(), gaps: z.number().int() })),
      /** values that could not be masked and were hidden whole, on this node since it started */
      failures: z.array(z.object({ algorithm: MaskAlgorithm, count: z.number().int() })),
    }),
  }),
  page: route.get(`${BASE}/coverage/page`, {
    summary: '没有脱敏规则的敏感字段分页',
    access: perm('metadata:maskrule:list'),
    query: PageQuery.extend({
      columnName: z.string().max(100).optional(),
      level: z.enum(['L3', 'L4']).optional(),
      sourceId: Id.optional(),
    }),
    reply: pageReply(MaskGap),
  }),
});
