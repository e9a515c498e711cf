import { afterAll, expect, test } from 'vitest';
import { stopwatch } from '#kit/test/spent.ts';
import { catalogOf } from '../../core/sql/catalog.ts';
import { checkStatement, textToParse, type Checked } from '../../core/sql/check.ts';
import { dialectOf } from '../../core/sql/dialects.ts';
import { lex } from '../../core/sql/lex.ts';
import { SqlParser } from '../parser/parser.ts';
import { isHidden } from './masking.ts';

const parser = new SqlParser();
afterAll(() => parser.close());

const dialect = dialectOf('postgres');
const catalog = catalogOf(
  [
    { id: '1', schema: 'public', name: 'customer', columns: ['id', 'name', 'phone'] },
    { id: '2', schema: 'public', name: 'orders', columns: ['id', 'customer_id', 'phone_book'] },
    { id: '3', schema: 'public', name: 't', columns: ['a', 'b'] },
  ],
  dialect,
);
const SENSITIVE = new Set(['public.customer.phone']);

async function check(sql: string): Promise<Checked> {
  const [statement] = lex(sql, dialect);
  const parsed = await parser.parse(textToParse(statement!, dialect), 'postgres');
  return checkStatement(statement!, parsed, catalog, { mayWrite: false, hasParams: false }, dialect);
}
const hidden = async (sql: string) => (await check(sql)).output!.map((column) => isHidden(column, SENSITIVE));
const long = '长'.repeat(21);

// PostgreSQL calls a function of one argument when a field of that name does not exist: `(x).f` is `f(x)`.
test.each([
  "select ('x'::text).current_setting",
  'select (0.2).pg_sleep',
  'select (c.name).upper from customer c',
  "select (upper).pg_read_file from unnest(array['/etc/passwd']) upper",
  "select (pg_ls_dir).pg_ls_dir from unnest(array['.']) pg_ls_dir",
  "select (pg_ls_dir).pg_ls_dir from (select '.'::text as pg_ls_dir) pg_ls_dir",
  'select (select (pg_sleep).pg_sleep from t) from (select a as pg_sleep from t) pg_sleep',
  'select s.pg_sleep from generate_series(1, 2) s',
  "select s.current_setting from unnest(array['data_directory']) s",
  'select c.name.upper from customer c',
  'select public.customer.name.upper from customer',
  'select (array[1])[1].pg_sleep',
  'select (row(1, 2)).pg_typeof',
])('row 12: does not call functions through the notation of fields: %s', async (sql) => {
  await expect(check(sql)).rejects.toThrow();
});

test.each([
  "select 'pg_authid'::pg_catalog.regclass",
  "select '{pg_class}'::regclass[]",
  "select array['pg_class']::regclass[][]",
  `select 'pg_class'::pg_catalog."regclass"[]`,
  `select cast('x' as "regrole")`,
])('row 12: does not look into the catalogue through types: %s', async (sql) => {
  await expect(check(sql)).rejects.toThrow();
});

test.each([
  // folded by JavaScript, not by PostgreSQL
  `with É as (select phone p from customer), "é" as (select 'x' p) select p from É`,
  'select \u212a from t',
  // PostgreSQL keeps the first 63 bytes
  `with "${long}甲" as (select 'x' p) select (with "${long}乙" as (select phone p from customer) select p from "${long}甲")`,
  `select 1 as ${'a'.repeat(64)}`,
  // a string that continues an escape string knows escapes as well
  "select E'a'\n'\\' || ' , (select phone from customer), $x$ ' as a$x$",
])('refuses names and strings that the server reads differently: %s', async (sql) => {
  await expect(check(sql)).rejects.toThrow();
});

