import * as z from 'zod';
import { YesNo } from '#kit/contract/fields.ts';

export const Whole = (label: string, min: number, max: number) =>
  z
    .number({ error: `${label}应为数字` })
    .int(`${label}应为整数`)
    .min(min, `${label}应在 ${min} 到 ${max} 之间`)
    .max(max, `${label}应在 ${min} 到 ${max} 之间`);

export const ServiceParamName = z
  .string({ error: '参数名称不能为空' })
  .trim()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,39}$/, '参数名称由字母、数字和下划线组成，以字母或下划线开头，最多40个字符');
/** 字符串, 整型, 浮点型, 时间, 集合, 布尔 (dictionary market_service_param_type) */
export const ServiceParamType = z.enum(['1', '2', '3', '4', '5', '6'], { error: '参数类型不正确' });
export const ServiceParam = z.object({
  paramName: ServiceParamName,
  nullable: YesNo.default('1'),
  paramComment: z.string().trim().max(200, '参数说明不能超过200个字符').nullish(),
  paramType: ServiceParamType.default('1'),
  exampleValue: z.string().max(2000).nullish(),
  defaultValue: z.string().max(2000).nullish(),
});
export type ServiceParam = z.output<typeof ServiceParam>;
