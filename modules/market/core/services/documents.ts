import type { ServiceParam } from '../../contract/service-param.ts';
import type { ServiceRow, Shape } from '../../contract/service.ts';
import { answerShape } from './places.ts';
import { documentOf, envelopeOf, failure, type Schema } from '../openapi.ts';
import type { SampleCall } from '../samples.ts';
import { saidValues } from '../typed-text.ts';

/** What the documents of a service follow from. */
export type DocumentedService = Pick<
  ServiceRow,
  'id' | 'serviceName' | 'serviceNo' | 'serviceVersion' | 'remark' | 'reqParams' | 'httpService' | 'webService' | 'chain' | 'masks'
>;

/** Where one version of a service is called, with the prefix of the platform. */
export const servicePath = ({ serviceNo, serviceVersion }: Pick<ServiceRow, 'serviceNo' | 'serviceVersion'>): string =>
  `/sjzt-datax/data/service/services/call/${serviceNo}/v${serviceVersion}`;
/** Only what reads is called by GET. */
export const serviceMethod = ({ httpService }: Pick<ServiceRow, 'httpService'>): 'GET' | 'POST' =>
  httpService?.httpMethod === 'GET' ? 'GET' : 'POST';

const EXAMPLES: Record<ServiceParam['paramType'], string> = {
  '1': '示例',
  '2': '1',
  '3': '1.5',
  '4': '2026-01-31',
  '5': 'a,b',
  '6': 'true',
};
const exampleOf = ({ exampleValue, defaultValue, paramType }: ServiceParam): string => exampleValue || defaultValue || EXAMPLES[paramType];
/** A call of the service with the examples of its parameters. */
export const callOfService = (service: DocumentedService): SampleCall => ({
  method: serviceMethod(service),
  path: servicePath(service),
  values: Object.fromEntries(service.reqParams.map((param) => [param.paramName, exampleOf(param)])),
  answer: ['data'],
});

export interface ServiceOutput {
  readonly name: string;
  readonly dataType: string | null;
}
/** Names of the first level of an answer, where they are known before a call: by a WSDL, by a trial, by the outputs of a chain. */
export function serviceOutputs({
  httpService,
  webService,
  chain,
}: Pick<DocumentedService, 'httpService' | 'webService' | 'chain'>): ServiceOutput[] {
  if (chain) return chain.outputs.map(({ name }) => ({ name, dataType: null }));
  const shape = answerShape({ httpService, webService });
  const prefix = shape?.isList ? '[*].' : '';
  return (shape?.fields ?? []).map(({ name, kind, isList }) => ({ name: `${prefix}${name}`, dataType: isList ? `${kind}[]` : kind }));
}

const TYPES: Record<ServiceParam['paramType'], Schema> = {
  '1': { type: 'string', maxLength: 10_000 },
  '2': { type: 'integer', format: 'int64' },
  '3': { type: 'number' },
  '4': { type: 'string', description: '2026-01-31 或 2026-01-31T08:30:00+08:00' },
  '5': { type: 'array', items: { type: 'string' }, maxItems: 200 },
  '6': { type: 'boolean' },
};
const paramSchema = (param: ServiceParam): Schema => ({
  ...TYPES[param.paramType],
  ...saidValues(TYPES[param.paramType]['type'], param),
});
const isMust = ({ nullable, defaultValue }: ServiceParam): boolean => nullable === '0' && !defaultValue;

function inputOf(service: DocumentedService): Schema {
  if (serviceMethod(service) === 'GET')
    return {
      parameters: service.reqParams.map((param) => ({
        name: param.paramName,
        in: 'query',
        required: isMust(param),
        description: param.paramComment ?? '',
        schema: paramSchema(param),
        ...(param.paramType === '5' ? { style: 'form', explode: false } : {}),
      })),
    };
  const required = service.reqParams.filter(isMust).map(({ paramName }) => paramName);
  const properties = Object.fromEntries(
    service.reqParams.map((param) => [
      param.paramName,
      { ...paramSchema(param), ...(param.paramComment ? { description: param.paramComment } : {}) },
    ]),
  );
  const schema = { type: 'object', properties, additionalProperties: false, ...(required.length > 0 ? { required } : {}) };
  return { requestBody: { required: required.length > 0, content: { 'application/json': { schema } } } };
}

const JSON_TYPES = { text: 'string', number: 'number', boolean: 'boolean' } as const;
/** Numbers that JavaScript cannot hold exactly come as text. */
function shapeSchema({ kind, isList, fields }: Shape): Schema {
  const one =
    kind === 'object'
      ? { type: 'object', properties: Object.fromEntries(fields.map((field) => [field.name, shapeSchema(field)])) }
      : { type: kind === 'number' ? ['number', 'string', 'null'] : [JSON_TYPES[kind], 'null'] };
  return isList ? { type: 'array', items: one } : one;
}
function answerSchema({ httpService, webService, chain }: DocumentedService): Schema {
  if (chain && chain.outputs.length > 0)
    return { type: 'object', properties: Object.fromEntries(chain.outputs.map(({ name }) => [name, {}])) };
  const shape = answerShape({ httpService, webService });
  return shape ? shapeSchema(shape) : { description: '后端服务返回的内容' };
}

/** The OpenAPI 3.1 document of one released service. */
export function openApiOfService(service: DocumentedService): Schema {
  const operation = {
    operationId: `service_${service.id}`,
    summary: service.serviceName,
    ...(service.remark ? { description: service.remark } : {}),
    ...inputOf(service),
    responses: {
      '200': {
        description: '调用成功',
        headers: { 'X-Trace-Id': { description: '跟踪编号，可在服务日志中查询', schema: { type: 'string' } } },
        content: { 'application/json': { schema: envelopeOf(answerSchema(service)) } },
      },
      '400': failure('参数不正确'),
      '401': failure('缺少密钥、密钥无效或签名不正确'),
      '403': failure('应用没有订阅该服务，或地址不允许'),
      '404': failure('服务不存在或已下线'),
      '429': failure('超过限流，请按 Retry-After 等待'),
      '502': failure('后端服务返回错误'),
      '503': failure('调用过多，请按 Retry-After 等待'),
      '504': failure('后端服务超时'),
    },
  };
  const path = { [serviceMethod(service).toLowerCase()]: operation };
  return documentOf({ title: service.serviceName, version: String(service.serviceVersion) }, { [servicePath(service)]: path });
}
