import { expect, it } from 'vitest';
import { indexAdvice, type PlannedCondition, type PlannedTable } from './index-advice.ts';

const table = (over: Partial<PlannedTable> = {}): PlannedTable => ({
  alias: '',
  name: 'orders',
  rowEstimate: 50_000,
  indexes: [['id']],
  ...over,
});
const where = (column: string, whereType: PlannedCondition['whereType'] = '1', alias = ''): PlannedCondition => ({
  alias,
  column,
  whereType,
});
const postgres = (...lines: string[]) => ({ names: ['QUERY PLAN'], rows: lines.map((line) => [line]) });
const SCAN = postgres(
  'Limit  (cost=0.00..1.00 rows=20 width=8)',
  '  ->  Seq Scan on orders  (cost=0.00..900.00 rows=3 width=8)',
  '        Filter: (city = $1)',
);
const columnsOf = (...args: Parameters<typeof indexAdvice>) => indexAdvice(...args).map(({ columns }) => columns);

it('names the columns that are held equal first, then one that spans', () => {
  const conditions = [where('made', '7'), where('city'), where('kind', '12')];
  expect(columnsOf('postgres', SCAN, { tables: [table()], conditions })).toEqual([['city', 'kind', 'made']]);
  expect(indexAdvice('postgres', SCAN, { tables: [table()], conditions: [where('city')] })[0]!.message).toBe(
    '表 orders（约 50000 行）被全表扫描，建议索引 (city)',
  );
});

it('says nothing of small tables, of plans by an index, and of columns that have one', () => {
  const conditions = [where('city')];
  expect(indexAdvice('postgres', SCAN, { tables: [table({ rowEstimate: 500 })], conditions })).toEqual([]);
  const byIndex = postgres('Index Scan using x on orders  (cost=0.29..8.31 rows=1 width=8)');
  expect(indexAdvice('postgres', byIndex, { tables: [table()], conditions })).toEqual([]);
  expect(indexAdvice('postgres', SCAN, { tables: [table({ indexes: [['city', 'made']] })], conditions })).toEqual([]);
  expect(indexAdvice('postgres', SCAN, { tables: [table()], conditions: [] })).toEqual([]);
});

it('reads plans without numbers: the catalogue knows how large a table is', () => {
  const shape = postgres(
    'Limit',
    '  ->  Sort',
    '        Sort Key: id',
    '        ->  Seq Scan on orders',
    '              Filter: (city = $1)',
  );
  expect(columnsOf('postgres', shape, { tables: [table()], conditions: [where('city')] })).toEqual([['city']]);
  expect(columnsOf('postgres', shape, { tables: [table({ rowEstimate: 500 })], conditions: [where('city')] })).toEqual([]);
});

it('sees through a walk along the index of the order', () => {
  const walk = (...about: string[]) =>
    postgres(
      'Limit  (cost=0.29..9.00 rows=20 width=8)',
      '  ->  Index Scan using orders_pkey on orders  (cost=0.29..900.00 rows=3 width=8)',
      ...about,
    );
  const of = { tables: [table()], conditions: [where('city')] };
  expect(columnsOf('postgres', walk('        Filter: (city = $1)'), of)).toEqual([['city']]);
  expect(columnsOf('postgres', walk('        Index Cond: (id = 1)', '        Filter: (city = $1)'), of)).toEqual([]);
});

it('tells that a pattern in front is served by no index', () => {
  expect(indexAdvice('postgres', SCAN, { tables: [table()], conditions: [where('name', '3')] })[0]).toMatchObject({ columns: [] });
});

it('knows joined tables by their aliases', () => {
  const plan = postgres(
    '->  Parallel Seq Scan on customer t2  (cost=0.00..900.00 rows=40000 width=8)',
    '->  Seq Scan on orders t1  (cost=0.00..1.00 rows=3 width=8)',
  );
  const tables = [table({ alias: 't1', rowEstimate: 3 }), table({ alias: 't2', name: 'customer', rowEstimate: null })];
  expect(indexAdvice('postgres', plan, { tables, conditions: [where('name', '1', 't2'), where('id', '1', 't1')] })).toMatchObject([
    { table: 'customer', columns: ['name'] },
  ]);
});

it('reads what MySQL and MariaDB answer', () => {
  const plan = {
    names: ['id', 'select_type', 'table', 'type', 'possible_keys', 'key', 'rows'],
    rows: [[1, 'SIMPLE', 'orders', 'ALL', null, null, 60_000]],
  };
  expect(columnsOf('mysql', plan, { tables: [table({ rowEstimate: null })], conditions: [where('city')] })).toEqual([['city']]);
  const keyed = { ...plan, rows: [[1, 'SIMPLE', 'orders', 'ref', 'k', 'k', 60_000]] };
  expect(columnsOf('mysql', keyed, { tables: [table()], conditions: [where('city')] })).toEqual([]);
});
