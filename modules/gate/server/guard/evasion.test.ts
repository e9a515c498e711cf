import { afterAll, expect, test } from 'vitest';
import { stopwatch } from '#kit/test/spent.ts';
import { catalogOf, dialectOf } from '#modules/sources/core/index.ts';
import { checkStatement, textToParse, type Checked } from '../../core/sql/check.ts';
import { lex } from '../../core/sql/lex.ts';
import { SqlParser } from '../parser/parser.ts';
import { violationOf } from '../../core/sql/masking-rule.ts';

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
const MASKED = new Map([['public.customer.phone', { isLinkable: false }]]);

async function check(sql: string): Promise<Checked> {
  const [statement] = lex(sql, dialect);
  const parsed = await parser.parse(textToParse(statement!, dialect), 'postgres');
  return checkStatement(statement!, parsed, catalog, { mayWrite: false, hasParams: false }, dialect);
}
/** Which outputs are masked for somebody who sees the phone masked; a refusal is its sentence. */
async function shown(sql: string): Promise<boolean[] | string> {
  const checked = await check(sql);
  const violation = violationOf(checked, MASKED);
  return violation ? violation.message : checked.output!.map(({ from }) => [...from].some((column) => MASKED.has(column)));
}
const REFUSED = expect.stringContaining('字段“phone”对您已脱敏');
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
  'select (public.customer).name from public.customer',
  'select (array[1])[1].pg_sleep',
  'select (row(1, 2)).pg_typeof',
])('does not call functions through the notation of fields: %s', async (sql) => {
  await expect(check(sql)).rejects.toThrow();
});

test.each([
  "select 'pg_authid'::pg_catalog.regclass",
  "select '{pg_class}'::regclass[]",
  "select array['pg_class']::regclass[][]",
  `select 'pg_class'::pg_catalog."regclass"[]`,
  `select cast('x' as "regrole")`,
])('does not look into the catalogue through types: %s', async (sql) => {
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
    expect([REFUSED, [true]]).toContainEqual(await shown(sql));
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
  "select id, name, phone from customer where phone = '13812345678'",
  "select id from customer where phone in ('1', '2')",
  "select id from customer where phone <> '1'",
  'select id from customer where phone is distinct from null',
  'select id from customer where phone is not distinct from name',
  'select id from customer where (phone, 1) = (name, 1)',
  'select id from customer where phone between name and name',
  'select id from customer where coalesce(phone, name) is null',
  'select id from customer where (phone || name) is null',
  'select c is null from customer c',
  'select count(c) from customer c',
  'select count(c.*) from customer c',
  'select phone, count(*) from customer group by phone',
  'select phone, count(*) from customer group by 1',
  'select phone, count(*) from customer group by (1)',
  'select phone, count(*) from customer group by rollup(1)',
  'select phone, name from customer group by grouping sets ((1), (name))',
  'select phone p, count(*) from customer group by p',
  'select id, phone from customer order by phone',
  'select id, phone from customer order by 2',
  'select id, phone from customer order by (2)',
  'select id, phone p from customer order by p',
  // the output comes before the column
  'select id, phone as name from customer order by name',
  '(select id, phone from customer) order by 2',
  'select id, phone from customer union all select id, name from customer order by 2',
  'select distinct phone from customer',
  'select distinct id, phone from customer',
  'select distinct on (phone) id from customer',
  'select distinct on (2) id, phone from customer',
  'select phone from customer union select phone from customer',
  'select phone from customer intersect select phone from customer',
  'select phone from customer except select phone from customer',
  'select row_number() over (order by phone) from customer',
  'select count(phone) over (order by phone) from customer',
  'select count(*) over (partition by phone) from customer',
  'select count(*) over w from customer window w as (order by phone)',
  'select count(*) filter (where phone > name) from customer',
  'select percentile_disc(0.5) within group (order by phone) from customer',
  'select count(distinct (phone, name)) from customer',
  'select count(distinct upper(phone)) from customer',
  'select max(phone), string_agg(phone, name) from customer',
  'select id from customer where exists (select phone from orders)',
  'select id from orders where phone_book in (select phone from customer)',
  'select id from orders where phone_book = any (select phone from customer)',
  'select (select phone from customer limit 1)',
  'select array(select phone from customer)',
  'select id from (select id, phone p from customer) q where p is null or p > id::text',
  'with q as (select phone p from customer) select upper(p) from q',
  'with recursive r(p) as (select phone from customer union select p from r) select p from r',
  'values ((select phone from customer))',
  'with recursive r(p, n) as (select phone, 1 from customer union all select p, n + 1 from r where n < 3) select p, n from r',
  'select phone from customer union all select upper(name) from customer',
  "select '1' union all select phone from customer",
  'select id from customer limit (select count(*) from customer where phone > name)',
  'select row_to_json(c) from customer c',
  'select c from customer c',
  'select to_jsonb(q) from (select phone from customer) q',
  'select c.id from customer c join customer d on d.phone = c.phone',
  'select c.id from customer c join customer d using (phone)',
  'select c.id from customer c natural join customer d',
  // a constant beside the column: the number of different values says whether they are equal
  "select count(distinct p) from (select phone p from customer where id = 1 union all select '13812345678') q",
  'select 1 / (case when ascii(phone) > 50 then 0 else 1 end) from customer',
  "select pg_sleep(case when phone like '1%' then 1 else 0 end) from customer",
  'select * from customer c, lateral (select 1 where c.phone > c.name) q',
  'select * from orders o left join customer c on c.id = o.customer_id and c.phone > o.phone_book',
])('nothing but showing, counting and null may depend on a masked value: %s', async (sql) => {
  expect(await shown(sql)).toEqual(REFUSED);
});

