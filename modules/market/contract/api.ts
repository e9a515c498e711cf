import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Ids, optionalText, requiredText, rowFields, Time, YesNo } from '#kit/contract/fields.ts';
import { proposalFields } from '#kit/contract/flow.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';

/** 1 待发布, 2 已发布, 3 已下线 (dictionary data_api_status) */
export const ApiStatus = z.enum(['1', '2', '3']);
export type ApiStatus = z.output<typeof ApiStatus>;
export const ReqMethod = z.enum(['GET', 'POST'], { error: '请求方式只能是 GET 或 POST' });
/** 1 表引导, 2 脚本, 3 数据集 (dictionary data_config_type) */
export const ConfigType = z.enum(['1', '2', '3'], { error: '配置方式只能是表引导、脚本或数据集' });
/** dictionary data_param_type: 字符串, 整型, 浮点型, 时间, 集合 */
export const ParamType = z.enum(['1', '2', '3', '4', '5'], { error: '参数类型不正确' });
export type ParamType = z.output<typeof ParamType>;
/** dictionary data_where_type: = != 全模糊 左模糊 右模糊 > >= < <= 为空 不为空 IN */
export const WhereType = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'], { error: '操作符不正确' });
export type WhereType = z.output<typeof WhereType>;

const ApiVersion = z
  .string({ error: 'API版本不能为空' })
  .trim()
  .max(20, 'API版本不能超过20个字符')
  .regex(/^v\d{1,4}\.\d{1,4}\.\d{1,4}$/, 'API版本应为 v1.0.0 的形式');
const ApiUrl = z
  .string({ error: 'API路径不能为空' })
  .trim()
  .max(255, 'API路径不能超过255个字符')
  .regex(/^(\/[A-Za-z0-9_-]{1,64}){1,8}$/, 'API路径由 / 开头，每段为字母、数字、下划线或连字符');
/** Also the name of an output: what stands in the answer. */
const FieldName = z
  .string()
  .trim()
  .regex(/^[\p{L}_][\p{L}\p{N}_]{0,63}$/u, '名称由字母、数字和下划线组成，以字母或下划线开头');
const ParamName = z
  .string({ error: '参数名称不能为空' })
  .trim()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,39}$/, '参数名称由字母、数字和下划线组成，以字母或下划线开头，最多40个字符');

export const FieldParam = z.object({
  columnName: z.string().min(1).max(200).meta({ title: '字段名' }),
  columnComment: z.string().max(500).nullish().meta({ title: '字段说明' }),
  dataType: z.string().max(200).nullish().meta({ title: '数据类型' }),
  /** may be a parameter */
  reqable: YesNo.default('0').meta({ title: '作为请求参数' }),
  /** is part of the answer */
  resable: YesNo.default('0').meta({ title: '作为返回参数' }),
});
export const ReqParam = z.object({
  paramName: ParamName.meta({ title: '参数名称' }),
  /** column that it is held against (mode 1); the one of the same name unless given */
  columnName: z.string().trim().max(200).nullish().meta({ title: '对应字段' }),
  nullable: YesNo.default('1').meta({ title: '允许为空' }),
  paramComment: z.string().trim().max(200).nullish().meta({ title: '参数说明' }),
  paramType: ParamType.default('1').meta({ title: '参数类型' }),
  whereType: WhereType.default('1').meta({ title: '操作符' }),
  exampleValue: z.string().max(500).nullish().meta({ title: '示例值' }),
  defaultValue: z.string().max(500).nullish().meta({ title: '默认值' }),
});
export type ReqParam = z.output<typeof ReqParam>;
export const ResParam = z.object({
  fieldName: z.string().min(1).max(200).meta({ title: '字段名' }),
  fieldAliasName: FieldName.or(z.literal('')).nullish().meta({ title: '返回名称' }),
  fieldComment: z.string().max(500).nullish().meta({ title: '字段说明' }),
  dataType: z.string().max(200).nullish().meta({ title: '数据类型' }),
  exampleValue: z.string().max(500).nullish().meta({ title: '示例值' }),
});
export type ResParam = z.output<typeof ResParam>;

