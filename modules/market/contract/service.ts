import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, requiredText, rowFields, secret, SECRET_MASK, Time } from '#kit/contract/fields.ts';
import { proposalFields } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { pathProblem } from './json-path.ts';
import { ApiStatus, RateLimit } from './api.ts';
import { Chain } from './chain.ts';
import { ServiceParam, Whole } from './service-param.ts';

export * from './chain.ts';
export { ServiceParam } from './service-param.ts';

/** 1 HTTP, 2 WebService, 3 编排 (dictionary data_service_type) */
export const ServiceType = z.enum(['1', '2', '3'], { error: '服务类型只能是 HTTP、WebService 或编排' });
export type ServiceType = z.output<typeof ServiceType>;
export const HttpMethod = z.enum(['GET', 'POST', 'PUT', 'DELETE'], { error: '请求方法只能是 GET、POST、PUT 或 DELETE' });
export const BodyType = z.enum(['none', 'json', 'form', 'xml', 'text'], { error: '请求内容的类型不正确' });
export type BodyType = z.output<typeof BodyType>;
export const ServiceLevel = z.enum(['L1', 'L2', 'L3', 'L4'], { error: '数据级别只能是 L1 到 L4' });
export const SoapVersion = z.enum(['1.1', '1.2'], { error: 'SOAP 版本只能是 1.1 或 1.2' });

const MAX_BODY = 100_000;
export const MAX_WSDL = 1_000_000;
const Path = z
  .string({ error: '请求路径不能为空' })
  .trim()
  .max(2000, '请求路径不能超过2000个字符')
  // places may have blanks in them
  .regex(/^\/(?:[^\s\\?#{}]|\{\{[^{}]{1,60}\}\})*$/, '请求路径应以 / 开头，不含空格、反斜杠、? 和 #；查询参数写在查询参数里');
/** A full address instead of host and path, as the family has it. */
const Url = optionalText(2500, '请求地址');
// what the connection itself says, and what would let a template answer for another caller
const FORBIDDEN_HEADERS =
  /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive|proxy-.*|cookie|content-type)$/i;
const HeaderPair = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, '请求头名称不正确')
    .refine((name) => !FORBIDDEN_HEADERS.test(name), '该请求头由平台填写，不能设置'),
  value: z
    .string()
    .max(2000, '请求头的值不能超过2000个字符')
    .regex(/^[\u0020-\u007e\u00a0-\u00ff]*$/, '请求头的值不能包含换行和西文以外的字符'),
});
const ValuePair = z.object({
  name: z.string().trim().min(1, '名称不能为空').max(100, '名称不能超过100个字符'),
  value: z.string().max(4000, '值不能超过4000个字符'),
});
export type ValuePair = z.output<typeof ValuePair>;
const ResultPath = optionalText(500, '结果路径').refine(
  (text) => text === null || pathProblem(text) === null,
  '结果路径应为 $.data.list 的形式',
);

/** Form of an answer as its schema tells it: lists stay lists with one element too, numbers are numbers. */
export interface Shape {
  name: string;
  kind: 'object' | 'text' | 'number' | 'boolean';
  isList: boolean;
  fields: Shape[];
}
export const Shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    name: z.string().max(200),
    kind: z.enum(['object', 'text', 'number', 'boolean']),
    isList: z.boolean(),
    fields: z.array(Shape).max(500),
  }),
);

