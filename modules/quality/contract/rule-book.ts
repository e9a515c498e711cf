import * as z from 'zod';
import { optionalText, requiredText, Status } from '#kit/contract/fields.ts';

const number = (name: string, most: number) =>
  z.coerce
    .number({ error: `${name}应为数字` })
    .min(0, `${name}不能小于0`)
    .max(most, `${name}不能大于${most}`)
    .optional();

/** One row of the workbook of rules: what a rule is about goes by name. */
export const RuleBookRow = z.object({
  ruleName: requiredText(100, '规则名称'),
  item: requiredText(100, '检查'),
  level: optionalText(20, '级别'),
  source: requiredText(100, '数据源'),
  schema: optionalText(140, '模式'),
  table: requiredText(200, '数据表'),
  column: optionalText(200, '字段'),
  config: optionalText(20_000, '规则参数'),
  nulls: optionalText(20, '为空时'),
  filter: optionalText(4000, '只检查这些行'),
  ruleWeight: number('规则权重', 1000),
  ruleStrength: z.enum(['1', '2']).optional(),
  ruleThreshold: number('通过线', 100),
  status: Status.optional(),
  remark: optionalText(500, '备注'),
});
export type RuleBookRow = z.output<typeof RuleBookRow>;
/** A row that changes a known rule: what it leaves empty stays. */
export const RuleBookChange = RuleBookRow.partial().extend({ ruleName: RuleBookRow.shape.ruleName });
export type RuleBookChange = z.output<typeof RuleBookChange>;
