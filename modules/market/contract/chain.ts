import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { pathProblem } from './json-path.ts';
import { ServiceParamName } from './service-param.ts';

export const MAX_CHAIN_STEPS = 20;
const Path = z
  .string()
  .trim()
  .max(500, '路径不能超过500个字符')
  .refine((text) => pathProblem(text) === null, '路径应为 $.input.id 或 $.steps.a.data.name 的形式');
const StepId = z.string().regex(/^[a-z][a-z0-9_]{0,29}$/, '步骤编号由小写字母、数字和下划线组成，以字母开头');
export const ConditionOperator = z.enum(['eq', 'ne', 'gt', 'lt', 'exists', 'empty'], { error: '条件的比较方式不正确' });
export type ConditionOperator = z.output<typeof ConditionOperator>;
export const ChainStep = z.object({
  id: StepId,
  name: z.string().trim().min(1, '步骤名称不能为空').max(50, '步骤名称不能超过50个字符'),
  kind: z.enum(['service', 'api'], { error: '步骤只能调用服务或数据API' }),
  targetId: Id,
  x: z.number().min(-100_000).max(100_000).default(0),
  y: z.number().min(-100_000).max(100_000).default(0),
  inputs: z
    .array(
      z.object({
        param: ServiceParamName,
        /** a place in what the chain was given or earlier steps answered, or a value */
        source: z.enum(['path', 'value']),
        value: z.string().max(2000, '值不能超过2000个字符'),
      }),
    )
    .max(100)
    .default([]),
  /** steps that end before this one without giving it anything */
  after: z.array(StepId).max(MAX_CHAIN_STEPS).default([]),
  condition: z
    .object({ path: Path, operator: ConditionOperator, value: z.string().max(500).default('') })
    .nullish()
    .transform((condition) => condition ?? null),
  onError: z.enum(['stop', 'go']).default('stop'),
});
export type ChainStep = z.output<typeof ChainStep>;
export const Chain = z.object({
  steps: z.array(ChainStep).min(1, '编排至少有一个步骤').max(MAX_CHAIN_STEPS, `编排最多${MAX_CHAIN_STEPS}个步骤`),
  /** the answer: names and where their values stand; without any the answer of the last step */
  outputs: z
    .array(z.object({ name: z.string().trim().min(1, '名称不能为空').max(64, '名称不能超过64个字符'), path: Path }))
    .max(100)
    .default([]),
});
export type Chain = z.output<typeof Chain>;
