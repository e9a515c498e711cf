import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Status, YesNo, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

export const MaskAlgorithm = z.enum(['keep', 'full', 'hash', 'empty', 'date', 'round', 'pattern', 'email', 'name'], '脱敏算法不正确');
export type MaskAlgorithm = z.output<typeof MaskAlgorithm>;
export const ALGORITHM_LABELS: Record<z.output<typeof MaskAlgorithm>, string> = {
  keep: '保留首尾',
  full: '全部隐藏',
  hash: '哈希',
  empty: '置空',
  date: '日期截断',
  round: '数值取整',
  pattern: '按位遮盖',
  email: '邮箱',
  name: '姓名',
};
const count = (label: string) =>
  z.coerce.number(`${label}应为整数`).int(`${label}应为整数`).min(0, `${label}不能小于0`).max(100, `${label}不能超过100`);
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
});

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
    access: perm('metadata:maskrule:list', 'metadata:maskrule:add', 'metadata:maskrule:edit'),
    body: z.object({ algorithm: MaskAlgorithm, params: MaskParams.default({}), value: z.string().max(1000, '示例值不能超过1000个字符') }),
    reply: z.object({ value: z.string().nullable() }),
  }),
});