test.each<[sql: string, masked: boolean[]]>([
  ['select id, phone from customer', [false, true]],
  ['select * from customer', [false, false, true]],
  ['select (c).phone, c.* from customer c', [true, false, false, true]],
  ['select p from (select phone p from customer) q', [true]],
  ['with q(p) as (select phone from customer) select p, p as other from q', [true, true]],
  ['select name from customer union all select phone from customer', [true]],
  ['select phone, 1 from customer union all select null, 2', [true, false]],
  ['select q.p from customer c, lateral (select c.phone as p) q', [true]],
  ['select distinct on (id) id, phone from customer order by id', [false, true]],
  ['select id from customer where phone is null', [false]],
  ['select id, phone is not null as has from customer where not phone is null order by phone is null, 2', [false, false]],
  ['select count(phone), count(distinct phone), count(*) - count(phone) as missing from customer', [false, false, false]],
  ['select count(*) filter (where phone is null), sum(case when phone is null then 1 else 0 end) from customer', [false, false]],
  ['select name, count(phone) n from customer group by name having count(phone) > 1 order by count(distinct phone), n', [false, false]],
  ['select n + 1 from (select count(phone) n from customer) q where n > 3', [false]],
  ['select distinct phone is null from customer', [false]],
  ['select count(phone) over (partition by name order by id) from customer', [false]],
  ['select count(p) from (select phone p from customer union all select name from customer) q', [false]],
  ['select id from customer where exists (select 1 from orders o where o.id = customer.id and phone is null)', [false]],
  ['select c.id, o.id, c.phone from customer c join orders o on o.customer_id = c.id and o.id > 5', [false, false, true]],
  [
    "select c.id, (select max(o.id) from orders o where o.customer_id = c.id), c.phone from customer c where upper(name) like 'A%'",
    [false, false, true],
  ],
  ['select id from customer order by id limit 5', [false]],
])('what the rule allows is shown: %s', async (sql, masked) => {
  expect(await shown(sql)).toEqual(masked);
});

