import * as z from 'zod';
import { Id, PageQuery, pageReply, Time, YesNo } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { RateLimit, ReqMethod } from './api.ts';
import { RowFilter } from './row-filter.ts';
import { ServiceParamType } from './service-param.ts';
import { SubscriptionStatus } from './subscription.ts';

/** What an outside server and a source need at most, and some more. */
const TRY_MS = 90_000;

/** 数据API, 集成服务 */
export const OfferKind = z.enum(['api', 'service']);
const SquareRow = z.object({
  id: Id,
  kind: OfferKind,
  apiName: z.string(),
  apiVersion: z.string(),
  apiUrl: z.string(),
  reqMethod: ReqMethod,
  remark: z.string().nullable(),
  groupId: z.string().nullable(),
  groupName: z.string().nullable(),
  /** who answers for it */
  owner: z.string().nullable(),
  deptName: z.string().nullable(),
  releaseTime: Time.nullable(),
  /** 下线预告 */
  offlineTime: Time.nullable(),
  offlineReason: z.string().nullable(),
  /** the strictest level of what it returns; null for scripts and for what nobody has classified */
  level: z.string().nullable(),
  fieldCount: z.number().int(),
  /** applications that may call it now */
  subscribers: z.number().int(),
  /** calls of the last seven days, today last; empty without any */
  calls: z.array(z.number().int()),
  /** milliseconds that nineteen of twenty of them did not exceed */
  p95: z.number().nullable(),
  /** how far the caller's applications are with it; null = none has asked */
  mine: SubscriptionStatus.nullable(),
});
export const SquareOutput = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  dataType: z.string().nullable(),
  exampleValue: z.string().nullable(),
  level: z.string().nullable(),
  /** how it is masked (前 3 后 4); null = as it is, for scripts: known by their answer only */
  mask: z.string().nullable(),
});
const SquareDetail = SquareRow.extend({
  rateLimit: RateLimit,
  /** rows of a page; null for services, which have no pages */
  defaultSize: z.number().int().nullable(),
  maxSize: z.number().int().nullable(),
  total: z.enum(['exact', 'none']).nullable(),
  /** types are numbered alike for both kinds; services have one more */
  reqParams: z.array(
    z.object({
      paramName: z.string(),
      paramComment: z.string().nullish(),
      paramType: ServiceParamType,
      nullable: YesNo,
      exampleValue: z.string().nullish(),
      defaultValue: z.string().nullish(),
    }),
  ),
  outputs: z.array(SquareOutput),
  /** columns that an application may ask to be limited by */
  filterable: z.array(z.object({ columnName: z.string(), comment: z.string().nullable() })),
  address: z.string(),
  /** who decides about a request: a process, or whoever answers for it */
  decidedBy: z.enum(['process', 'owner']),
  samples: z.array(z.object({ language: z.string(), text: z.string() })),
  /** what the caller's applications may use of it */
  subscriptions: z.array(
    z.object({
      id: Id,
      appId: Id,
      appName: z.string(),
      status: SubscriptionStatus,
      fields: z.array(z.string()).nullable(),
      rows: RowFilter,
      endTime: Time.nullable(),
    }),
  ),
});

const base = '/data/market/square';
const access = perm('market:square:list', 'market:subscription:add', 'market:apply:add');
const params = z.object({ id: Id });
/** API 市场: released APIs and services, as who wants to call them sees them */
export const square = defineContract({
  page: route.get(`${base}/page`, {
    summary: 'API市场分页',
    access,
    query: PageQuery.omit({ sort: true }).extend({
      /** name, path, remark or a returned field */
      keyword: z.string().trim().max(100).optional(),
      kind: OfferKind.optional().meta({ title: '类型' }),
      groupId: Id.optional().meta({ title: '分组编号' }),
      level: z.enum(['L1', 'L2', 'L3', 'L4']).optional(),
      /** those that the own applications may call or have asked for */
      mine: z.enum(['0', '1']).optional(),
      order: z.enum(['subscribers', 'releaseTime', 'apiName']).optional().meta({ description: '排序方式' }),
    }),
    reply: pageReply(SquareRow),
  }),
  /** applications that the caller may ask for */
  apps: route.get(`${base}/apps`, {
    summary: '可申请订阅的应用',
    access,
    reply: z.array(z.object({ id: Id, appName: z.string() })),
  }),
  get: route.get(`${base}/:id`, {
    summary: 'API市场详情',
    access,
    params,
    reply: SquareDetail,
  }),
  /** a call of an application by who may make keys of it: within its subscription and limits, and in the log as its call */
  tryOut: route.post(`${base}/:id/try`, {
    summary: 'API市场调试',
    access: perm('market:app:rotate'),
    params,
    body: z.object({
      appId: Id.meta({ title: '应用' }),
      params: z.record(z.string().max(100), z.unknown()).default({}).meta({ title: '参数' }),
    }),
    reply: z.object({
      httpStatus: z.number().int(),
      /** the answer as the application would get it; null when there was none */
      data: z.unknown(),
      /** why there was none */
      message: z.string().nullable(),
      /** the parameter that was wrong, where it was one */
      param: z.string().nullable(),
      /** calls that its limits have left; null = without limits */
      remaining: z.number().int().nullable(),
      requestId: z.string(),
      /** of services: under which the log has the call and its steps */
      traceId: z.string().nullable(),
      ms: z.number(),
    }),
    timeoutMs: TRY_MS,
  }),
  /** with only what the application may use */
  openapi: route.get(`${base}/:id/openapi`, {
    summary: 'API市场的OpenAPI文档',
    access,
    params,
    query: z.object({ appId: Id.optional() }),
    reply: z.unknown(),
    replies: 'bare',
  }),
});
