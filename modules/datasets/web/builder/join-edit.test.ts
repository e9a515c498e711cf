import { expect, it } from 'vitest';
import { SetModel } from '../../contract/data-set-model.ts';
import { addTable, fittingTables, lostPairs, lostTables, replaceTable, withExistingColumns } from './join-edit.ts';
import type { Catalogue } from './SourcePanel.tsx';

const column = (name: string, isKey = false) => ({ name, type: 'int', comment: null, isKey });
const table = (tableName: string, ...columns: ReturnType<typeof column>[]) => ({
  id: tableName,
  schemaName: 'dw',
  tableName,
  tableComment: null,
  columns,
});
const catalogue = {
  dialect: 'postgres',
  searchPath: [],
  tables: [
    table('orders', column('order_id', true), column('customer_id'), column('shop_id')),
    table('customer', column('customer_id', true), column('city_id')),
    table('shop', column('shop_id', true), column('city_id')),
    table('city', column('city_id', true)),
  ],
} as unknown as Catalogue;
const first = SetModel.parse({
  v: 1,
  origin: {
    kind: 'join',
    model: {
      tables: [{ schema: 'dw', table: 'orders', alias: 't1' }],
      joins: [],
      columns: [{ id: 'order_id', alias: 't1', column: 'order_id' }],
    },
  },
  fields: [{ id: 'order_id', name: 'order_id', role: 'dimension', type: 'number' }],
});
const add = (model: SetModel, name: string, onto?: string): SetModel => ({
  ...model,
  ...addTable(
    model,
    catalogue.tables.find(({ tableName }) => tableName === name)!,
    catalogue,
    onto,
  ),
});
const joinsOf = ({ origin }: SetModel) =>
  origin.kind === 'join' ? origin.model.joins.map(({ left, right, on }) => [left, right, on[0]!.left]) : [];

it('a table joins the first one that it fits, or the one that it was dropped on', () => {
  const two = add(add(first, 'customer'), 'shop');
  expect(joinsOf(two)).toEqual([['t1', 't2', 'customer_id'], ['t1', 't3', 'shop_id']]); // prettier-ignore
  expect(joinsOf(add(two, 'city')).at(-1)).toEqual(['t2', 't4', 'city_id']);
  expect(joinsOf(add(two, 'city', 't3')).at(-1)).toEqual(['t3', 't4', 'city_id']);
  // dropped where nothing fits, the columns are to be chosen
  expect(joinsOf(add(two, 'city', 't1')).at(-1)).toEqual(['t1', 't4', '']);
});

it('a join lets go of columns that its tables have no more and offers the new ones, under names that no waiting field has', () => {
  const model = SetModel.parse({
    v: 1,
    origin: {
      kind: 'join',
      model: {
        tables: [
          { schema: 'dw', table: 'orders', alias: 't1' },
          { schema: 'dw', table: 'shop', alias: 't2' },
        ],
        joins: [{ left: 't1', right: 't2', kind: 'left', cardinality: 'one', on: [{ left: 'store_id', right: 'shop_id' }] }],
        columns: [
          { id: 'order_id', alias: 't1', column: 'order_id' },
          { id: 'customer', alias: 't1', column: 'customer' },
          { id: 'city_id', alias: 't2', column: 'city_id' },
        ],
      },
    },
    fields: [{ id: 'customer', name: '客户', role: 'dimension', type: 'string' }],
  });
  const next = withExistingColumns(model, catalogue)!.origin as Extract<SetModel['origin'], { kind: 'join' }>;
  expect(next.model.columns.map(({ alias, column, id }) => `${alias}.${column} as ${id}`)).toEqual([
    't1.order_id as order_id',
    't2.city_id as city_id',
    't1.customer_id as customer_id',
    't1.shop_id as shop_id',
    't2.shop_id as shop_shop_id',
  ]);
  expect(withExistingColumns({ ...model, origin: next }, catalogue)).toBeNull();
  expect(lostPairs(next.model, next.model.joins[0]!, catalogue)).toEqual(['store_id']);
});

/** The source after `customer` was renamed there. */
const renamed = {
  ...catalogue,
  tables: catalogue.tables.map((one) => (one.tableName === 'customer' ? { ...one, id: 'client', tableName: 'client' } : one)),
} as Catalogue;

it('a table that is renamed is bound to its new name: the tables with its columns come first, fields and joins stay', () => {
  const two = add(first, 'customer');
  expect(lostTables(two, catalogue)).toEqual([]);
  const [lost] = lostTables(two, renamed);
  expect(lost).toMatchObject({ table: 'customer', alias: 't2' });
  const offered = fittingTables(two, 't2', renamed);
  expect(offered.map(({ table: { tableName }, hasAll }) => [tableName, hasAll])).toEqual([
    ['client', true],
    ['shop', false],
    ['city', false],
  ]);
  const bound = { ...two, ...replaceTable(two, 't2', offered[0]!.table) };
  expect(lostTables(bound, renamed)).toEqual([]);
  expect(bound.fields).toEqual(two.fields);
  const joinOf = (model: SetModel) => (model.origin.kind === 'join' ? model.origin.model : null);
  expect(joinOf(bound)).toEqual({
    ...joinOf(two),
    tables: [joinOf(two)!.tables[0], { schema: 'dw', table: 'client', alias: 't2' }],
  });
});

it('so is the only table of a set', () => {
  const fields = ['customer_id', 'city_id'].map((id) => ({ id, name: id })) as unknown as SetModel['fields'];
  const sum = { id: 'twice', name: '两倍', expr: '[city_id] * 2' } as unknown as SetModel['fields'][number];
  const only = { ...first, origin: { kind: 'table', table: { schema: 'dw', table: 'customer' } }, fields: [...fields, sum] } as SetModel;
  expect(lostTables(only, catalogue)).toEqual([]);
  const [lost] = lostTables(only, renamed);
  expect(lost).toMatchObject({ schema: 'dw', table: 'customer' });
  const offered = fittingTables(only, lost!.alias, renamed);
  expect(offered[0]).toMatchObject({ table: { tableName: 'client' }, hasAll: true });
  const bound = { ...only, ...replaceTable(only, lost!.alias, offered[0]!.table) };
  expect(bound).toMatchObject({ origin: { kind: 'table', table: { schema: 'dw', table: 'client' } }, fields: only.fields });
  expect(lostTables(bound, renamed)).toEqual([]);
});