/** Rows that one answer may hold at most. */
export const MAX_PAGE_SIZE = 1000;
const Whole = (label: string, min: number, max: number) =>
  z
    .number({ error: `${label}应为数字` })
    .int(`${label}应为整数`)
    .min(min, `${label}应在 ${min} 到 ${max} 之间`)
    .max(max, `${label}应在 ${min} 到 ${max} 之间`);
/** Tables of a join beside the first one, at most. */
export const MAX_JOINS = 2;
const OrderBy = z.object({ columnName: z.string().min(1).max(200), direction: z.enum(['asc', 'desc']).default('asc') });
export type OrderBy = z.output<typeof OrderBy>;
/** Another table of an API. Its columns are written `t2.name` wherever columns are named; those of the first table stand without a prefix. */
export const TableJoin = z.object({
  alias: z.enum(['t2', 't3']).meta({ title: '表别名' }),
  tableId: Id.meta({ title: '关联表' }),
  tableName: z.string().max(200).nullish().meta({ title: '表名' }),
  joinType: z.enum(['inner', 'left'], { error: '关联方式只能是内关联或左关联' }).default('left').meta({ title: '关联方式' }),
  /** `left` is a column of the tables before this one, `right` one of this table */
  on: z
    .array(
      z.object({
        left: z.string().min(1, '请选择关联字段').max(210).meta({ title: '左侧字段' }),
        right: z.string().min(1, '请选择关联字段').max(200).meta({ title: '右侧字段' }),
      }),
    )
    .min(1, '请填写关联条件')
    .max(5, '最多5个关联条件')
    .meta({ title: '关联条件' }),
});
export type TableJoin = z.output<typeof TableJoin>;
export const ExecuteConfig = z.object({
  sourceId: Id.meta({ title: '数据源' }),
  configType: ConfigType.default('1').meta({ title: '配置方式' }),
  tableId: Id.nullish().meta({ title: '数据表' }),
  tableName: z.string().max(200).nullish().meta({ title: '表名' }),
  joins: z.array(TableJoin).max(MAX_JOINS, `最多关联${MAX_JOINS}个表`).default([]).meta({ title: '关联' }),
  /** what the rows are when they come from a data set (mode 3) */
  dataSetId: Id.nullish().meta({ title: '数据集' }),
  dataSetName: z.string().max(200).nullish().meta({ title: '数据集名称' }),
  fieldParams: z.array(FieldParam).max(500, '最多500个字段').default([]).meta({ title: '字段' }),
  sqlText: z.string().max(20_000, 'SQL最多20000个字符').nullish().meta({ title: 'SQL语句' }),
  /** order of the answer before the key, which always ends it (mode 1) */
  orderBy: z.array(OrderBy).max(5, '最多按5个字段排序').default([]).meta({ title: '排序' }),
  /** names of the answer that callers may order by */
  sortable: z.array(z.string().min(1).max(200)).max(20, '最多允许按20个字段排序').default([]).meta({ title: '允许排序的字段' }),
  /** offset: pages by number; keyset: each answer tells where the next one begins, however far that is */
  paging: z.enum(['offset', 'keyset'], { error: '分页方式只能是页码或游标' }).default('offset').meta({ title: '分页方式' }),
  /** seconds that an answer is kept for equal calls; 0 = never */
  cacheTtl: Whole('缓存秒数', 0, 3600).default(0).meta({ title: '缓存秒数' }),
  /** rows of an answer unless the caller says otherwise, and at most */
  defaultSize: Whole('默认条数', 1, MAX_PAGE_SIZE).default(20).meta({ title: '默认条数' }),
  maxSize: Whole('最多条数', 1, MAX_PAGE_SIZE).default(200).meta({ title: '最多条数' }),
  /** whether an answer tells how many rows there are; counting a large table takes its time */
  total: z.enum(['exact', 'none']).default('exact').meta({ title: '总数' }),
  timeoutMs: Whole('超时毫秒', 100, 60_000).default(10_000).meta({ title: '超时毫秒' }),
});
export type ExecuteConfig = z.output<typeof ExecuteConfig>;
export const RateLimit = z.object({
  enable: YesNo.default('0').meta({ title: '启用限流' }),
  times: Whole('限流次数', 1, 100_000_000).default(5).meta({ title: '限流次数' }),
  seconds: Whole('限流秒数', 1, 31 * 86_400)
    .default(60)
    .meta({ title: '限流秒数' }),
});
export type RateLimit = z.output<typeof RateLimit>;

