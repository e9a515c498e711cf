import { expect, it } from 'vitest';
import type { DataSet } from '../../contract/data-set-model.ts';
import { SetModel } from '../../contract/data-set-model.ts';
import { ChartQuery } from '../../contract/query.ts';
import { compileQuery, QueryProblem } from './index.ts';

const model = SetModel.parse({
  v: 1,
  origin: { kind: 'platform', code: 'x' },
  fields: [
    { id: 'a', name: '${user.id}', role: 'dimension', type: 'string' },
    { id: 'n', name: '数量', role: 'measure', type: 'number' },
  ],
  hierarchies: [],
  params: [],
});
const compiled = (values: Record<string, string | null>) =>
  compileQuery({
    set: { id: '1', version: 0, model } as unknown as DataSet,
    query: ChartQuery.parse({
      dataSetId: '1',
      rows: [{ col: 'a' }],
      measures: [{ col: 'n', aggregateType: 'sum' }],
      filters: [{ col: 'a', op: 'eq', values: ['${user.deptId}'] }],
    }),
    dialect: 'postgres',
    clock: { now: Date.UTC(2026, 0, 1), fiscalMonth: 1 },
    rows: { kind: 'text', text: 'select a, n from t where who = ${user.id} and dept = ${user.deptId}', values },
  });

it('binds what a text asks of the account, and leaves what people type alone', () => {
  const { text, params } = compiled({ 'user.id': "x' or '1'='1", 'user.deptId': null });
  expect(text).toMatch(/who = cast\(\$\d as text\) and dept = cast\(null as text\)/);
  expect(text).not.toContain("'1'");
  expect(params).toEqual(["x' or '1'='1", '${user.deptId}']);
});
it('refuses a text that asks for what nobody gives', () => {
  expect(() => compiled({ 'user.id': '1' })).toThrow(QueryProblem);
});
