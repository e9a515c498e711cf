import * as z from 'zod';
import { Status, YesNo } from '#kit/contract/fields.ts';

/** 状态 of an input; enabled unless given. */
export const StatusInput = Status.nullish().transform((value) => value ?? '1');
/** 是否 of an input; no unless given. */
export const FlagInput = YesNo.nullish().transform((value) => value ?? '0');
/** 排序 of an input; 0 unless given. */
export const SortInput = z
  .number({ error: '排序应为数字' })
  .int('排序应为整数')
  .min(0, '排序不能小于0')
  .max(999_999, '排序不能大于999999')
  .nullish()
  .transform((value) => value ?? 0);

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