export const HttpService = z.object({
  hostId: Id.nullish(),
  url: Url,
  httpMethod: HttpMethod.default('GET'),
  path: Path.default('/'),
  query: z.array(ValuePair).max(50, '最多50个查询参数').default([]),
  header: z.array(HeaderPair).max(30, '最多30个请求头').default([]),
  bodyType: BodyType.default('none'),
  form: z.array(ValuePair).max(100, '最多100个表单项').default([]),
  body: z.string().max(MAX_BODY, '请求内容不能超过100000个字符').nullish(),
  /** what of the answer is given on; everything unless said */
  resultPath: ResultPath,
  /** the form of what is given on, as a trial found it: names without values */
  shape: Shape.nullish().transform((shape) => shape ?? null),
});
export type HttpService = z.output<typeof HttpService>;
export const WebService = z.object({
  hostId: Id.nullish(),
  url: Url,
  path: Path.default('/'),
  soapVersion: SoapVersion.default('1.1'),
  soapAction: z
    .string()
    .trim()
    .max(500, 'SOAPAction不能超过500个字符')
    .regex(/^[\u0021\u0023-\u005b\u005d-\u007e]*$/, 'SOAPAction不能包含空格、引号和控制字符')
    .default(''),
  targetNamespace: z.string().trim().max(500).default(''),
  /** 操作 */
  method: requiredText(200, '操作'),
  soap: z.string({ error: '报文不能为空' }).trim().min(1, '报文不能为空').max(MAX_BODY, '报文不能超过100000个字符'),
  resultPath: ResultPath,
  shape: Shape.nullish(),
  wsdl: z.string().max(MAX_WSDL, 'WSDL不能超过1000000个字符').nullish(),
});
export type WebService = z.output<typeof WebService>;
const ServiceMask = z.object({
  path: z
    .string()
    .trim()
    .max(500)
    .refine((text) => pathProblem(text) === null, '脱敏路径应为 $.list[*].mobile 的形式'),
  maskRuleId: Id,
});
const SecretPair = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,39}$/, '密钥名称由字母、数字和下划线组成'),
  value: secret(z.string().min(1, '请填写密钥值').max(4000, '密钥值不能超过4000个字符')),
});

