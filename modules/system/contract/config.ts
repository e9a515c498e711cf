import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Status, YesNo, optionalText, requiredText, rowFields, secret, StatusInput } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { FlagInput } from './fields.ts';

export const ConfigType = z.enum(['text', 'number', 'boolean', 'secret']);

/** 参数 */
export const ConfigInput = z.object({
  configName: requiredText(100, '参数名称'),
  configKey: z
    .string({ error: '参数键名不能为空' })
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/, '参数键名由字母、数字、下划线和点组成')
    .max(100, '参数键名不能超过100个字符'),
  // it may be a secret: the logged parameters never keep it, the change list shows it for the other types
  configValue: secret(z.string({ error: '参数键值不能为空' }).max(2000, '参数键值不能超过2000个字符')),
  configType: ConfigType.nullish().transform((value) => value ?? 'text'),
  isPublic: FlagInput,
  status: StatusInput,
  remark: optionalText(1000, '备注'),
});
/** What the platform says about a setting of its own. */
export const ConfigRule = z.object({
  groupName: z.string(),
  defaultValue: z.string(),
  /** what changes with it, and when */
  help: z.string().nullable(),
  /** bounds of a number, both included */
  range: z.object({ min: z.number(), max: z.number(), unit: z.string(), decimals: z.number().int() }).nullable(),
});
export const ConfigRow = z.object({
  ...rowFields,
  configName: z.string(),
  configKey: z.string(),
  configValue: z.string(),
  configType: ConfigType,
  isPublic: YesNo,
  isBuiltIn: YesNo,
  status: Status,
  remark: z.string().nullable(),
});
export const Config = ConfigRow.extend({
  /** null for settings that people have added */
  rule: ConfigRule.extend({
    /** what else has to be done before the setting can do its work */
    missing: z.string().nullable(),
  }).nullable(),
});
export const ConfigSearch = z.object({
  configName: z.string().max(100).optional(),
  configKey: z.string().max(100).optional(),
  configType: ConfigType.optional(),
  status: Status.optional(),
});

export const config = defineContract({
  ...crudRoutes('/system/configs', '参数', 'system:config', { row: Config, input: ConfigInput, search: ConfigSearch }),
  /** the value alone; public keys for everyone signed in, other non-secret ones for holders of system:config:detail */
  key: route.get('/system/configs/key/:key', {
    summary: '按键名取参数值',
    access: signedIn,
    params: z.object({ key: z.string().max(100) }),
    reply: z.string(),
  }),
  /** what the platform declares about its own settings, for the form */
  rules: route.get('/system/configs/rules', {
    summary: '参数取值范围',
    access: perm('system:config:list'),
    reply: z.array(ConfigRule.extend({ configKey: z.string() })),
  }),
  refresh: route.get('/system/configs/refresh', { summary: '刷新参数缓存', access: perm('system:config:refresh'), reply: z.null() }),
});
