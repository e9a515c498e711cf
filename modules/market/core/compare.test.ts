import { expect, it } from 'vitest';
import { ApiInput } from '../contract/api.ts';
import { compareApis } from './compare.ts';

const api = (over: Record<string, unknown> = {}, config: Record<string, unknown> = {}) =>
  ApiInput.parse({
    apiName: '客户',
    apiVersion: 'v1.0.0',
    apiUrl: '/customer',
    executeConfig: { sourceId: '1', tableId: '2', tableName: 'customer', ...config },
    reqParams: [{ paramName: 'name', whereType: '3' }],
    resParams: [{ fieldName: 'id' }, { fieldName: 'name' }],
    ...over,
  });
const told = (before: ApiInput, after: ApiInput) => compareApis(before, after).map(({ label, isBreaking }) => [label, isBreaking]);

it('equal definitions differ in nothing', () => {
  expect(compareApis(api(), api())).toEqual([]);
});

it.each([
  ['a further field', {}, { resParams: [{ fieldName: 'id' }, { fieldName: 'name' }, { fieldName: 'city' }] }, [['city', false]]],
  ['a field that is gone', {}, { resParams: [{ fieldName: 'id' }] }, [['name', true]]],
  [
    'a field under another name',
    {},
    { resParams: [{ fieldName: 'id' }, { fieldName: 'name', fieldAliasName: 'title' }] },
    [
      ['name', true],
      ['title', false],
    ],
  ],
  ['a parameter that may be left out', {}, { reqParams: [{ paramName: 'name', whereType: '3' }, { paramName: 'id' }] }, [['id', false]]],
  [
    'a parameter that must be given',
    {},
    {
      reqParams: [
        { paramName: 'name', whereType: '3' },
        { paramName: 'id', nullable: '0' },
      ],
    },
    [['id', true]],
  ],
  ['a parameter with another meaning', {}, { reqParams: [{ paramName: 'name', whereType: '1' }] }, [['name', true]]],
  ['another way to call', {}, { reqMethod: 'POST' }, [['请求方式', true]]],
  ['a limit', {}, { rateLimit: { enable: '1', times: 5, seconds: 60 } }, [['限流', true]]],
  [
    'a wider limit',
    { rateLimit: { enable: '1', times: 5, seconds: 60 } },
    { rateLimit: { enable: '1', times: 50, seconds: 60 } },
    [['限流', false]],
  ],
])('%s', (_, before, after, expected) => {
  expect(told(api(before), api(after))).toEqual(expected);
});

it.each([
  [{ maxSize: 100 }, [['最多条数', true]]],
  [{ maxSize: 500 }, [['最多条数', false]]],
  [{ paging: 'keyset' }, [['分页方式', true]]],
  [{ total: 'none' }, [['返回总数', true]]],
  [{ sortable: ['id'] }, [['允许排序的字段', false]]],
  [{ cacheTtl: 60 }, [['缓存', false]]],
])('execution %j', (config, expected) => {
  expect(told(api(), api({}, config))).toEqual(expected);
});
