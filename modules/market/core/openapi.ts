import type { ExecuteConfig, ReqParam, ResParam } from '../contract/api.ts';
import { callPath } from './address.ts';
import { outputSchema, type KnownOutput } from './output-schema.ts';
import { outputNames } from './outputs.ts';
import { pagingParams } from './paging.ts';
import { SIGN_HEADERS } from './signing.ts';
import { saidValues } from './typed-text.ts';
import { MAX_LIST } from './values.ts';

/** What the document of an API follows from. */
export interface DocumentedApi {
  readonly id: string;
  readonly apiName: string;
  readonly apiVersion: string;
  readonly apiUrl: string;
  readonly reqMethod: 'GET' | 'POST';
  readonly remark: string | null;
  readonly executeConfig: ExecuteConfig;
  readonly reqParams: readonly ReqParam[];
  readonly resParams: readonly ResParam[];
}
export type Schema = Record<string, unknown>;

const TYPES: Record<ReqParam['paramType'], Schema> = {
  '1': { type: 'string', maxLength: 500 },
  '2': { type: 'integer', format: 'int64' },
  '3': { type: 'number' },
  '4': { type: 'string', description: '2026-01-31 或 2026-01-31 08:30:00' },
  '5': { type: 'array', items: { type: 'string' }, maxItems: MAX_LIST },
};
const schemaOf = (param: ReqParam): Schema => {
  const schema = param.whereType === '12' ? TYPES['5'] : TYPES[param.paramType];
  return { ...schema, ...saidValues(schema['type'], param) };
};

function pagingSchemas(config: ExecuteConfig): Record<string, Schema> {
  const { defaultSize, maxSize, sortable } = config;
  const all: Record<string, Schema> = {
    pageNum: { type: 'integer', minimum: 1, default: 1, description: '页码' },
    cursor: { type: 'string', maxLength: 4096, description: '上一次返回的 nextCursor，不填则从头开始' },
    pageSize: {
      type: 'integer',
      minimum: 1,
      maximum: maxSize,
      default: defaultSize,
      description: '每页条数，超过最多条数时按最多条数返回',
    },
    sort: {
      type: 'string',
      example: `-${sortable[0] ?? ''}`,
      description: `排序，多个字段用逗号分隔，字段前加 - 表示降序；可用字段：${sortable.join('、')}`,
    },
  };
  return Object.fromEntries(pagingParams(config).map((name) => [name, all[name]!]));
}

/** Fields of a row as the source gives them: numbers that JavaScript cannot hold come as text. */
function rowSchema(api: DocumentedApi, known: readonly KnownOutput[]): Schema {
  const schemas = new Map(known.map((one) => [one.name, outputSchema(one)]));
  const described = new Map(api.resParams.map((one) => [one.fieldAliasName || one.fieldName, one]));
  const properties = Object.fromEntries(
    outputNames(api).map((name) => {
      const one = described.get(name);
      return [
        name,
        {
          ...schemas.get(name),
          ...(one?.fieldComment ? { description: one.fieldComment } : {}),
          ...(one?.exampleValue ? { example: one.exampleValue } : {}),
        },
      ];
    }),
  );
  return { type: 'object', properties };
}

/** A reply that says what went wrong. */
export const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

function inputOf(api: DocumentedApi): Schema {
  const paging = pagingSchemas(api.executeConfig);
  if (api.reqMethod === 'GET') {
    const own = api.reqParams.map((param) => ({
      name: param.paramName,
      in: 'query',
      required: param.nullable === '0' && !param.defaultValue,
      description: param.paramComment ?? '',
      schema: schemaOf(param),
      ...(param.whereType === '12' || param.paramType === '5' ? { style: 'form', explode: false } : {}),
    }));
    return { parameters: [...own, ...Object.entries(paging).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))] };
  }
  const properties = Object.fromEntries(
    api.reqParams.map((param) => [param.paramName, { ...schemaOf(param), description: param.paramComment ?? '' }]),
  );
  const required = api.reqParams
    .filter(({ nullable, defaultValue }) => nullable === '0' && !defaultValue)
    .map(({ paramName }) => paramName);
  const schema = { type: 'object', properties: { ...properties, ...paging }, ...(required.length > 0 ? { required } : {}) };
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

