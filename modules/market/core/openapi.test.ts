import { expect, it } from 'vitest';
import { ExecuteConfig, ReqParam } from '../contract/api.ts';
import { ServiceParam } from '../contract/service-param.ts';
import { openApiOf } from './openapi.ts';
import { openApiOfService } from './services/documents.ts';

const said = (paramName: string, paramType: string, value: string, over = {}) => ({
  paramName,
  paramType,
  exampleValue: value,
  defaultValue: value,
  ...over,
});

/** Example and default by the name of their parameter. */
function saidBy(document: Record<string, unknown>): Record<string, unknown> {
  const [item] = Object.values(document['paths'] as Record<string, { get: { parameters: { name: string; schema: object }[] } }>);
  return Object.fromEntries(
    item!.get.parameters.map(({ name, schema }) => [name, ['example', 'default'].map((word) => (schema as Record<string, unknown>)[word])]),
  );
}

it('says examples and defaults of an API in the types of its parameters', () => {
  const document = openApiOf(
    {
      id: '1',
      apiName: '接口',
      apiVersion: 'v1.0.0',
      apiUrl: '/a',
      reqMethod: 'GET',
      remark: null,
      executeConfig: ExecuteConfig.parse({
        configType: '1',
        sourceId: '1',
        tableId: '1',
        fieldParams: [{ columnName: 'id', resable: '1' }],
      }),
      reqParams: [
        said('name', '1', '12'),
        said('year', '2', '2026'),
        said('big', '2', '9007199254740993'),
        said('rate', '3', '1.5'),
        said('wrong', '3', '约1.5'),
        said('day', '4', '2026-01-31'),
        said('states', '1', '1,2', { whereType: '12' }),
      ].map((one) => ReqParam.parse(one)),
      resParams: [],
    },
    [],
  );
  expect(saidBy(document)).toMatchObject({
    name: ['12', '12'],
    year: [2026, 2026],
    big: [undefined, undefined],
    rate: [1.5, 1.5],
    wrong: [undefined, undefined],
    day: ['2026-01-31', '2026-01-31'],
    states: [
      ['1', '2'],
      ['1', '2'],
    ],
  });
});

it('and those of a service', () => {
  const document = openApiOfService({
    id: '1',
    serviceName: '服务',
    serviceNo: 'a',
    serviceVersion: 1,
    remark: null,
    reqParams: [said('year', '2', '2026'), said('list', '5', 'a,b'), said('yes', '6', 'true')].map((one) => ServiceParam.parse(one)),
    httpService: { httpMethod: 'GET' } as never,
    webService: null,
    chain: null,
    masks: [],
  });
  expect(saidBy(document)).toMatchObject({
    year: [2026, 2026],
    list: [
      ['a', 'b'],
      ['a', 'b'],
    ],
    yes: [true, true],
  });
});
