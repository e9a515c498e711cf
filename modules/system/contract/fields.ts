import * as z from 'zod';
import { YesNo } from '#kit/contract/fields.ts';

/** 是否 of an input; no unless given. */
export const FlagInput = YesNo.nullish().transform((value) => value ?? '0');
/** The parent of roots in the department and menu trees. */
export const ROOT_ID = '0';

/** 数据范围 (dictionary sys_data_scope). */
export const DataScopeCode = z.enum(['1', '2', '3', '4', '5'], { error: '请选择数据范围' });

/** `system:user:add`: module, entity, action, further segments allowed. */
export const PermissionText = z
  .string()
  .trim()
  .max(100, '权限标识不能超过100个字符')
  .regex(/^[a-z]+(:[a-zA-Z]+){1,4}$/, '权限标识格式为 模块:实体:动作')
  .or(z.literal(''))
  .nullish()
  .transform((text) => text || null);