export const ApiInput = z.object({
  apiName: requiredText(100, 'API名称').meta({ title: 'API名称' }),
  apiVersion: ApiVersion.meta({ title: 'API版本' }),
  apiUrl: ApiUrl.meta({ title: 'API路径' }),
  reqMethod: ReqMethod.default('GET').meta({ title: '请求方式' }),
  resType: z.literal('JSON', { error: '返回格式只能是 JSON' }).default('JSON').meta({ title: '返回格式' }),
  /** addresses that are refused, parted by commas */
  deny: optionalText(2000, 'IP黑名单').meta({ title: 'IP黑名单' }),
  rateLimit: RateLimit.default({ enable: '0', times: 5, seconds: 60 }).meta({ title: '限流' }),
  executeConfig: ExecuteConfig.meta({ title: '执行配置' }),
  reqParams: z.array(ReqParam).max(50, '最多50个请求参数').default([]).meta({ title: '请求参数' }),
  resParams: z.array(ResParam).max(500, '最多500个返回参数').default([]).meta({ title: '返回参数' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
export type ApiInput = z.output<typeof ApiInput>;

export const ApiRow = z.object({
  ...rowFields,
  status: ApiStatus,
  apiName: z.string(),
  apiVersion: z.string(),
  apiUrl: z.string(),
  reqMethod: ReqMethod,
  resType: z.string(),
  deny: z.string().nullable(),
  rateLimit: RateLimit,
  executeConfig: ExecuteConfig,
  reqParams: z.array(ReqParam),
  resParams: z.array(ResParam),
  remark: z.string().nullable(),
  /** whose rights the calls have: who released it */
  releaseBy: z.string().nullable(),
  releaseTime: Time.nullable(),
  /** when a released version ends, as its subscribers were told */
  offlineTime: Time.nullable(),
  /** since when its subscribers know that it ends, and why it does */
  deprecateTime: Time.nullable(),
  offlineReason: z.string().nullable(),
  groupId: z.string().nullable(),
});
/** With the approval that its release is in. */
export const ApiShown = ApiRow.extend(proposalFields);
export const ApiSearch = z.object({
  apiName: z.string().max(100).optional(),
  apiUrl: z.string().max(255).optional(),
  status: ApiStatus.optional(),
  groupId: Id.optional().meta({ title: '分组编号' }),
});

const IndexAdvice = z.object({ table: z.string(), columns: z.array(z.string()), message: z.string() });
/** A way to join a further table to those that are chosen. */
const JoinProposal = z.object({
  tableId: Id,
  schemaName: z.string(),
  tableName: z.string(),
  tableComment: z.string().nullable(),
  on: z.array(z.object({ left: z.string(), right: z.string() })),
  /** what tells that they belong together */
  basis: z.enum(['foreignKey', 'lineage', 'name']),
});
const Sample = z.object({ language: z.string(), text: z.string() });
const base = '/data/market/dataApis';
const params = z.object({ id: Id });
/** 数据API */
export const dataApi = defineContract({
  ...crudRoutes(base, '数据API', 'market:api', { row: ApiShown, input: ApiInput, search: ApiSearch }),
  /** the family's shape of the details; the key itself is shown once, where it is made */
  detail: route.get(`${base}/detail/:id`, {
    summary: '数据API详情与请求头',
    access: perm('market:api:detail', 'market:api:edit'),
    params,
    reply: z.object({ data: ApiShown, header: z.object({ api_key: z.string() }) }),
  }),
  parse: route.post(`${base}/sql/parse`, {
    summary: '解析API脚本',
    access: perm('market:api:add', 'market:api:edit'),
    body: z.object({
      sourceId: Id.meta({ title: '数据源' }),
      sqlText: z.string().min(1, 'SQL不能为空').max(20_000).meta({ title: 'SQL语句' }),
    }),
    reply: z.object({ reqParams: z.array(ReqParam), resParams: z.array(ResParam) }),
    timeoutMs: 30_000,
  }),
  debug: route.post(`${base}/:id/debug`, {
    summary: '调试数据API',
    access: perm('market:api:debug', 'market:api:edit'),
    params,
    body: z.object({ params: z.record(z.string(), z.unknown()).default({}).meta({ title: '参数' }) }),
    reply: z.object({
      /** the answer as a caller would get it */
      data: z.unknown(),
      /** the statement that ran, and how the source would run it where it tells */
      statement: z.string(),
      plan: z.array(z.string()).nullable(),
      /** indexes that would serve its conditions */
      advice: z.array(IndexAdvice),
      masked: z.array(z.string()),
      ms: z.number(),
    }),
    timeoutMs: 60_000,
  }),
  advice: route.get(`${base}/:id/advice`, {
    summary: '数据API的索引建议',
    access: perm('market:api:release', 'market:api:debug'),
    params,
    reply: z.object({ isPlanned: z.boolean(), advice: z.array(IndexAdvice) }),
    timeoutMs: 30_000,
  }),
  joins: route.get(`${base}/joins`, {
    summary: '数据API的关联建议',
    access: perm('market:api:add', 'market:api:edit'),
    query: z.object({
      sourceId: Id.meta({ title: '数据源' }),
      /** the first table, then those that are joined, in their order */
      tableIds: Ids.meta({ title: '已选的数据表' }),
    }),
    reply: z.array(JoinProposal),
  }),
  copy: route.post(`${base}/:id/copy`, {
    summary: '复制数据API',
    access: perm('market:api:copy'),
    params,
    reply: z.object({ id: Id }),
    audit: '复制数据API',
  }),
  release: route.post(`${base}/:id/release`, {
    summary: '发布数据API',
    // `submit` alone releases nothing: it asks the process for it
    access: perm('market:api:release', 'market:api:submit'),
    params,
    reply: z.object(proposalFields),
    audit: '发布数据API',
    timeoutMs: 30_000,
  }),
  cancel: route.post(`${base}/:id/cancel`, {
    summary: '下线数据API',
    access: perm('market:api:cancel'),
    params,
    reply: z.null(),
    audit: '下线数据API',
  }),
  openapi: route.get(`${base}/:id/openapi`, {
    summary: '数据API的OpenAPI文档',
    access: perm('market:api:example', 'market:api:detail'),
    params,
    reply: z.unknown(),
    replies: 'bare',
  }),
  word: route.post(`${base}/word/:id`, {
    summary: '导出数据API文档',
    access: perm('market:api:word'),
    params,
    reply: bytes,
    replies: 'stream',
    audit: '导出数据API文档',
  }),
  example: route.get(`${base}/:id/example`, {
    summary: '数据API调用示例',
    access: perm('market:api:example', 'market:api:detail'),
    params,
    reply: z.object({
      address: z.string(),
      samples: z.array(Sample),
      /** for keys that sign their calls */
      signed: z.array(z.object({ signMode: z.enum(['hmac-sha256', 'hmac-sm3']), samples: z.array(Sample) })),
    }),
  }),
});