/** How calls prove who they are, in words. */
export const SIGNING = `应用的密钥。签名方式的密钥只标识应用，另需请求头 ${Object.values(SIGN_HEADERS).join('、')}：时间为毫秒时间戳，与平台相差不超过5分钟；\
随机数16到64位，不可重复；签名为 HMAC-SHA256 或 HMAC-SM3（十六进制），签名内容为以换行连接的六行：请求方式、从 /data 开始的路径、按字节顺序排序后以 & 连接的原始查询参数、\
请求内容摘要（SHA-256 或 SM3，十六进制，没有内容时为空内容的摘要）、时间、随机数。`;

function pageSchema(api: DocumentedApi, known: readonly KnownOutput[]): Schema {
  const { paging, total } = api.executeConfig;
  const isKeyset = paging === 'keyset';
  return {
    type: 'object',
    required: [isKeyset ? 'nextCursor' : 'pageNum', 'pageSize', 'data'],
    properties: {
      ...(isKeyset
        ? { nextCursor: { type: ['string', 'null'], description: '下一页的 cursor；为 null 时已到末尾' } }
        : { pageNum: { type: 'integer' } }),
      pageSize: { type: 'integer' },
      ...(total === 'exact' && !isKeyset ? { total: { type: 'integer' } } : {}),
      data: { type: 'array', items: rowSchema(api, known) },
    },
  };
}

/** What an API with a cache answers beside the rows. */
const cacheReplies = ({ executeConfig: { cacheTtl } }: DocumentedApi): { headers?: Schema; replies: Schema } =>
  cacheTtl === 0
    ? { replies: {} }
    : {
        headers: { ETag: { description: '内容标识，再次调用时放入请求头 If-None-Match', schema: { type: 'string' } } },
        replies: { '304': { description: '内容没有变化' } },
      };

/** What every call answers around its data. */
export const envelopeOf = (data: Schema): Schema => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer', const: 200 }, msg: { type: 'string' }, data },
});

/** The OpenAPI 3.1 document of one published API; `known` tells the types of its fields. */
export function openApiOf(api: DocumentedApi, known: readonly KnownOutput[]): Schema {
  const { headers, replies } = cacheReplies(api);
  const operation = {
    operationId: `api_${api.id}`,
    summary: api.apiName,
    ...(api.remark ? { description: api.remark } : {}),
    ...inputOf(api),
    responses: {
      '200': {
        description: '查询成功',
        ...(headers && { headers }),
        content: { 'application/json': { schema: envelopeOf(pageSchema(api, known)) } },
      },
      ...replies,
      '400': failure('参数不正确'),
      '401': failure('缺少密钥或密钥无效'),
      '403': failure('应用没有订阅该API，或地址不允许'),
      '404': failure('API不存在或已下线'),
      '429': failure('超过限流，请按 Retry-After 等待'),
      '503': failure('数据源暂不可用，请按 Retry-After 等待'),
    },
  };
  return documentOf(
    { title: api.apiName, version: api.apiVersion.slice(1) },
    { [callPath(api)]: { [api.reqMethod.toLowerCase()]: operation } },
  );
}

/** A document of calls that applications make with their keys. */
export const documentOf = (info: { title: string; version: string }, paths: Schema): Schema => ({
  openapi: '3.1.0',
  info,
  security: [{ apiKey: [] }],
  paths,
  components: {
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'api_key', description: SIGNING } },
    schemas: {
      Failure: {
        type: 'object',
        required: ['code', 'msg'],
        properties: {
          success: { type: 'boolean' },
          code: { type: 'integer' },
          msg: { type: 'string' },
          error: { type: 'string' },
          requestId: { type: 'string' },
          data: {},
        },
      },
    },
  },
});
