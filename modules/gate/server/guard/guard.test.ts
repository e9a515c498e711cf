import { afterAll, expect, test } from 'vitest';
import { SqlParser } from '../parser/parser.ts';
import { catalogOf, dialectOf } from '#modules/sources/core/index.ts';
import { checkStatement, textToParse, type Checked } from '../../core/sql/check.ts';
import { lex } from '../../core/sql/lex.ts';

const parser = new SqlParser();
afterAll(() => parser.close());

const dialect = dialectOf('postgres');
const catalog = catalogOf(
  [
    { id: '1', schema: 'public', name: 'customer', columns: ['id', 'name', 'phone', 'id_no', 'created'] },
    { id: '2', schema: 'public', name: 'orders', columns: ['id', 'customer_id', 'amount', 'day'] },
    { id: '3', schema: 'dws', name: 'Month Sum', columns: ['月份', '金额'] },
    { id: '4', schema: 'public', name: 't', columns: ['a', 'b'] },
  ],
  dialect,
);

async function check(sql: string, mayWrite = false): Promise<Checked> {
  const statements = lex(sql, dialect);
  expect(statements).toHaveLength(1);
  const statement = statements[0]!;
  return checkStatement(
    statement,
    await parser.parse(textToParse(statement, dialect), 'postgres'),
    catalog,
    { mayWrite, hasParams: false },
    dialect,
  );
}
const refusal = async (sql: string, mayWrite = false): Promise<string> => {
  try {
    for (const statement of lex(sql, dialect))
      checkStatement(
        statement,
        await parser.parse(textToParse(statement, dialect), 'postgres'),
        catalog,
        { mayWrite, hasParams: false },
        dialect,
      );
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return 'allowed';
};

test.each([
  'with d as (delete from customer returning *) select * from d',
  'with d as (insert into t values (1,2) returning *) select 1',
  'with d as (update t set a = 1 returning *) select * from d',
  'select * into copy_of from customer',
  'create table x as select * from customer',
  'copy customer to stdout',
  "copy customer to '/tmp/x'",
  "copy customer to program 'id'",
  "copy customer from '/etc/passwd'",
  '/*!50000 drop table customer */ select 1',
  '/*+ hint */ select 1',
  'do $$ begin delete from customer; end $$',
  'explain analyze delete from customer',
  'explain (analyze) update t set a = 1',
  'explain (analyze, verbose) insert into t values (1, 2)',
  'explain analyze create table x as select 1',
  'explain explain select 1',
  "select pg_read_file('/etc/passwd')",
  "select pg_catalog.pg_read_file('/etc/passwd')",
  `select "pg_read_file"('/etc/passwd')`,
  "select * from pg_read_file('/etc/passwd') f",
  "select * from pg_ls_dir('.')",
  'select pg_cancel_backend(10)',
  'select * from generate_series(1, 2) g, lateral pg_cancel_backend(10)',
  'select 1 where pg_cancel_backend(10) is null',
  "select * from dblink('host=x', 'select 1') as d(a int)",
  "select set_config('role', 'postgres', false)",
  "select current_setting('data_directory')",
  "select lo_import('/etc/passwd')",
  "select lo_export(1, '/tmp/x')",
  'select pg_terminate_backend(1)',
  "select query_to_xml('delete from t', true, false, '')",
  "select * from ts_stat('select 1')",
  "select database_to_xml(true, true, '')",
  "select nextval('s')",
  'select my_function(1)',
  "select public.lower('x')",
  'select * from public.my_function()',
  'select * from my_function() f',
  'select * from customer for update',
  'select * from customer for no key update',
  'select * from customer for share',
  '(select * from customer for update)',
  'select * from pg_catalog.pg_class',
  'select * from pg_shadow',
  'select * from "pg_authid"',
  'select * from information_schema.tables',
  'select * from (select * from pg_stat_activity) x',
  'select (select count(*) from pg_user)',
  'select 1 where exists (select 1 from pg_roles)',
  'with x as (select * from pg_user) select * from x',
  'select 1 union all select usesysid::int from pg_user',
  'select * from unknown_table',
  'select * from other.customer',
  'select * from other_db.public.customer',
  'table customer',
  'select U&"\\0070g_class" from t',
  "select U&'\\0041'",
  'select * from U&"pg\\005fclass"',
  'select `a` from t',
  "select E'\\'; drop table t; --'; select 1; drop table t",
  "select 'a\\'; drop table t; --'",
  'select $x$ $x$; drop table t',
  "select '1'::regclass",
  "select cast('pg_class' as regclass)",
  "select 'x'::regrole::text",
  'begin',
  'commit',
  'rollback; select 1',
  'set role postgres',
  'set local statement_timeout = 0',
  'reset all',
  'show data_directory',
  'discard all',
  'lock table customer',
  'listen x',
  "notify x, 'y'",
  'prepare p as delete from t',
  'execute p',
  'declare c cursor for select 1',
  'vacuum',
  'analyze customer',
  'truncate customer',
  'drop table customer',
  'alter table customer add x int',
  'grant all on customer to public',
  'comment on table customer is null',
  'refresh materialized view x',
  'call p()',
  'merge into t using orders o on t.a = o.id when matched then delete',
  'insert into t values (1, 2)',
  'update t set a = 1',
  'delete from t',
  'select $1',
  'select * from customer c, lateral (delete from t returning *) x',
  'with recursive a as (select * from b), b as (select phone from customer) select * from a',
  'select * from t where a in (select nothere from t)',
  'select customer.* from t',
  'select ctid, nope from t',
  'select * from customer tablesample my_sampler(1)',
  "select xmltable('x' passing 'y' columns z text)",
  '\\copy t to x',
  'select\u00a01',
  'select 1\u3000from t',
  'values (pg_cancel_backend(1))',
  'select * from (values (pg_cancel_backend(1))) v',
  'select case when pg_cancel_backend(1) is null then 1 end',
  'select array(select usename from pg_user)',
  'select sum(a) filter (where pg_cancel_backend(1) is null) from t',
  'select rank() over (order by pg_cancel_backend(1)) from t',
  'select * from t order by pg_cancel_backend(1)',
  'select * from t limit (select count(*) from pg_user)',
  'select * from t join pg_user on true',
  'select a from t group by pg_cancel_backend(1), a',
  'select a from t having pg_cancel_backend(1) is null',
  "select * from rows from (pg_ls_dir('.')) x",
])('refuses %s', async (sql) => {
  const answer = await refusal(sql);
  expect(answer).not.toBe('allowed');
  expect(answer).toMatch(/^(Refusal|LexError): /);
});

const WITH_UNKNOWN_FUNCTION = [
  'select evil(1)',
  'select 1 where evil(1) is null',
  'select 1 where evil(1)',
  'select a from t group by evil(a)',
  'select a from t having evil(1)',
  'select a from t order by evil(a)',
  'select a from t limit evil(1)',
  'select a from t offset evil(1)',
  'select * from t join orders on evil(1)',
  'select * from (select evil(1)) x',
  'with x as (select evil(1)) select * from x',
  'values (evil(1))',
  'select case when evil(1) then 1 end',
  'select case evil(1) when 1 then 1 end',
  'select 1 union select evil(1)',
  'select sum(evil(a)) from t',
  'select sum(a) filter (where evil(a)) from t',
  'select rank() over (partition by evil(a)) from t',
  'select rank() over (order by evil(a)) from t',
  'select rank() over w from t window w as (order by evil(a))',
  'select evil(a)::int from t',
  'select cast(evil(a) as int) from t',
  'select (evil(a)) from t',
  'select -evil(a) from t',
  'select not evil(a) from t',
  'select a in (evil(a)) from t',
  'select a in (select evil(a)) from t',
  'select a between 1 and evil(a) from t',
  'select exists (select evil(a)) from t',
  'select array[evil(a)] from t',
  'select (array[1])[evil(1)]',
  'select a = any(array[evil(a)]) from t',
  'select coalesce(evil(a), 1) from t',
  'select upper(evil(a)) from t',
  "select 'x' like evil(a) from t",
  'select distinct on (evil(a)) a from t',
  'select (evil(a)).x from t',
  'select * from generate_series(1, evil(1)) g',
  'select * from t, lateral evil(a) x',
  'select * from evil(1)',
  'select * from evil(1) as x(a int)',
  'select * from evil(1) with ordinality',
  'select * from t, unnest(array[evil(a)]) u',
  'select a, (select evil(1)) from t',
  'select string_agg(b, evil(1)) from t',
  'select percentile_cont(evil(1)) within group (order by a) from t',
  'select percentile_cont(0.5) within group (order by evil(a)) from t',
  'select extract(year from evil(a)) from t',
  'select a at time zone evil(a) from t',
  'select row(evil(1), 2)',
  'select substring(b from evil(1)) from t',
  'select overlay(b placing evil(1) from 1) from t',
  'select trim(both evil(1) from b) from t',
  'select position(evil(1) in b) from t',
  'select json_build_object(evil(1), 2)',
  'select a is distinct from evil(1) from t',
  'select a || evil(1) from t',
  'select a -> evil(1) from t',
  'select * from t tablesample bernoulli(evil(1))',
  'select * from t fetch first evil(1) rows only',
  'select nullif(evil(1), 1)',
  'select greatest(evil(1), 1)',
  'select lag(a, evil(1)) over () from t',
  'select sum(a) over (rows between evil(1) preceding and current row) from t',
  'select grouping(evil(1)) from t group by rollup(evil(1))',
  'select count(distinct evil(a)) from t',
  'select array(select evil(1))',
  'select * from xmltable(evil(1) passing 1 columns z text) x',
  'select xmlelement(name x, evil(1))',
  'select json_agg(evil(a) order by a) from t',
  'select b collate evil(1) from t',
  'select array_agg(a order by evil(a)) from t',
  'select * from t natural join (select evil(1)) x',
];
test.each(WITH_UNKNOWN_FUNCTION)('finds the unknown function in %s', async (sql) => {
  expect(await refusal(sql)).toMatch(/evil|语法错误|不支持|无法识别/);
});
test.each(WITH_UNKNOWN_FUNCTION.map((sql) => sql.replace(/evil\([^()]*\)/g, '(select usename from pg_user)')))(
  'finds the system catalogue in %s',
  async (sql) => {
    expect(await refusal(sql)).toMatch(/系统目录|语法错误|不支持|无法识别|不在允许/);
  },
);

test.each([
  ['select 1', [], []],
  ['select count(*) from customer', ['customer'], []],
  ['select * from "customer" -- all\n', ['customer'], ['id', 'name', 'phone', 'id_no', 'created']],
  ['SELECT Name FROM Customer', ['customer'], ['name']],
  ['select "月份", sum("金额") from dws."Month Sum" group by 1 order by 2 desc', ['Month Sum'], ['月份', '金额']],
  ['with c as (select phone p from customer) select p from c', ['customer'], ['phone']],
  [
    "select date_trunc('month', o.day) m, sum(amount) s from orders o where day >= now() - interval '1 year' group by 1 order by m",
    ['orders'],
    ['day', 'amount'],
  ],
  [
    'select c.name, o.amount from customer c left join orders o on o.customer_id = c.id',
    ['customer', 'orders'],
    ['name', 'amount', 'customer_id', 'id'],
  ],
  ['with recursive r(n) as (select 1 union all select n + 1 from r where n < 5) select n from r', [], []],
  ['select row_number() over (partition by customer_id order by day desc) from orders', ['orders'], ['customer_id', 'day']],
  ["select case when amount > 10 then '大' else '小' end as k, count(*) from orders group by k", ['orders'], ['amount']],
  ['select * from generate_series(1, 3) as g(i)', [], []],
  ['explain select * from t', ['t'], ['a', 'b']],
  ['explain (analyze, format json) select a from t', ['t'], ['a']],
  [
    'select (select max(amount) from orders o where o.customer_id = c.id) from customer c',
    ['customer', 'orders'],
    ['amount', 'customer_id', 'id'],
  ],
  ['select t from t', ['t'], ['a', 'b']],
  ['select (t).a from t', ['t'], ['a']],
  ['select row_to_json(t) from t', ['t'], ['a', 'b']],
  ['select a from t union all select id from orders', ['t', 'orders'], ['a', 'id']],
  ['select x.* from (values (1, 2)) as x(p, q)', [], []],
  [
    'select * from customer natural join orders',
    ['customer', 'orders'],
    ['id', 'name', 'phone', 'id_no', 'created', 'customer_id', 'amount', 'day'],
  ],
  [
    "select to_char(day, 'YYYY-MM') as ym, round(sum(amount) / 10000, 2) from orders group by ym having sum(amount) > 0",
    ['orders'],
    ['day', 'amount'],
  ],
  [
    "select name || '😀', upper(phone) from customer where phone like '138%' and id in (1, 2) limit 10 offset 5",
    ['customer'],
    ['name', 'phone', 'id'],
  ],
  ['select public.t.a from public.t', ['t'], ['a']],
  ['select coalesce(a, 0)::numeric(10,2), a::text, extract(year from now()), current_date from t', ['t'], ['a']],
  ['select percentile_cont(0.5) within group (order by amount) from orders', ['orders'], ['amount']],
  [
    'select distinct on (customer_id) customer_id, amount from orders order by customer_id, day desc',
    ['orders'],
    ['customer_id', 'amount', 'day'],
  ],
  ["select string_agg(name, ',' order by id) filter (where id > 1) from customer", ['customer'], ['name', 'id']],
  ['select a from t where exists (select 1 from orders where id = t.a)', ['t', 'orders'], ['a', 'id']],
  ['(select a from t) order by 1', ['t'], ['a']],
  ['select j.* from (t join orders on t.a = orders.id) as j', ['t', 'orders'], ['a', 'b', 'id', 'customer_id', 'amount', 'day']],
])('allows %s', async (sql, tables, columns) => {
  const checked = await check(sql);
  expect(checked.tables.map((table) => table.name).sort()).toEqual([...tables].sort());
  expect([...new Set([...checked.columns].map((column) => column.split('.').at(-1)))].sort()).toEqual([...columns].sort());
});

test('knows which base columns an output column comes from', async () => {
  const phones = async (sql: string) => (await check(sql)).output!.map((column) => column.from.has('public.customer.phone'));
  expect(await phones('select id, phone from customer')).toEqual([false, true]);
  expect(await phones('select substr(phone, 1, 3) || name, id from customer')).toEqual([true, false]);
  expect(await phones('select * from (select * from customer) x')).toEqual([false, false, true, false, false]);
  expect(await phones('select name from customer union select phone from customer')).toEqual([true]);
  expect(await phones('with c(x, y) as (select phone, id from customer) select y, x from c')).toEqual([false, true]);
  expect(await phones('select l.p from customer c, lateral (select c.phone as p) l')).toEqual([true]);
  expect(await phones('select row_to_json(c), c::text, (c).phone, count(c) from customer c group by c')).toEqual([true, true, true, false]);
  expect(await phones('select a1, c1 from customer as k(a1, b1, c1)')).toEqual([false, true]);
  expect(
    await phones('with recursive r(a, b) as (select 1, phone from customer union all select a + 1, b from r where a < 3) select * from r'),
  ).toEqual([false, true]);
  expect(
    await phones('with recursive r(a, b) as (select id::text, phone from customer union all select b, a from r) select a, b from r'),
  ).toEqual([true, true]);
  expect(await phones('select (select phone from customer limit 1), array(select phone from customer)')).toEqual([true, true]);
  expect(await phones('select o.*, c.phone from orders o join customer c on c.id = o.customer_id')).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(await phones('select * from customer join orders using (id)')).toEqual([false, false, true, false, false, false, false, false]);
  expect(await phones('select v from customer c, json_each_text(row_to_json(c)) as j(k, v)')).toEqual([true]);
});

test('positions point into the text of the writer', async () => {
  const sql = "/* 注释 */ select 1;\nselect '😀', nothere from t";
  const [, second] = lex(sql, dialect);
  const offset = await parser
    .parse(textToParse(second!, dialect), 'postgres')
    .then((parsed) => checkStatement(second!, parsed, catalog, { mayWrite: false, hasParams: false }, dialect))
    .then(
      () => -1,
      (error: { offset: number }) => error.offset + second!.start,
    );
  expect(sql.slice(offset, offset + 7)).toBe('nothere');
});

test('writing needs leave and stays within the catalogue', async () => {
  expect(await refusal('update t set a = (select max(id) from orders) where b = 1', true)).toBe('allowed');
  expect(await refusal('delete from t using orders where orders.id = t.a', true)).toBe('allowed');
  expect(await refusal('insert into t (a, b) select id, amount from orders', true)).toBe('allowed');
  expect(await refusal('update t set a = pg_cancel_backend(1)', true)).toContain('pg_cancel_backend');
  expect(await refusal('delete from pg_class', true)).toContain('系统目录');
  expect(await refusal('insert into nope values (1)', true)).toContain('nope');
  expect(await refusal('delete from t where a in (select oid from pg_class)', true)).toContain('系统目录');
  expect(await refusal('drop table t', true)).toContain('DROP');
  expect(await refusal('with d as (delete from t returning *) insert into t select * from d', true)).not.toBe('allowed');
});
