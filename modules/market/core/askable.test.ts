import { expect, it } from 'vitest';
import { ApiInput } from '../contract/api.ts';
import { assertAskable, ParamProblem } from './index.ts';

const api = (configType: '1' | '2', over: object = {}) =>
  ApiInput.parse({
    apiName: '客户',
    apiVersion: 'v1.0.0',
    apiUrl: '/customer',
    executeConfig: {
      sourceId: '1',
      configType,
      fieldParams: ['id', 'name', 't2.amount'].map((columnName) => ({ columnName, resable: '1' })),
      sortable: ['id', 'betrag'],
    },
    reqParams: [
      { paramName: 'name', whereType: '3' },
      { paramName: 'least', columnName: 't2.amount', whereType: '7' },
      { paramName: 'city' },
      { paramName: 'id', nullable: '0' },
    ],
    resParams: [{ fieldName: 't2.amount', fieldAliasName: 'betrag' }],
    ...over,
  });
const refused = (given: object, fields: string[], configType: '1' | '2' = '1') => {
  try {
    assertAskable(api(configType), given as Record<string, unknown>, new Set(fields));
    return null;
  } catch (error) {
    if (error instanceof ParamProblem) return error.param;
    throw error;
  }
};

it('refuses conditions on fields that are kept back, whatever they are called', () => {
  expect(refused({ name: '客' }, ['id'])).toBe('name');
  expect(refused({ least: '10' }, ['id', 'name'])).toBe('least');
  expect(refused({ least: 0 }, ['id', 'name'])).toBe('least');
  expect(refused({ name: '客', least: '10' }, ['id', 'name', 'betrag'])).toBeNull();
});

it('refuses an order by them, of scripts too', () => {
  expect(refused({ sort: 'id,-betrag' }, ['id'])).toBe('sort');
  expect(refused({ sort: '-id' }, ['id'])).toBeNull();
  expect(refused({ sort: 'betrag' }, ['id'], '2')).toBe('sort');
});

it('lets pass what is not given, what must be given, what the API returns to nobody, and parameters of scripts', () => {
  expect(refused({ name: '', least: null }, ['betrag'])).toBeNull();
  expect(refused({ id: '1', city: '重庆' }, ['name'])).toBeNull();
  expect(refused({ name: '客' }, ['id'], '2')).toBeNull();
});
