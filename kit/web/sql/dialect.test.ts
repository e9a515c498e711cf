import { expect, it, test } from 'vitest';
import { MySQL, PostgreSQL, StandardSQL } from '@codemirror/lang-sql';
import { grammarOf, written } from './dialect.ts';

test.each([
  ['postgres', 'orders', 'orders'],
  ['postgres', 'CustName', '"CustName"'],
  ['postgres', 'a"b', '"a""b"'],
  ['mysql', 'CustName', 'CustName'],
  ['mysql', 'order', '`order`'],
  ['mysql', '客户`名', '`客户``名`'],
  ['doris', 'my table', '`my table`'],
  ['tsql', 'a]b', '[a]]b]'],
  ['oracle', 'ORDERS', 'ORDERS'],
  ['oracle', 'orders', '"orders"'],
  ['clickhouse', '2024', '`2024`'],
  ['trino', 'User', '"User"'],
  ['duckdb', '月份', '"月份"'],
  [undefined, 'a b', '"a b"'],
])('%s writes %s as %s', (dialect, name, text) => {
  expect(written(name, dialect)).toBe(text);
});

it('the editor reads a statement in the grammar of its database, in the standard one where there is none of its own', () => {
  expect(grammarOf('postgres')).toBe(PostgreSQL);
  expect(grammarOf('starrocks')).toBe(MySQL);
  expect(grammarOf('trino')).toBe(StandardSQL);
  expect(grammarOf(undefined)).toBe(StandardSQL);
});
