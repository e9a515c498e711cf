import * as z from 'zod';
import { hostProblem } from '#kit/contract/address.ts';
import { crudRoutes } from '#kit/contract/crud.ts';
import {
  Id,
  PageQuery,
  Status,
  Time,
  YesNo,
  optionalText,
  pageReply,
  requiredText,
  rowFields,
  secret,
  StatusInput,
} from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { FlagInput } from './fields.ts';

const HOST_REFUSED = '该地址不允许访问，请填写外部服务的主机名或IP';
const PEM = /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s-]+-----END CERTIFICATE-----\s*$/;

/** Protocol of the host: SMTP for the mail server, HTTP for all others. */
export const HostScheme = z.enum(['http', 'https', 'smtp', 'smtps'], { error: '请选择协议' });

/** 外部地址: a server that the platform may call. */
export const HostInput = z.object({
  hostName: requiredText(50, '名称'),
  scheme: HostScheme,
  host: requiredText(253, '主机')
    .transform((text) => text.toLowerCase())
    .superRefine((host, context) => {
      const problem = hostProblem(host, HOST_REFUSED);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
  port: z.number({ error: '请输入端口' }).int('端口应为整数').min(1, '端口应为 1 到 65535').max(65_535, '端口应为 1 到 65535'),
  isPrivateAllowed: FlagInput,
  /** processes may call it (调用外部接口) */
  isFlowAllowed: FlagInput,
  caText: z
    .string()
    .trim()
    .max(20_000, '证书不能超过20000个字符')
    .refine((text) => text === '' || PEM.test(text), '请填写 PEM 格式的证书，以 -----BEGIN CERTIFICATE----- 开头')
    .nullish()
    .transform((text) => text || null),
  testPath: z
    .string()
    .trim()
    .regex(/^\/[\x21-\x7e]{0,499}$/, '测试路径应以 / 开头，只含英文字符')
    .or(z.literal(''))
    .nullish()
    .transform((text) => text || '/'),
  secretHeader: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,49}$/, '请求头名称由字母、数字和短横线组成')
    .refine((name) => !/^(host|content-length|transfer-encoding|connection|upgrade|te|trailer)$/i.test(name), '该请求头由平台设置')
    .or(z.literal(''))
    .nullish()
    .transform((text) => text || null),
  secretValue: secret(
    z
      .string()
      .regex(/^[\x20-\x7e]{0,2000}$/, '密钥值只能包含英文字符，不超过2000个')
      .nullish()
      .transform((text) => text || null),
  ),
  ownerName: optionalText(50, '负责人'),
  status: StatusInput,
  remark: optionalText(1000, '备注'),
});
export const Host = z.object({
  ...rowFields,
  hostName: z.string(),
  scheme: HostScheme,
  host: z.string(),
  port: z.number().int(),
  isPrivateAllowed: YesNo,
  isFlowAllowed: YesNo,
  caText: z.string().nullable(),
  testPath: z.string(),
  secretHeader: z.string().nullable(),
  /** the mask when one is stored */
  secretValue: z.string().nullable(),
  ownerName: z.string().nullable(),
  status: Status,
  remark: z.string().nullable(),
});
export const HostSearch = z.object({
  hostName: z.string().max(50).optional(),
  host: z.string().max(253).optional(),
  status: Status.optional(),
});

/** One call to an outside host. */
export const HostCall = z.object({
  id: Id,
  hostId: Id,
  hostName: z.string().nullable(),
  purpose: z.string(),
  method: z.string(),
  path: z.string(),
  address: z.string().nullable(),
  status: z.number().int().nullable(),
  state: z.enum(['done', 'refused', 'failed']),
  message: z.string().nullable(),
  received: z.string(),
  ms: z.number().int(),
  createBy: z.string().nullable(),
  createTime: Time,
});

export const host = defineContract({
  ...crudRoutes('/system/hosts', '外部地址', 'system:host', { row: Host, input: HostInput, search: HostSearch }),
  /** a GET of the test path, or the greeting of a mail server; only reads, and leaves a row in the call log */
  test: route.post('/system/hosts/:id/test', {
    summary: '测试外部地址',
    access: perm('system:host:test'),
    params: z.object({ id: Id }),
    reply: z.object({ status: z.number().int(), address: z.string(), ms: z.number().int() }),
    timeoutMs: 20_000,
  }),
  calls: route.get('/system/hosts/calls/page', {
    summary: '外部地址调用日志分页',
    access: perm('system:host:log'),
    query: PageQuery.extend({ hostId: Id.optional(), state: HostCall.shape.state.optional() }),
    reply: pageReply(HostCall),
  }),
});