export const ServiceInput = z.object({
  serviceName: requiredText(100, '服务名称').meta({ title: '服务名称' }),
  serviceType: ServiceType.default('1').meta({ title: '服务类型' }),
  httpService: HttpService.nullish().meta({ title: 'HTTP服务配置' }),
  webService: WebService.nullish().meta({ title: 'WebService配置' }),
  chain: Chain.nullish().meta({ title: '编排配置' }),
  reqParams: z.array(ServiceParam).max(100, '最多100个参数').default([]).meta({ title: '请求参数' }),
  masks: z.array(ServiceMask).max(100, '最多100个脱敏字段').default([]).meta({ title: '返回字段脱敏' }),
  secrets: z.array(SecretPair).max(10, '最多10个密钥').default([]).meta({ title: '密钥' }),
  rateLimit: RateLimit.default({ enable: '0', times: 5, seconds: 60 }).meta({ title: '限流' }),
  deny: optionalText(2000, 'IP黑名单').meta({ title: 'IP黑名单' }),
  timeoutMs: Whole('超时毫秒', 100, 60_000).default(10_000).meta({ title: '超时毫秒' }),
  /** only methods that may be repeated are */
  retries: Whole('重试次数', 0, 3).default(0).meta({ title: '重试次数' }),
  maxBytes: Whole('返回大小上限', 1024, 5_000_000).default(1_000_000).meta({ title: '返回大小上限' }),
  /** how sensitive what it answers is, as who offers it says */
  level: ServiceLevel.nullish()
    .transform((level) => level ?? null)
    .meta({ title: '数据级别' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
export type ServiceInput = z.output<typeof ServiceInput>;

export const ServiceRow = z.object({
  ...rowFields,
  status: ApiStatus,
  serviceNo: z.string(),
  serviceVersion: z.number().int(),
  serviceName: z.string(),
  serviceType: ServiceType,
  httpService: HttpService.nullable(),
  webService: WebService.nullable(),
  chain: Chain.nullable(),
  reqParams: z.array(ServiceParam),
  masks: z.array(ServiceMask),
  /** names only: values are written, never read */
  secrets: z.array(z.object({ name: z.string(), value: z.literal(SECRET_MASK) })),
  rateLimit: RateLimit,
  deny: z.string().nullable(),
  timeoutMs: z.number().int(),
  retries: z.number().int(),
  maxBytes: z.number().int(),
  level: ServiceLevel.nullable(),
  groupId: z.string().nullable(),
  remark: z.string().nullable(),
  hostName: z.string().nullable(),
  releaseBy: z.string().nullable(),
  releaseTime: Time.nullable(),
  offlineTime: Time.nullable(),
});
export type ServiceRow = z.output<typeof ServiceRow>;
/** With the approval that its release is in. */
export const ServiceShown = ServiceRow.extend(proposalFields);
export const ServiceSearch = z.object({
  serviceName: z.string().max(100).optional(),
  serviceNo: z.string().max(40).optional(),
  serviceType: ServiceType.optional(),
  status: ApiStatus.optional(),
  groupId: Id.optional().meta({ title: '分组编号' }),
});

/** One step of a call as the page shows it: secrets stand as ***. */
export const TraceStep = z.object({
  step: z.string(),
  name: z.string(),
  state: z.enum(['done', 'skipped', 'failed']),
  /** where it went: method and address, or the API */
  target: z.string(),
  request: z.string(),
  httpStatus: z.number().int().nullable(),
  data: z.unknown(),
  message: z.string().nullable(),
  ms: z.number(),
});
export type TraceStep = z.output<typeof TraceStep>;
export const WsdlOperation = z.object({
  name: z.string(),
  port: z.string(),
  soapVersion: SoapVersion,
  soapAction: z.string(),
  address: z.string(),
  targetNamespace: z.string(),
  soap: z.string(),
  params: z.array(ServiceParam),
  shape: Shape.nullable(),
  note: z.string().nullable(),
});
export type WsdlOperation = z.output<typeof WsdlOperation>;

const base = '/data/service/services';
const params = z.object({ id: Id });
/** 服务集成 */
export const service = defineContract({
  ...crudRoutes(base, '集成服务', 'market:service', { row: ServiceShown, input: ServiceInput, search: ServiceSearch }),
  /** the family's shape of the details; the key itself is shown once, where it is made */
  detail: route.get(`${base}/detail/:id`, {
    summary: '集成服务详情与请求头',
    access: perm('market:service:detail', 'market:service:edit'),
    params,
    reply: z.object({ data: ServiceShown, header: z.object({ api_key: z.string() }) }),
  }),
  hosts: route.get(`${base}/hosts`, {
    summary: '可供服务调用的外部地址',
    access: perm('market:service:add', 'market:service:edit'),
    reply: z.array(z.object({ id: Id, name: z.string() })),
  }),
  wsdl: route.post(`${base}/wsdl/parse`, {
    summary: '解析WSDL',
    access: perm('market:service:add', 'market:service:edit'),
    body: z.object({
      wsdlText: z.string().max(MAX_WSDL, 'WSDL不能超过1000000个字符').nullish().meta({ title: 'WSDL文本' }),
      /** of a registered host */
      url: Url.meta({ title: 'WSDL地址' }),
    }),
    reply: z.object({ wsdl: z.string(), operations: z.array(WsdlOperation), warnings: z.array(z.string()) }),
    timeoutMs: 30_000,
  }),
  run: route.post(`${base}/:id/run`, {
    summary: '调试集成服务',
    access: perm('market:service:run'),
    params,
    body: z.object({ params: z.record(z.string(), z.unknown()).default({}).meta({ title: '参数' }) }),
    reply: z.object({ data: z.unknown(), message: z.string().nullable(), traceId: z.string(), steps: z.array(TraceStep), ms: z.number() }),
    timeoutMs: 90_000,
  }),
  copy: route.post(`${base}/:id/copy`, {
    summary: '复制集成服务为新版本',
    access: perm('market:service:add'),
    params,
    reply: z.object({ id: Id }),
    audit: '复制集成服务',
  }),
  release: route.post(`${base}/:id/release`, {
    summary: '发布集成服务',
    // `submit` alone releases nothing: it asks the process for it
    access: perm('market:service:release', 'market:service:submit'),
    params,
    reply: z.object(proposalFields),
    audit: '发布集成服务',
    timeoutMs: 30_000,
  }),
  cancel: route.post(`${base}/:id/cancel`, {
    summary: '下线集成服务',
    access: perm('market:service:release'),
    params,
    reply: z.null(),
    audit: '下线集成服务',
  }),
});