test.each([
  // a function has no such column: PostgreSQL goes on looking outside
  'select (select phone from generate_series(1, 1) g) from customer',
  `select (select phone from json_each_text('{"a":1}') phone) from customer`,
  'select (select ctid from t) from (select phone as ctid from customer) q',
  // a column anywhere comes before a whole row
  `select (select phone from (values ('x')) phone(a)) from customer`,
  // without LATERAL the neighbours in FROM are invisible
  `select (select q.v from (values ('x')) s(phone), (select phone as v) q) from customer`,
  `select (select q.v from (values ('x')) s(phone) cross join (select phone as v) q) from customer`,
  `select (select q.v from t, ((values ('x')) s(phone) cross join (select phone as v) q)) from customer`,
])('finds a column where PostgreSQL finds it: %s', async (sql) => {
  try {
    expect(await hidden(sql)).toEqual([true]);
  } catch (error) {
    expect((error as Error).name).toBe('Refusal');
  }
});

test.each([
  `select (select string_agg(d::text, '' order by p) from generate_series(1, 11) p, generate_series(0, 9) d where substr(c.phone, p, 1) = d::text) from customer c`,
  'select c.id, g.n from customer c join generate_series(13800000000, 13800000100) g(n) on g.n::text = c.phone',
  'select c.id, o.phone_book from customer c join orders o on o.phone_book = c.phone',
  'select c.id, o.phone_book from customer c, orders o where o.phone_book = c.phone',
  `select id, '1' from customer where phone like '1%'`,
  "select id from customer where phone > '138'",
  "select count(*) from (select 1 from customer where phone like '1%') q",
  "select exists (select 1 from customer where phone like '1%')",
  "select id from t, lateral (select id from customer where phone like '1%') q",
  'select count(*) from customer c, generate_series(1, ascii(c.phone)) g',
  'select 1 from t limit (select ascii(phone) from customer limit 1)',
  "select count(*) from customer group by name having max(phone) like '1%'",
])('a condition on a hidden value does not spell the value out: %s', async (sql) => {
  expect(await hidden(sql)).not.toContain(false);
});

test.each([
  "select id, name, phone from customer where phone = '13812345678'",
  "select id, name, phone from customer where phone in ('1', '2') and name like '张%'",
  'select id, name, phone from customer where phone is not null order by phone limit 10',
  'select c.id, d.name, c.phone from customer c join customer d on d.phone = c.phone',
  'select c.id, d.name, c.phone from customer c join customer d using (phone)',
  'select c.id, o.id, c.phone from customer c join orders o on o.customer_id = c.id and o.id > 5',
  "select c.id, (select max(o.id) from orders o where o.customer_id = c.id), c.phone from customer c where upper(name) like 'A%'",
])('a plain look-up hides no more than the value: %s', async (sql) => {
  expect(await hidden(sql)).toEqual([false, false, true]);
});

test('columns of functions are found by the names that the functions give', async () => {
  expect(await hidden(`select j.key, value from json_each_text('{"a":1}') j`)).toEqual([false, false]);
  expect(await hidden(`select j.key, value from customer c, json_each_text(row_to_json(c)) j`)).toEqual([true, true]);
  expect(await hidden('select g from generate_series(1, 2) g')).toEqual([false]);
  expect(await hidden('select (c).name, (c).phone from customer c')).toEqual([false, true]);
});

test('short texts cannot make the analysis run long', async () => {
  const doubling = Array.from({ length: 20 }, (_, i) => `a${i + 1} as (select x.*, y.* from a${i} x, a${i} y)`).join(', ');
  const nested = (depth: number): string =>
    depth === 0
      ? 'select 1 as x'
      : `select * from (with recursive r${depth}(x) as (select x from (${nested(depth - 1)}) q${depth} union all select x from r${depth}) select x from r${depth}) p${depth}`;
  const spent = stopwatch();
  await expect(check(`with a0 as (select * from customer), ${doubling} select 1 from a20`)).rejects.toThrow('列');
  await expect(check(nested(14))).rejects.toThrow();
  expect(spent()).toBeLessThan(8_000);
});
