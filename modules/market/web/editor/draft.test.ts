import { describe, expect, it } from 'vitest';
import { apiRow } from '../test-api.ts';
import {
  draftOf,
  EMPTY,
  mergedFields,
  paramNameOf,
  problemsOf,
  refusedPaths,
  ticked,
  withJoins,
  withoutParam,
  withParam,
  withParsed,
  withTable,
} from './draft.ts';

const draft = draftOf(apiRow());
const COLUMNS = [
  { columnName: 'customer_id', columnComment: '客户编号', dataType: 'int' },
  { columnName: '备注', columnComment: null, dataType: 'text' },
];

describe('a draft over a table', () => {
  it('returns every column of the table that was chosen, and asks for none', () => {
    const { executeConfig, reqParams, resParams } = withTable(draft, { id: '9', tableName: 't' }, COLUMNS);
    expect(executeConfig.tableId).toBe('9');
    expect(resParams.map(({ fieldName }) => fieldName)).toEqual(['customer_id', '备注']);
    expect(reqParams).toEqual([]);
  });
  it('makes a parameter of a column that is ticked, with the type of the column, and takes it away with the tick', () => {
    const fields = draft.executeConfig.fieldParams;
    const on = ticked(draft, fields, { as: 'reqable', on: true, names: ['customer_id'] });
    expect(on.reqParams.at(-1)).toMatchObject({ paramName: 'customer_id', paramType: '2', whereType: '1', paramComment: '客户编号' });
    const off = ticked(on, on.executeConfig.fieldParams, { as: 'reqable', on: false, names: ['name'] });
    expect(off.reqParams.map(({ paramName }) => paramName)).toEqual(['customer_id']);
  });
  it('takes as much of what a source says of its columns as a definition can hold', () => {
    const wordy = [{ columnName: 'kind', columnComment: `${'长'.repeat(499)}😀`, dataType: `enum(${'x'.repeat(300)})` }];
    const made = withTable(draft, { id: '9', tableName: 't' }, wordy);
    const [field] = made.executeConfig.fieldParams;
    expect([field?.columnComment?.length, field?.dataType?.length]).toEqual([499, 200]);
    const asked = ticked(made, mergedFields(made.executeConfig.fieldParams, wordy), { as: 'reqable', on: true, names: ['kind'] });
    expect(asked.reqParams.at(-1)?.paramComment).toHaveLength(200);
    const paths = [...problemsOf({ ...asked, apiName: '字典', apiUrl: '/kind' }).keys()];
    expect(paths.filter((path) => /fieldParams|reqParams|resParams/.test(path))).toEqual([]);
  });
  it('keeps what was written about outputs that stay', () => {
    const named = { ...draft, resParams: draft.resParams.map((one) => ({ ...one, fieldAliasName: `x_${one.fieldName}` })) };
    const less = ticked(named, named.executeConfig.fieldParams, { as: 'resable', on: false, names: ['customer_id'] });
    expect(less.resParams.map(({ fieldAliasName }) => fieldAliasName)).toEqual(['x_name']);
  });
  it('adds a second condition on a column under a name of its own, and removes the tick with the last one', () => {
    const two = withParam(draft, 'name');
    expect(two.reqParams.map(({ paramName }) => paramName)).toEqual(['name', 'name_2']);
    const none = withoutParam(withoutParam(two, 0), 0);
    expect(none.reqParams).toEqual([]);
    expect(none.executeConfig.fieldParams.map(({ reqable }) => reqable)).toEqual(['0', '0']);
  });
  it('shows new columns of the table unticked, and says which are gone', () => {
    const merged = mergedFields(draft.executeConfig.fieldParams, COLUMNS);
    expect(merged.map(({ columnName, resable, isGone }) => [columnName, resable, isGone])).toEqual([
      ['customer_id', '1', false],
      ['name', '1', true],
      ['备注', '0', false],
    ]);
  });
});

it('fields of a joined table come under free names, and go with it', () => {
  const join = { alias: 't2' as const, tableId: '9', tableName: 'city', joinType: 'left' as const, on: [{ left: 'city_id', right: 'id' }] };
  const fields = [
    ...draft.executeConfig.fieldParams,
    ...['t2.name', 't2.title'].map((columnName) => ({ columnName, reqable: '0' as const, resable: '0' as const })),
  ];
  const joined = ticked(withJoins(draft, [join]), fields, { as: 'resable', on: true, names: ['t2.name', 't2.title'] });
  expect(joined.resParams.slice(2).map(({ fieldName, fieldAliasName }) => [fieldName, fieldAliasName])).toEqual([
    ['t2.name', 't2_name'],
    ['t2.title', 'title'],
  ]);
  const asked = withParam(joined, 't2.title');
  expect(asked.reqParams.at(-1)).toMatchObject({ paramName: 'title', columnName: 't2.title' });
  const sorted = { ...asked, executeConfig: { ...asked.executeConfig, sortable: ['name', 'title'] } };
  const without = withJoins(sorted, []);
  expect(without.resParams.map(({ fieldName }) => fieldName)).toEqual(['customer_id', 'name']);
  expect(without.reqParams.map(({ paramName }) => paramName)).toEqual(['name']);
  expect(without.executeConfig.sortable).toEqual(['name']);
});

it('names of parameters are plain and free, and none of those of paging', () => {
  expect(paramNameOf('备注', [])).toBe('param');
  expect(paramNameOf('a', ['a', 'a_2'])).toBe('a_3');
  expect(paramNameOf('pageNum', [])).toBe('pageNum_2');
});

it('a script that is read again keeps what was written about its parameters', () => {
  const before = { ...draft, reqParams: [{ ...draft.reqParams[0]!, paramComment: '说明', columnName: null }] };
  const found = { reqParams: [{ ...draft.reqParams[0]!, nullable: '0' as const, paramComment: null }], resParams: [{ fieldName: 'n' }] };
  const after = withParsed(before, found);
  expect(after.reqParams[0]).toMatchObject({ nullable: '0', paramComment: '说明' });
  expect(after.resParams).toEqual([{ fieldName: 'n' }]);
});

it('says what is missing, each at its field', () => {
  expect([...problemsOf(EMPTY).keys()].sort()).toEqual(['apiName', 'apiUrl', 'executeConfig.sourceId', 'executeConfig.tableId']);
  expect(problemsOf(draft).size).toBe(0);
  const sizes = { ...draft, executeConfig: { ...draft.executeConfig, defaultSize: 300 } };
  expect(problemsOf(sizes).get('executeConfig.defaultSize')).toBe('默认条数不能大于最多条数');
});

it('reads the places of a refusal', () => {
  expect(refusedPaths([{ path: 'body.apiUrl', message: '已存在' }])?.get('apiUrl')).toBe('已存在');
  expect(refusedPaths({ offset: 3 })).toBeNull();
});