test('a join compares masked columns only when both are linkable, and nothing else with them', async () => {
  const message = async (sql: string, masked: Record<string, boolean>) =>
    violationOf(await check(sql), new Map(Object.entries(masked).map(([column, isLinkable]) => [`public.${column}`, { isLinkable }])))
      ?.message ?? null;
  const JOIN = 'select c.id, o.id from customer c join orders o on o.phone_book = c.phone and o.id > 3';
  expect(await message(JOIN, { 'customer.phone': true, 'orders.phone_book': true })).toBeNull();
  expect(await message(JOIN, {})).toBeNull();
  expect(await message(JOIN, { 'customer.phone': true })).toContain('字段“phone”对您已脱敏，不能用在连接条件中');
  expect(await message(JOIN, { 'customer.phone': true, 'orders.phone_book': false })).toContain('字段“phone_book”');
  const both = { 'customer.phone': true, 'orders.phone_book': true };
  for (const sql of [
    'select c.id from customer c, orders o where o.phone_book = c.phone',
    'select c.id from customer c join orders o on (o.phone_book = c.phone)',
    'select c.id from customer c join customer d using (phone)',
    'with q as (select phone p from customer) select 1 from q join orders o on q.p = o.phone_book',
  ])
    expect([sql, await message(sql, both)]).toEqual([sql, null]);
  for (const sql of [
    'select c.id from customer c join orders o on o.phone_book = c.phone or o.id = 1',
    'select c.id from customer c join orders o on not (o.phone_book = c.phone)',
    'select c.id from customer c join orders o on o.phone_book >= c.phone',
    // rows without a counterpart come in an order that depends on the values
    'select c.id from customer c left join orders o on o.phone_book = c.phone',
    'select c.id from customer c full join customer d using (phone)',
    'select c.id from customer c where not exists (select 1 from orders o where o.phone_book = c.phone)',
    'select c.id from customer c join orders o on upper(o.phone_book) = c.phone',
    'select o.phone_book = c.phone from customer c, orders o',
    'select id from customer where phone = phone',
    "select c.id from customer c join (select '138' p union all select phone_book from orders) o on o.p = c.phone",
    "select c.id from customer c join (values ('138')) o(p) on o.p = c.phone",
    'select count(distinct p) from (select phone p from customer union all select phone_book from orders) q',
  ])
    expect([sql, await message(sql, both)]).toEqual([sql, expect.stringContaining('对您已脱敏')]);
});

test('columns of functions are found by the names that the functions give', async () => {
  expect(await shown(`select j.key, value from json_each_text('{"a":1}') j`)).toEqual([false, false]);
  expect(await shown(`select j.key, value from customer c, json_each_text(row_to_json(c)) j`)).toEqual(REFUSED);
  expect(await shown('select g from generate_series(1, 2) g')).toEqual([false]);
  expect(await shown('select (c).name, (c).phone from customer c')).toEqual([false, true]);
});

test('a refusal names the column, the place and the way to apply', async () => {
  const [statement] = lex("select id\n from customer where phone = '1'", dialect);
  const violation = violationOf(await check(statement!.text), MASKED)!;
  expect(violation.message).toMatch(/^表“public\.customer”的字段“phone”对您已脱敏，不能用在筛选条件（WHERE）中.*申请权限/);
  expect(statement!.text.slice(violation.offset!)).toMatch(/^phone =/);
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

test.each<[sql: string, word: string, offset: number]>([
  ['select id frm customer where', 'customer', 14],
  ['select id\nfrom customer\nwhere name = = 1', '=', 37],
  ['select id from customer order customer', 'order', 24],
  ['select (1', '1', 8],
])('a statement that is none names the word that was not understood, on whichever line: %j', async (sql, word, offset) => {
  const error = await check(sql).then(
    () => null,
    (refusal: { message: string; offset: number }) => refusal,
  );
  expect(error?.message).toBe(`语法错误：无法识别“${word}”附近的写法`);
  expect(error?.offset).toBe(offset);
});
